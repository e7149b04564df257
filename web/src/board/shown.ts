// What stands on the board while it is shown: pieces by cell, changed step by step.
import type { Cell, PlacedPiece, Step } from '../types'

export type Shown = ReadonlyMap<Cell, PlacedPiece>

function isSame(one: PlacedPiece | undefined, other: PlacedPiece): boolean {
  return one !== undefined && one[1] === other[1] && one[2] === other[2] && one[3] === other[3]
}

/** The cell whose piece a step changes, or null if it changes none. */
export function changedCell(step: Step): Cell | null {
  const [, kind, from, to] = step
  if (kind === 'line' || kind === 'pass') return null
  return kind === 'leave' ? from : to
}

/** What stands there after the steps; untouched pieces stay the same objects. */
export function applied(shown: Shown, steps: Step[]): Shown {
  const next = new Map(shown)
  for (const step of steps) {
    const cell = changedCell(step)
    if (cell === null) continue
    const [, , , , kind, owner, count] = step
    if (kind === 'none') next.delete(cell)
    else next.set(cell, [cell, kind, owner, count])
  }
  return next
}

/**
 * The pieces by cell, in the order of the cells so that towers overlap those behind them. Pieces
 * equal to the ones in `before` stay the same objects, which spares drawing them again.
 */
export function shownFrom(pieces: Iterable<PlacedPiece>, before: Shown = new Map()): Shown {
  const sorted = [...pieces].sort((one, other) => one[0] - other[0])
  return new Map(sorted.map((piece) => {
    const known = before.get(piece[0])
    return [piece[0], known && isSame(known, piece) ? known : piece]
  }))
}
