// How much room board, frame and labels take: the drawing's size and where everything is in it.
import type { BoardInfo } from '../types'
import { UNIT, type Geometry, type Point } from './geometry'
import type { Frame } from './ground_style'

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
  const minSize = Math.min(26, 10 + 2 * Math.max(geometry.columns, geometry.rows))
  return Math.min(LARGEST_FONT, Math.max(minSize, geometry.width * FONT_SHARE))
}

type Labelled = Pick<BoardInfo, 'column_labels' | 'row_labels'>

export function layoutOf(board: Labelled, geometry: Geometry, { width: frameWidth, labels: place, isEven }: Frame, isMini: boolean): Layout {
  const fontSize = fontSizeOf(geometry)
  const longest = Math.max(1, ...board.row_labels.map((label) => label.length))
  const sideways = isMini ? 0 : fontSize * (0.62 * longest + 0.9)
  const upwards = isMini ? 0 : fontSize * 1.7
  const isOutside = place === 'outside'
  const border = isOutside ? frameWidth : Math.max(frameWidth, upwards, sideways)
  const before = { x: isOutside ? sideways : 0, y: isOutside ? upwards : 0 }
  const edge = isMini ? 4 : 8
  const { overhang } = geometry

  const origin = {
    x: edge + before.x + border + overhang.x,
    y: edge + before.y + border + overhang.y,
  }
  const real = { ...origin, width: geometry.width, height: geometry.height }
  const field = {
    x: real.x - overhang.x,
    y: real.y - overhang.y,
    width: real.width + 2 * overhang.x,
    height: real.height + 2 * overhang.y,
  }
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
      // Left of the margin's first cell in the row of the labels, which on hexagons lies further to the right.
      x: field.x - (isOutside ? border + sideways * 0.5 : border * 0.5) + (geometry.isHexagonal ? geometry.margin * UNIT / 2 : 0),
      y: field.y - (isOutside ? border + upwards * 0.45 : border * 0.5),
    }),
    fontSize,
  }
}

/** Column labels above the board at `at.y`, row labels left of it at `at.x`. */
function labels(board: Labelled, geometry: Geometry, origin: Point, at: Point): Label[] {
  const columns = board.column_labels.map((text, column) => ({
    text,
    // Above the margin of a torus, columns of hexagons begin further to the left.
    x: origin.x + geometry.centreAt(column, -geometry.margin).x,
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
