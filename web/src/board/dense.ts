// The balls of a large board in motion, as a few flat paths: thousands of shaded balls are too slow.
import type { PlacedPiece, Player } from '../types'
import { arrangement, rim, RIM_LOWERED } from './arrangement'
import { repeated, rounded, UNIT, type Geometry, type Point } from './geometry'

/** Boards with more fields are drawn this way while balls roll. */
const MAX_SHADED_FIELDS = 150

export function isDense(geometry: Geometry): boolean { return geometry.cellCount > MAX_SHADED_FIELDS }

interface Disc extends Point { radius: number }

/** The balls of one owner in one row: their edge and, smaller and shifted to the light, their body. */
export interface Band { owner: Player; edge: string; body: string }

/** One row of fields; paths that span only a row are drawn much faster than those that span the board. */
export interface Row {
  bands: Band[]
  /** Fields that one more ball makes overflow, and those that overflow. */
  full: string
  overflowing: string
}

const lowered = ({ x, y }: Point): Point => ({ x, y: y + RIM_LOWERED })

/** Filled circles as the data of one path. */
export function discPath(discs: Disc[]): string {
  return discs.map(({ x, y, radius }) => {
    const arc = (width: number) => `a${radius} ${radius} 0 1 0 ${width} 0`
    return `M${rounded(x - radius)} ${rounded(y)}${arc(2 * radius)}${arc(-2 * radius)}Z`
  }).join('')
}

function bandOf(owner: Player, discs: Disc[]): Band {
  const bodies = discs.map(({ x, y, radius }) => ({
    x: x - radius * 0.12,
    y: y - radius * 0.14,
    radius: rounded(radius * 0.76),
  }))
  return { owner, edge: discPath(discs), body: discPath(bodies) }
}

/** Balls of one owner and size, row by row. */
export function bandsOf(owner: Player, balls: Point[], radius: number): Band[] {
  const rows = new Map<number, Disc[]>()
  for (const { x, y } of balls) {
    const row = Math.floor(y / UNIT)
    const discs = rows.get(row) ?? []
    rows.set(row, discs)
    discs.push({ x, y, radius })
  }
  return [...rows.values()].map((discs) => bandOf(owner, discs))
}

/** All balls on the board, row by row. */
export function denseRows(geometry: Geometry, pieces: PlacedPiece[]): Row[] {
  const rows = Array.from({ length: geometry.rows }, () => ({
    discs: new Map<Player, Disc[]>(), full: [] as Point[], overflowing: [] as Point[],
  }))
  for (const [cell, , owner, count] of pieces) {
    const row = rows[geometry.row(cell)]
    const centre = geometry.centre(cell)
    const { radius, balls } = arrangement(geometry, cell, count)
    const discs = row.discs.get(owner) ?? []
    row.discs.set(owner, discs)
    for (const { x, y } of balls) discs.push({ x: centre.x + x, y: centre.y + y, radius })
    const missing = geometry.capacity(cell) - count
    if (missing === 1) row.full.push(centre)
    if (missing <= 0) row.overflowing.push(centre)
  }
  return rows.map(({ discs, full, overflowing }) => ({
    bands: [...discs.entries()].map(([owner, of]) => bandOf(owner, of)),
    full: repeated(rim(geometry), full.map(lowered)),
    overflowing: repeated(rim(geometry), overflowing.map(lowered)),
  }))
}
