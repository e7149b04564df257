// How much room board, frame and labels take: the drawing's size and where everything is in it.
import type { BoardInfo } from '../types'
import { UNIT, type Geometry, type Point } from './geometry'
import { materialOf, type Material } from './tints'

export interface Rectangle { x: number; y: number; width: number; height: number }

export interface Label extends Point { text: string }

export interface Layout {
  width: number
  height: number
  /** The upper left corner of the real board. */
  origin: Point
  /** The real board, without the margin of a torus. */
  real: Rectangle
  /** Everything that shows cells, with the margin of a torus. */
  field: Rectangle
  /** The outer edge of the frame. */
  frame: Rectangle
  labels: Label[]
  fontSize: number
}

/** How wide the frame is around the cells, where the labels lie, and whether all its sides are alike. */
const frames: Record<Material, { width: number; labels: 'on' | 'outside'; isEven: boolean }> = {
  slate: { width: 14, labels: 'outside', isEven: true },
  felt: { width: 34, labels: 'on', isEven: true },
  kaya: { width: 26, labels: 'on', isEven: false },
  sand: { width: 0, labels: 'outside', isEven: true },
  paper: { width: 40, labels: 'on', isEven: false },
}

/** Room for the board's thickness and shadow below it. */
const SHADOW = 16
const LARGEST_FONT = 74
/** Labels are at least this part of the board's width, so that a phone still shows them. */
const FONT_SHARE = 0.028

export function grown(rectangle: Rectangle, by: number): Rectangle {
  return {
    x: rectangle.x - by,
    y: rectangle.y - by,
    width: rectangle.width + 2 * by,
    height: rectangle.height + 2 * by,
  }
}

/** Labels of small boards are small, or they would outshine the pieces. */
function fontSizeOf(geometry: Geometry): number {
  const least = Math.min(26, 10 + 2 * Math.max(geometry.columns, geometry.rows))
  return Math.min(LARGEST_FONT, Math.max(least, geometry.width * FONT_SHARE))
}

export function layoutOf(board: BoardInfo, geometry: Geometry, isMini: boolean): Layout {
  const { width: frameWidth, labels: place, isEven } = frames[materialOf(board.game)]
  const fontSize = fontSizeOf(geometry)
  const longest = Math.max(1, ...board.row_labels.map((label) => label.length))
  const sideways = isMini ? 0 : fontSize * (0.62 * longest + 0.9)
  const upwards = isMini ? 0 : fontSize * 1.7
  const isOutside = place === 'outside'
  const border = isOutside ? frameWidth : Math.max(frameWidth, upwards, sideways)
  const before = { x: isOutside ? sideways : 0, y: isOutside ? upwards : 0 }
  const edge = isMini ? 4 : 8
  const margin = geometry.margin * UNIT

  const origin = {
    x: edge + before.x + border + margin,
    y: edge + before.y + border + margin,
  }
  const real = { ...origin, width: geometry.width, height: geometry.height }
  const field = grown(real, margin)
  const far = isEven ? border : frameWidth
  const frame = {
    x: field.x - border,
    y: field.y - border,
    width: border + field.width + far,
    height: border + field.height + far,
  }
  return {
    width: frame.x + frame.width + edge,
    height: frame.y + frame.height + edge + SHADOW,
    origin,
    real,
    field,
    frame,
    labels: isMini ? [] : labels(board, geometry, origin, {
      x: field.x - (isOutside ? border + sideways * 0.5 : border * 0.5),
      y: field.y - (isOutside ? border + upwards * 0.45 : border * 0.5),
    }),
    fontSize,
  }
}

/** Column labels above the board at `at.y`, row labels left of it at `at.x`. */
function labels(board: BoardInfo, geometry: Geometry, origin: Point, at: Point): Label[] {
  const columns = board.column_labels.map((text, column) => ({
    text,
    x: origin.x + geometry.centreAt(column, 0).x,
    y: at.y,
  }))
  const rows = board.row_labels.map((text, row) => {
    const centre = geometry.centreAt(0, row)
    // Rows of hexagons begin further and further to the right, and their labels with them.
    const shift = geometry.isHexagonal ? centre.x - UNIT / 2 : 0
    return { text, x: at.x + shift, y: origin.y + centre.y }
  })
  return [...columns, ...rows]
}
