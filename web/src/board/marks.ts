// What is marked on a board, and how densely: a board full of targets must not drown in marks.
import type { Cell } from '../types'

export interface Marks {
  /** The cells of the last move. */
  last?: Cell[]
  /** The cells that may be picked. */
  targets?: Cell[]
  /** The cells picked so far. */
  selected?: Cell[]
  /** The line that wins. */
  line?: Cell[]
  /** The move the computer would play. */
  hint?: Cell[]
  /** The move that is tried out. */
  trial?: Cell[]
}

const CROWDED = 0.3

/** Where nearly everything may be picked, marking it all says nothing. */
export function areCrowded(targets: Cell[], cellCount: number): boolean {
  return targets.length > cellCount * CROWDED
}

/** Whether a cell can be picked: any, if no targets are known. */
export function isPickable(marks: Marks, cell: Cell): boolean {
  return marks.targets === undefined || marks.targets.includes(cell)
}
