// The strokes of crosses and rings as a quick hand draws them, each a little different from cell to cell.
import type { Cell, Colour } from '../types'
import { rounded, type Point } from './geometry'
import { randomFrom } from './texture'

/** One stroke of a pen: a filled shape and the point where the pen is set down. */
export interface PenStroke { path: string; start: Point }

interface PenPoint extends Point { width: number }

/** Enough points that a ring looks round on the largest screen. */
const RING_POINTS = 64
const REACH = 27
const WIDTH = 10.5

/** Crosses for one side and rings for the other, so that nobody needs to see the colour. */
export function strokesOf(colour: Colour, cell: Cell): PenStroke[] {
  return colour === 'red' || colour === 'black' ? crossStrokes(cell) : ringStrokes(cell)
}

export function crossStrokes(cell: Cell): PenStroke[] {
  const random = randomFrom(cell * 7 + 3)
  const loose = (value: number) => value + (random() - 0.5) * 7
  const stroke = (from: Point, to: Point) => {
    const bend = (random() - 0.5) * 9
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const length = Math.hypot(dx, dy)
    return penStroke(Array.from({ length: 9 }, (_, index) => {
      const part = index / 8
      const bulge = Math.sin(part * Math.PI) * bend
      return {
        x: from.x + dx * part - (dy / length) * bulge,
        y: from.y + dy * part + (dx / length) * bulge,
        width: WIDTH * pressure(part),
      }
    }))
  }
  return [
    stroke({ x: loose(-REACH), y: loose(-REACH) }, { x: loose(REACH), y: loose(REACH) }),
    stroke({ x: loose(REACH), y: loose(-REACH) }, { x: loose(-REACH), y: loose(REACH) }),
  ]
}

export function ringStrokes(cell: Cell): PenStroke[] {
  const random = randomFrom(cell * 11 + 5)
  const begin = -Math.PI * (0.45 + random() * 0.15)
  const sweep = Math.PI * (2.1 + random() * 0.12)
  const [wide, high] = [29 + random() * 3, 30 + random() * 3]
  const opening = 3 + random() * 4
  const points = Array.from({ length: RING_POINTS + 1 }, (_, index) => {
    const part = index / RING_POINTS
    const angle = begin - sweep * part
    const shrink = opening * (part - 0.5)
    return {
      x: (wide + shrink) * Math.cos(angle),
      y: (high + shrink) * Math.sin(angle),
      width: WIDTH * pressure(part),
    }
  })
  return [penStroke(points)]
}

/** How hard the pen is pressed at a part of the way: set down at once, lifted slowly. */
function pressure(part: number): number {
  return 0.55 + 0.45 * Math.sin(Math.PI * Math.min(1, 0.25 + part * 0.68))
}

/** The outline of a stroke: along one side, round the end, back along the other. */
function penStroke(points: PenPoint[]): PenStroke {
  const sides = points.map((point, index) => {
    const before = points[Math.max(0, index - 1)]
    const after = points[Math.min(points.length - 1, index + 1)]
    const length = Math.hypot(after.x - before.x, after.y - before.y)
    const across = {
      x: (-(after.y - before.y) / length) * (point.width / 2),
      y: ((after.x - before.x) / length) * (point.width / 2),
    }
    return {
      left: { x: point.x + across.x, y: point.y + across.y },
      right: { x: point.x - across.x, y: point.y - across.y },
    }
  })
  const text = ({ x, y }: Point) => `${rounded(x)} ${rounded(y)}`
  const cap = (width: number) => `A${rounded(width / 2)} ${rounded(width / 2)} 0 0 0 `
  const [first, last] = [points[0], points[points.length - 1]]
  const lefts = sides.map((side) => text(side.left))
  const rights = sides.map((side) => text(side.right)).reverse()
  const path = `M${lefts.join('L')}${cap(last.width)}${rights.join('L')}${cap(first.width)}${lefts[0]}Z`
  return { path, start: { x: first.x, y: first.y } }
}
