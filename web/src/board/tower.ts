// The shapes of flat stones: how they stack and where lock, number and crown sit.
import type { Colour, PlacedPiece } from '../types'
import { rounded } from './geometry'

export interface Outline { side: string; top: string; groove: string }

export const THICKNESS = 12
const ROUND = { x: 33, y: 23.5 }
const ANGULAR = { x: 36, y: 25 }
/** A stack stays below this height, so that it hides no more than the field behind it. */
const HIGHEST = 66
const STEP = 16

function ellipse(x: number, y: number): string {
  return `M${-x} 0A${x} ${y} 0 0 1 ${x} 0A${x} ${y} 0 0 1 ${-x} 0Z`
}

function hexagon(x: number, y: number): string {
  const [half, low] = [rounded(x / 2), rounded(y * 0.92)]
  return `M${-x} 0L${-half} ${-low}H${half}L${x} 0L${half} ${low}H${-half}Z`
}

export const roundToken: Outline = {
  side: `M${-ROUND.x} 0v${THICKNESS}a${ROUND.x} ${ROUND.y} 0 0 0 ${2 * ROUND.x} 0v${-THICKNESS}Z`,
  top: ellipse(ROUND.x, ROUND.y),
  groove: ellipse(ROUND.x * 0.68, ROUND.y * 0.66),
}

const low = rounded(ANGULAR.y * 0.92)
export const angularToken: Outline = {
  side: `M${-ANGULAR.x} 0v${THICKNESS}L${-ANGULAR.x / 2} ${low + THICKNESS}H${ANGULAR.x / 2}`
    + `L${ANGULAR.x} ${THICKNESS}v${-THICKNESS}Z`,
  top: hexagon(ANGULAR.x, ANGULAR.y),
  groove: hexagon(ANGULAR.x * 0.68, ANGULAR.y * 0.66),
}

/** Round tokens for one side and angular ones for the other, so that nobody needs to see the colour. */
export function tokenOf(colour: Colour): Outline { return colour === 'red' || colour === 'black' ? roundToken : angularToken }

/** The heights of the tokens of a stack from the lowest to the top one, upwards negative. */
export function stack(tokens: number): number[] {
  const height = HIGHEST * (1 - Math.exp((-STEP * (tokens - 1)) / HIGHEST))
  const step = tokens > 1 ? height / (tokens - 1) : 0
  const lowest = 4 + Math.min(10, (tokens - 1) * 4)
  return Array.from({ length: tokens }, (_, index) => rounded(lowest - index * step))
}

/** How many stones a piece is made of: a tower of height 1 is a stone on a stone. */
export function tokensOf(kind: string, count: number): number {
  return kind === 'tower' || kind === 'blocked' ? count + 1 : 1
}

/** How far above a single stone the top stone of a piece lies, upwards negative. */
export function riseOf(piece: PlacedPiece | undefined): number {
  if (!piece) return 0
  const heights = stack(tokensOf(piece[1], piece[3]))
  return rounded(heights[heights.length - 1] - stack(1)[0])
}

export const crown = 'M-25 16V-13L-13 -2L0 -22L13 -2L25 -13V16Z'
