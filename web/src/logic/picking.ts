// How picked cells become a move: one cell, a pair without order, or from one cell to another.
import type { BoardInfo, Cell } from '../types'

export interface Picked {
  first: Cell | null
  /** What may follow the first; null until the server has said so. */
  seconds: Cell[] | null
  /** A second cell that was picked before that. */
  wanted: Cell | null
}

export const nothingPicked: Picked = { first: null, seconds: null, wanted: null }

export interface PickResult {
  picked: Picked
  /** `asks`: the cells after the first are needed now. */
  outcome: 'asks' | 'waits' | 'undone' | 'impossible' | { move: Cell[] }
}

export function pick(board: BoardInfo, picks: Cell[], picked: Picked, cell: Cell): PickResult {
  if (board.cells_per_move === 1) {
    return picks.includes(cell)
      ? { picked: nothingPicked, outcome: { move: [cell] } }
      : { picked: nothingPicked, outcome: 'impossible' }
  }
  if (picked.first === null) {
    return picks.includes(cell)
      ? { picked: { ...nothingPicked, first: cell }, outcome: 'asks' }
      : { picked, outcome: 'impossible' }
  }
  if (cell === picked.first) return { picked: nothingPicked, outcome: 'undone' }
  if (picked.seconds === null) return { picked: { ...picked, wanted: cell }, outcome: 'waits' }
  if (picked.seconds.includes(cell)) {
    return { picked: nothingPicked, outcome: { move: [picked.first, cell] } }
  }
  // Another own piece instead of a target: that is meant to be moved now.
  if (!board.unordered && picks.includes(cell)) {
    return { picked: { ...nothingPicked, first: cell }, outcome: 'asks' }
  }
  return { picked, outcome: 'impossible' }
}

/** The server's answer to what may follow `first`; nothing happens if something else is picked by now. */
export function learnSeconds(
  board: BoardInfo,
  picks: Cell[],
  picked: Picked,
  first: Cell,
  seconds: Cell[],
): PickResult {
  if (picked.first !== first) return { picked, outcome: 'waits' }
  const known: Picked = { first, seconds, wanted: null }
  if (picked.wanted === null) return { picked: known, outcome: 'waits' }
  return pick(board, picks, known, picked.wanted)
}
