// The paths that draw the empty board: grid, cells by tone, holes, ruled lines.
import type { Cell } from '../types'
import { repeated, rounded, UNIT, type Geometry, type Point } from './geometry'
import type { Layout, Rectangle } from './layout'
import { randomFrom, smooth } from './texture'

/** The lines between the cells of a rectangle of squares, its outline not among them. */
export function gridPath({ x, y, width, height }: Rectangle): string {
  const upright = Array.from({ length: Math.round(width / UNIT) - 1 }, (_, index) =>
    `M${rounded(x + (index + 1) * UNIT)} ${rounded(y)}v${height}`)
  const level = Array.from({ length: Math.round(height / UNIT) - 1 }, (_, index) =>
    `M${rounded(x)} ${rounded(y + (index + 1) * UNIT)}h${width}`)
  return [...upright, ...level].join('')
}

/** A rectangle with rounded corners, without another inside it. */
export function roundedAround({ x, y, width, height }: Rectangle, rounding: number, inner: Rectangle): string {
  const [across, down] = [rounded(width - 2 * rounding), rounded(height - 2 * rounding)]
  const corner = (right: number, low: number) =>
    `a${rounding} ${rounding} 0 0 1 ${right * rounding} ${low * rounding}`
  return `M${rounded(x + rounding)} ${rounded(y)}h${across}${corner(1, 1)}v${down}${corner(-1, 1)}`
    + `h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}Z`
    // Drawn the other way round, so that it is left out.
    + `M${rounded(inner.x)} ${rounded(inner.y)}v${inner.height}h${inner.width}v${-inner.height}Z`
}

/** The centres of all cells in the drawing, sorted into `tones` groups of which no two touch alike. */
export function centresByTone(geometry: Geometry, origin: Point, tones: 2 | 3): Point[][] {
  const groups: Point[][] = Array.from({ length: tones }, () => [])
  for (let cell = 0; cell < geometry.cellCount; ++cell) {
    const { x, y } = geometry.centre(cell)
    const [column, row] = [geometry.column(cell), geometry.row(cell)]
    // On hexagons columns minus rows gives all three neighbours of a corner different tones.
    const tone = geometry.isHexagonal ? (((column - row) % tones) + tones) % tones : (column + row) % tones
    groups[tone].push({ x: origin.x + x, y: origin.y + y })
  }
  return groups
}

/** The shape of all holes together, and the inner shadow that their upper edges cast. */
export function holePaths(geometry: Geometry, { origin }: Layout, holes: Cell[]): { cut: string; shadow: string } {
  const all = new Set(holes)
  const corner = (cell: Cell) => ({
    x: origin.x + geometry.column(cell) * UNIT,
    y: origin.y + geometry.row(cell) * UNIT,
  })
  const cut = repeated(`M0 0h${UNIT}v${UNIT}h${-UNIT}Z`, holes.map(corner))
  const isOpenAbove = (cell: Cell) => {
    const above = geometry.cell(geometry.column(cell), geometry.row(cell) - 1)
    return above === null || !all.has(above)
  }
  const shadow = repeated(`M0 0h${UNIT}v14h${-UNIT}Z`, holes.filter(isOpenAbove).map(corner))
  return { cut, shadow }
}

/** The lines of a grid as a hand draws them, a little beyond the board and never quite straight. */
export function inkedGrid({ x, y, width, height }: Rectangle, seed: number): string {
  const random = randomFrom(seed)
  const wobble = () => (random() - 0.5) * 5
  const line = (from: Point, to: Point) => {
    const points = Array.from({ length: 6 }, (_, index) => ({
      x: from.x + ((to.x - from.x) * index) / 5 + wobble(),
      y: from.y + ((to.y - from.y) * index) / 5 + wobble(),
    }))
    return smooth(points)
  }
  const reach = 6
  const upright = Array.from({ length: Math.round(width / UNIT) - 1 }, (_, index) => {
    const place = x + (index + 1) * UNIT
    return line({ x: place, y: y - reach }, { x: place, y: y + height + reach })
  })
  const level = Array.from({ length: Math.round(height / UNIT) - 1 }, (_, index) => {
    const place = y + (index + 1) * UNIT
    return line({ x: x - reach, y: place }, { x: x + width + reach, y: place })
  })
  return [...upright, ...level].join('')
}

/** Printed lines to write on. */
export function ruledLines({ x, y, width, height }: Rectangle, distance: number): string {
  const count = Math.floor(height / distance)
  return Array.from({ length: count }, (_, index) => `M${x} ${rounded(y + (index + 0.75) * distance)}h${width}`).join('')
}
