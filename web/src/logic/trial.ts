// A move that is tried out on the board before it counts.
import { api } from './api'
import type { Cell, PositionInfo, Step } from '../types'

export interface Trial { move: string; cells: Cell[]; steps: Step[]; after: PositionInfo }

/** What the move would change, by the server's rules. */
export async function tryMove(game: string, position: string, move: string, cells: Cell[]): Promise<Trial> {
  const answer = await api.position({ game, position, move })
  return { move, cells, steps: answer.steps ?? [], after: answer.after ?? answer.position }
}
