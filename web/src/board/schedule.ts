// When the waves of a move are shown, and which are merged because there is no time for each.
import type { Step } from '../types'

/** A whole move is shown within this time, however many waves it has. */
export const LONGEST_SHOW = 6000
/** Shorter than this nobody sees a wave; it is merged with the next. */
const SHORTEST_BEAT = 60
/** Each wave of a long cascade is shown this much faster than the one before. */
const ACCELERATION = 0.88
const MAX_MERGED = 8
const FRAMES_JUDGED = 12
const SLOW_FRAME = 24
const GOOD_FRAME = 19

/** The steps wave by wave; waves that show nothing on the board are left out. */
export function wavesOf(steps: Step[]): Step[][] {
  const waves: Step[][] = []
  let number = -1
  for (const step of steps) {
    if (step[1] === 'pass') continue
    if (step[0] !== number || waves.length === 0) waves.push([])
    number = step[0]
    waves[waves.length - 1].push(step)
  }
  return waves
}

/**
 * When each wave ends, in milliseconds from the beginning. The first ones take `speed` each; if
 * that would last too long, the following are faster and faster, down to an even rest.
 */
export function waveEnds(waves: number, speed: number, longest = LONGEST_SHOW): number[] {
  const ends = (minDuration: number) => {
    let end = 0
    let duration = speed
    return Array.from({ length: waves }, () => {
      end += Math.max(minDuration, Math.min(speed, duration))
      duration *= ACCELERATION
      return end
    })
  }
  if (waves * speed <= longest) return ends(speed)
  let [low, high] = [0, speed]
  for (let round = 0; round < 30; ++round) {
    const middle = (low + high) / 2
    if (ends(middle)[waves - 1] > longest) high = middle
    else low = middle
  }
  return ends(low)
}

/** Waves shown as one: all but the last are applied at once, the last one moves. */
export interface Beat { first: number; last: number; duration: number }

/** Chooses beat after beat so that the show keeps its time even if drawing is slow. */
export class Pace {
  private next = 0
  private merged = 1
  private deltas: number[] = []
  private hasStruggled = false

  constructor(private readonly ends: number[]) {}

  /** The beat to show now, `elapsed` milliseconds after the beginning; null at the end. */
  beat(elapsed: number): Beat | null {
    const first = this.next
    const final = this.ends.length - 1
    if (first > final) return null
    let last = Math.min(final, first + this.merged - 1)
    while (last < final && this.ends[last] - elapsed < SHORTEST_BEAT) ++last
    this.next = last + 1
    return { first, last, duration: Math.max(0, this.ends[last] - elapsed) }
  }

  /** Whether frames were slow once; then it is better to show stills than to move hundreds of balls. */
  get isStruggling(): boolean { return this.hasStruggled }

  /** Hears how long a frame took; slow frames make the coming beats fewer and longer. */
  frame(delta: number): void {
    this.deltas.push(delta)
    if (this.deltas.length < FRAMES_JUDGED) return
    const average = this.deltas.reduce((sum, value) => sum + value, 0) / this.deltas.length
    this.deltas = []
    if (average > SLOW_FRAME) {
      this.merged = Math.min(MAX_MERGED, this.merged + 1)
      this.hasStruggled = true
    } else if (average < GOOD_FRAME) this.merged = Math.max(1, this.merged - 1)
  }
}
