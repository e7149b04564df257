// What the engine's scores say about players and about moves.
import type { Evaluation, EvaluationInfo, Player } from '../types'
import { ApiError } from './api'

/** Each player's share of the point, where it is known: for two players always, else for the mover. */
export function sharesOf(score: Evaluation, toMove: Player, players: number): (number | null)[] {
  return Array.from({ length: players }, (_, player) => {
    if (player === toMove) return score.expected
    return players === 2 ? 1 - score.expected : null
  })
}

/** The shares of a finished game, `1-0` or `1/3-1/3-1/3`. */
export function sharesOfResult(result: string): number[] | null {
  if (result === '*') return null
  return result.split('-').map((part) => {
    const [above, below = '1'] = part.split('/')
    return Number(above) / Number(below)
  })
}

export type Fault = 'inaccuracy' | 'mistake' | 'blunder'

/** How much of the point a move has given away, said roughly. */
export function faultOf(before: number | null, after: number | null): Fault | null {
  if (before === null || after === null) return null
  const lost = before - after
  if (lost >= 0.3) return 'blunder'
  if (lost >= 0.18) return 'mistake'
  return lost >= 0.1 ? 'inaccuracy' : null
}

export const faultSigns: Record<Fault, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' }

export interface Task { index: number; position: string }

/** Evaluates many positions in the background, few at a time. */
export class Analysis {
  private isStopped = false
  private readonly stopper = new AbortController()

  constructor(
    private readonly evaluate: (position: string, signal: AbortSignal) => Promise<EvaluationInfo>,
    private readonly onresult: (index: number, evaluation: EvaluationInfo) => void,
    private readonly maxAtOnce = 2,
  ) {}

  /** Resolves when all are done or stopped; throws what `evaluate` throws. */
  async run(tasks: Task[]): Promise<void> {
    const waiting = [...tasks]
    const work = async (): Promise<void> => {
      for (let task = waiting.shift(); task && !this.isStopped; task = waiting.shift()) {
        try {
          const evaluation = await this.evaluate(task.position, this.stopper.signal)
          if (!this.isStopped) this.onresult(task.index, evaluation)
        } catch (error) {
          if (this.isStopped) return
          // A busy server is asked again later rather than given up.
          if (error instanceof ApiError && (error.status === 429 || error.status === 503)) {
            waiting.push(task)
            await new Promise((resume) => setTimeout(resume, 1000))
          } else {
            throw error
          }
        }
      }
    }
    await Promise.all(Array.from({ length: this.maxAtOnce }, work))
  }

  stop(): void {
    this.isStopped = true
    this.stopper.abort()
  }
}
