// Makes the steps of Kaskade and Othello moves for the gallery, as the server would send them.
import { Geometry } from '../board/geometry'
import type { BoardInfo, Cell, PlacedPiece, Step } from '../types'

export interface Scene { board: BoardInfo; pieces: PlacedPiece[]; steps: Step[]; after: PlacedPiece[] }

/** Adds a ball of `owner` and lets everything overflow, at most `longest` waves long. */
export function cascade(board: BoardInfo, pieces: PlacedPiece[], cell: Cell, owner: number, longest = 100000): Scene {
  const geometry = new Geometry(board)
  const balls = new Array<number>(geometry.cellCount).fill(0)
  const owners = new Array<number>(geometry.cellCount).fill(-1)
  for (const [at, , by, count] of pieces) [balls[at], owners[at]] = [count, by]
  const neighbours = balls.map((_, at) => geometry.neighbours(at))
  const after = (at: Cell): [Step[4], number, number] =>
    balls[at] > 0 ? ['ball', owner, balls[at]] : ['none', -1, 0]

  const steps: Step[] = []
  balls[cell] += 1
  owners[cell] = owner
  steps.push([0, 'place', -1, cell, ...after(cell)])
  for (let wave = 1; wave <= longest; ++wave) {
    const toppling = [...balls.keys()].filter((at) => balls[at] >= neighbours[at].length)
    if (toppling.length === 0) break
    for (const at of toppling) {
      balls[at] -= neighbours[at].length
      steps.push([wave, 'topple', -1, at, ...after(at)])
    }
    for (const at of toppling) {
      for (const to of neighbours[at]) {
        balls[to] += 1
        owners[to] = owner
        steps.push([wave, 'roll', at, to, ...after(to)])
      }
    }
  }
  const standing = [...balls.keys()].filter((at) => balls[at] > 0)
  return { board, pieces, steps, after: standing.map((at) => [at, 'ball', owners[at], balls[at]]) }
}

/** A board with every field one below overflow but some, which makes hundreds of waves. */
export function nearlyFull(board: BoardInfo, gaps: Cell[], spared: Cell[]): PlacedPiece[] {
  const geometry = new Geometry(board)
  return Array.from({ length: geometry.cellCount }, (_, cell): PlacedPiece => {
    const full = geometry.neighbours(cell).length - 1
    const count = gaps.includes(cell) ? Math.max(1, full - 1) : full
    return [cell, 'ball', spared.includes(cell) ? 1 : 0, count]
  })
}

/** Turns the discs that a new one of `owner` brackets, nearest first. */
export function othelloMove(board: BoardInfo, pieces: PlacedPiece[], cell: Cell, owner: number): Scene {
  const geometry = new Geometry(board)
  const owners = new Map(pieces.map((piece) => [piece[0], piece[1] === 'hole' ? -1 : piece[2]]))
  const steps: Step[] = [[0, 'place', -1, cell, 'stone', owner, 1]]
  for (const [right, down] of [[1, 0], [0, 1], [1, 1], [1, -1], [-1, 0], [0, -1], [-1, -1], [-1, 1]]) {
    const line: Cell[] = []
    for (let length = 1; ; ++length) {
      const next = geometry.cell(geometry.column(cell) + right * length, geometry.row(cell) + down * length)
      const by = next === null ? undefined : owners.get(next)
      if (next !== null && by === 1 - owner) {
        line.push(next)
        continue
      }
      if (by === owner) steps.push(...line.map((at, index): Step => [index + 1, 'flip', cell, at, 'stone', owner, 1]))
      break
    }
  }
  steps.sort((one, other) => one[0] - other[0])
  const changed = new Set(steps.map((step) => step[3]))
  return {
    board,
    pieces,
    steps,
    after: [
      ...pieces.filter((piece) => !changed.has(piece[0])),
      ...[...changed].map((at): PlacedPiece => [at, 'stone', owner, 1]),
    ],
  }
}
