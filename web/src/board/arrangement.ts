// Where the balls of a field lie: how many fit, how large they are, which ones roll away.
import type { Cell } from '../types'
import { UNIT, type Geometry, type Point } from './geometry'

export interface Arrangement { radius: number; balls: Point[] }

/** More balls than this do not fit; a number says how many there are. */
export const MAX_BALLS = 7

/** How far from the centre a ball lies that is about to roll to a neighbour. */
export const ROLL_START = 23
/** The radius of a ball that rolls. */
export const ROLL_RADIUS = 19

const ring = (count: number, radius: number, turn: number): Point[] =>
  Array.from({ length: count }, (_, index) => {
    const angle = ((index / count) * 2 + turn) * Math.PI
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
  })

const centre: Point = { x: 0, y: 0 }

const resting: Record<number, Arrangement> = {
  1: { radius: 28, balls: [centre] },
  2: { radius: 21, balls: [{ x: -18, y: -11 }, { x: 18, y: 11 }] },
  3: { radius: 19.5, balls: ring(3, 22.5, -0.5).map(({ x, y }) => ({ x, y: y + 4 })) },
  4: { radius: 18.5, balls: ring(4, 26, -0.25) },
  5: { radius: 15, balls: [...ring(4, 27, -0.25), centre] },
  6: { radius: 14, balls: [...ring(5, 28, -0.5), centre] },
  7: { radius: 13, balls: [...ring(6, 28, -0.5), centre] },
}

/** The directions to the neighbours of a field, as steps of length 1; round a torus too. */
export function directions(geometry: Geometry, cell: Cell): Point[] {
  return geometry.ways.filter((way) => geometry.next(cell, way) !== null).map((way) => way.direction)
}

/** The rim of a field that one more ball makes overflow, and how far it lies below the field's centre. */
export function rim(geometry: Geometry): string { return geometry.outline(geometry.isHexagonal ? 8 : 7, 19) }
export const RIM_LOWERED = 1.5

/** A field that overflows shows its balls in front of the neighbours they will roll to. */
export function arrangement(geometry: Geometry, cell: Cell, count: number): Arrangement {
  const shown = Math.max(1, Math.min(MAX_BALLS, count))
  if (count < geometry.capacity(cell) || count > 5) return resting[shown]
  const ways = directions(geometry, cell)
  const isOverfull = count > ways.length
  const distance = isOverfull ? 29 : ROLL_START
  const leaving = ways.map(({ x, y }) => ({ x: x * distance, y: y * distance }))
  return isOverfull
    ? { radius: 14.5, balls: [...leaving, centre] }
    : { radius: ROLL_RADIUS, balls: leaving }
}

/** How far a rolling ball travels: from where it lay to the middle of the neighbour. */
export const ROLL_LENGTH = UNIT - ROLL_START
