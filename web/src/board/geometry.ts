// Where the cells of a board lie in the drawing, which of them touch, and which one a point hits.
import type { BoardInfo, Cell } from '../types'

/** The distance between the centres of neighbouring cells, in the units of the drawing. */
export const UNIT = 100

/** How many fields beyond the edge a torus shows again. */
const TORUS_MARGIN = 2

const HEXAGON_RADIUS = UNIT / Math.sqrt(3)
const HEXAGON_ROW = (UNIT * Math.sqrt(3)) / 2

export interface Point { x: number; y: number }

export type Shape = Pick<BoardInfo, 'shape' | 'edges' | 'columns' | 'rows'> & Partial<Pick<BoardInfo, 'capacities'>>

/** A way to a cell beside another: by columns and rows, and as a step of length 1. */
export interface Way { right: number; down: number; direction: Point }

const squareWays = [[1, 0], [0, 1], [-1, 0], [0, -1]]
const hexagonWays = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]

/** Points are measured from the upper left corner of the real board, without margin and frame. */
export class Geometry {
  readonly columns: number
  readonly rows: number
  readonly isHexagonal: boolean
  readonly isTorus: boolean
  /** How many fields a torus shows once more beyond each edge, and how far they reach. */
  readonly margin: number
  readonly overhang: Point
  readonly width: number
  readonly height: number
  readonly ways: Way[]
  private readonly capacities: number[]
  /** Neighbours found before; a cascade asks for them again and again. */
  private readonly known: Cell[][] = []

  constructor(shape: Shape) {
    this.columns = shape.columns
    this.rows = shape.rows
    this.isHexagonal = shape.shape === 'hexagon'
    this.isTorus = shape.edges === 'torus'
    this.margin = this.isTorus ? TORUS_MARGIN : 0
    // Rows of hexagons are lower, and each begins half a field further to the right.
    this.overhang = this.isHexagonal
      ? { x: this.margin * UNIT * 1.5, y: this.margin * HEXAGON_ROW }
      : { x: this.margin * UNIT, y: this.margin * UNIT }
    this.ways = (this.isHexagonal ? hexagonWays : squareWays).map(([right, down]) => {
      const { x, y } = this.shift(right, down)
      return { right, down, direction: { x: x / UNIT, y: y / UNIT } }
    })
    this.capacities = shape.capacities ?? []
    this.width = this.isHexagonal ? (this.columns + (this.rows - 1) / 2) * UNIT : this.columns * UNIT
    this.height = this.isHexagonal
      ? (this.rows - 1) * HEXAGON_ROW + 2 * HEXAGON_RADIUS
      : this.rows * UNIT
  }

  get cellCount(): number { return this.columns * this.rows }

  column(cell: Cell): number { return cell % this.columns }
  row(cell: Cell): number { return Math.floor(cell / this.columns) }

  /** The cell there, wrapped round a torus, or null beyond a closed edge. */
  cell(column: number, row: number): Cell | null {
    if (this.isTorus) {
      const wrapped = (value: number, size: number) => ((value % size) + size) % size
      return wrapped(row, this.rows) * this.columns + wrapped(column, this.columns)
    }
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return null
    return row * this.columns + column
  }

  centre(cell: Cell): Point { return this.centreAt(this.column(cell), this.row(cell)) }

  centreAt(column: number, row: number): Point {
    if (!this.isHexagonal) return { x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT }
    return { x: (column + row / 2 + 0.5) * UNIT, y: row * HEXAGON_ROW + HEXAGON_RADIUS }
  }

  /** The cell a point lies in; on the margin of a torus the real one it stands for. */
  cellAt(point: Point): Cell | null {
    if (this.isHexagonal) return this.hexagonAt(point)
    const column = Math.floor(point.x / UNIT)
    const row = Math.floor(point.y / UNIT)
    return this.shownCell(column, row)
  }

  /** The cell there, or the one that the margin of a torus shows there. */
  private shownCell(column: number, row: number): Cell | null {
    const isShown = column >= -this.margin && column < this.columns + this.margin
      && row >= -this.margin && row < this.rows + this.margin
    return isShown ? this.cell(column, row) : null
  }

  /** How many balls make a cell overflow; more than there can ever be, where nothing does. */
  capacity(cell: Cell): number { return this.capacities[cell] ?? Number.POSITIVE_INFINITY }

  /** The cells that share a side with this one. */
  neighbours(cell: Cell): readonly Cell[] {
    return (this.known[cell] ??= this.ways.map((way) => this.next(cell, way)).filter((neighbour) => neighbour !== null))
  }

  /** The cell beside this one, or null beyond a closed edge. */
  next(cell: Cell, { right, down }: Way): Cell | null {
    return this.cell(this.column(cell) + right, this.row(cell) + down)
  }

  /** How far from its centre a cell is shown once more in the margin of a torus. */
  echoes(cell: Cell): Point[] {
    if (this.margin === 0) return []
    const shifts = (index: number, size: number) => [
      0,
      ...(index < this.margin ? [size] : []),
      ...(index >= size - this.margin ? [-size] : []),
    ]
    return shifts(this.row(cell), this.rows)
      .flatMap((down) => shifts(this.column(cell), this.columns).map((right) => this.shift(right, down)))
      .filter((shift) => shift.x !== 0 || shift.y !== 0)
  }

  /** How far a cell lies from the one so many columns and rows before it. */
  shift(right: number, down: number): Point {
    return this.isHexagonal ? { x: (right + down / 2) * UNIT, y: down * HEXAGON_ROW } : { x: right * UNIT, y: down * UNIT }
  }

  /** The outline of a cell around its centre, drawn smaller by `inset`, as the data of a path. */
  outline(inset: number, rounding = 0): string {
    if (this.isHexagonal) return hexagon(HEXAGON_RADIUS - inset)
    return roundedSquare(UNIT / 2 - inset, rounding)
  }

  private hexagonAt(point: Point): Cell | null {
    // The nearest centre is in the row that rounding gives or in one beside it.
    const guess = Math.round((point.y - HEXAGON_RADIUS) / HEXAGON_ROW)
    let nearest: Cell | null = null
    let minDistance = HEXAGON_RADIUS ** 2
    for (const row of [guess - 1, guess, guess + 1]) {
      const column = Math.round(point.x / UNIT - row / 2 - 0.5)
      const centre = this.centreAt(column, row)
      const distance = (centre.x - point.x) ** 2 + (centre.y - point.y) ** 2
      if (distance > minDistance) continue
      minDistance = distance
      nearest = this.shownCell(column, row)
    }
    return nearest
  }
}

/** A hexagon that stands on its corner. */
function hexagon(radius: number): string {
  const corners = [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (Math.PI / 3) * corner - Math.PI / 2
    return `${rounded(radius * Math.cos(angle))} ${rounded(radius * Math.sin(angle))}`
  })
  return `M${corners.join('L')}Z`
}

function roundedSquare(half: number, rounding: number): string {
  if (rounding === 0) return `M${-half} ${-half}h${2 * half}v${2 * half}h${-2 * half}Z`
  const side = 2 * (half - rounding)
  const arc = (x: number, y: number) => `a${rounding} ${rounding} 0 0 1 ${x} ${y}`
  return `M${-half + rounding} ${-half}h${side}${arc(rounding, rounding)}v${side}${arc(-rounding, rounding)}`
    + `h${-side}${arc(-rounding, -rounding)}v${-side}${arc(rounding, -rounding)}Z`
}

/** Short numbers keep the paths of large boards small. */
export function rounded(value: number): number { return Math.round(value * 100) / 100 }

/** One path with the same closed outline around many points. */
export function repeated(outline: string, centres: Point[]): string {
  const from = outline.slice(1)
  const end = /^(-?[\d.]+) (-?[\d.]+)/.exec(from)
  if (!end) return ''
  const [start, x, y] = [end[0], Number(end[1]), Number(end[2])]
  const rest = relative(from.slice(start.length), x, y)
  return centres
    .map((centre) => `M${rounded(centre.x + x)} ${rounded(centre.y + y)}${rest}`)
    .join('')
}

/** Absolute lines made relative, so that only the first point of the outline moves. */
function relative(data: string, x: number, y: number): string {
  let [atX, atY] = [x, y]
  return data.replace(/L(-?[\d.]+) (-?[\d.]+)/g, (_, toX: string, toY: string) => {
    const step = `l${rounded(Number(toX) - atX)} ${rounded(Number(toY) - atY)}`
    atX = Number(toX)
    atY = Number(toY)
    return step
  })
}
