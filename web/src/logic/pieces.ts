// What the pieces on a board add up to, and what a move's steps tell besides them.
import type { Cell, Counted, Look, PieceKind, PlacedPiece, Player, Step } from '../types'

/** How many stones, balls or stones of towers each player has, or fields with them; bases and holes do not count. */
export function countPieces(pieces: PlacedPiece[], players: number, what: Counted = 'pieces'): number[] {
  const counts = new Array<number>(players).fill(0)
  for (const [, kind, owner, count] of pieces) {
    if (owner < 0 || owner >= players || kind === 'base' || kind === 'hole') continue
    // A tower of height n is n + 1 stones high.
    const standing = kind === 'tower' || kind === 'blocked' ? count + 1 : count
    counts[owner] += what === 'fields' ? 1 : standing
  }
  return counts
}

export function pieceAt(pieces: PlacedPiece[], cell: Cell): PlacedPiece | undefined {
  return pieces.find((piece) => piece[0] === cell)
}

export function whoPasses(steps: Step[]): Player[] {
  return steps.filter((step) => step[1] === 'pass').map((step) => step[5])
}

/** The number of fields that overflowed, discs turned, pieces captured: what is worth a word. */
export function countSteps(steps: Step[], kind: Step[1]): number {
  return steps.filter((step) => step[1] === kind).length
}

/** How many fields a move's cascade made overflow, and in how many waves. */
export function countOverflows(steps: Step[]): { fields: number; waves: number } {
  const topples = steps.filter((step) => step[1] === 'topple')
  return { fields: new Set(topples.map((step) => step[3])).size, waves: new Set(topples.map((step) => step[0])).size }
}

/** The fields that belonged to somebody else before. */
export function countTakenOver(before: PlacedPiece[], after: PlacedPiece[]): number {
  const owners = new Map(before.map(([cell, , owner]) => [cell, owner]))
  return after.filter(([cell, , owner]) => owners.has(cell) && owners.get(cell) !== owner).length
}

/** What a ghost of the next move looks like in a game whose moves place something. */
export function placedKind({ pieces }: Look): PieceKind {
  return pieces === 'balls' ? 'ball' : 'stone'
}
