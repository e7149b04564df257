// Made-up boards and positions for the gallery: every game, small and large.
import { Geometry } from '../board/geometry'
import { capacitiesOf, lookOf } from '../testing/looks'
import type { BoardInfo, Cell, PlacedPiece } from '../types'

export const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `${index + from}`)
export const letters = (count: number) => Array.from({ length: count }, (_, index) => String.fromCharCode(65 + index))

/** Numbers from 0 to 1, the same in every run. */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
}

const square = {
  shape: 'square', edges: 'closed', cells_per_move: 1, unordered: false, moves_pieces: false, capacities: null,
  notation: { is_row_first: false, between_parts: '', between_cells: '->' },
} as const

export function kaskadeBoard(columns: number, rows: number): BoardInfo {
  return {
    ...square, game: 'kaskade', look: lookOf('kaskade'), columns, rows, players: ['A', 'B'],
    capacities: capacitiesOf({ columns, rows }),
    column_labels: numbers(columns), row_labels: numbers(rows),
  }
}

export function othelloBoard(columns: number, rows: number): BoardInfo {
  return {
    ...square, game: 'othello', look: lookOf('othello'), columns, rows, players: ['black', 'white'],
    column_labels: letters(columns), row_labels: numbers(rows, 1),
  }
}

export function connect6Board(size: number, edges: 'closed' | 'torus', players: number): BoardInfo {
  return {
    ...square, edges, game: 'connect6', look: lookOf('connect6'), columns: size, rows: size,
    players: numbers(players, 1).map((number) => `P${number}`),
    cells_per_move: 2, unordered: true, column_labels: numbers(size), row_labels: numbers(size),
  }
}

export function towerwarsBoard(size: number): BoardInfo {
  return {
    ...square, shape: 'hexagon', game: 'towerwars', look: lookOf('towerwars'), moves_pieces: true, columns: size, rows: size, players: ['red', 'blue'],
    cells_per_move: 2, column_labels: letters(size), row_labels: numbers(size, 1),
  }
}

export function tictactoeBoard(columns: number, rows: number): BoardInfo {
  return {
    ...square, game: 'tictactoe', look: lookOf('tictactoe'), columns, rows, players: ['X', 'O'],
    column_labels: numbers(columns, 1), row_labels: letters(rows),
  }
}

/** A board of a game that the page knows nothing of. */
export function unknownBoard(shape: BoardInfo['shape'], size: number, change: Partial<BoardInfo> = {}): BoardInfo {
  return {
    ...square, shape, game: 'unknown', look: lookOf('unknown'), columns: size, rows: size, players: ['black', 'white'],
    column_labels: letters(size), row_labels: numbers(size, 1), ...change,
  }
}

export function kaskadePieces(board: BoardInfo, seed: number, share = 0.62): PlacedPiece[] {
  const random = chance(seed)
  const pieces: PlacedPiece[] = []
  for (let cell = 0; cell < board.columns * board.rows; ++cell) {
    if (random() > share) continue
    pieces.push([cell, 'ball', random() < 0.5 ? 0 : 1, 1 + Math.floor(random() * (new Geometry(board).capacity(cell) - 1))])
  }
  return pieces
}

/** Pieces from rows of text, one sign for every cell. */
export function piecesFrom(rows: string[], signs: Record<string, [PlacedPiece[1], number, number]>): PlacedPiece[] {
  return rows.flatMap((row, index) => [...row].flatMap((sign, column): PlacedPiece[] => {
    const piece = signs[sign]
    return piece ? [[index * row.length + column, ...piece]] : []
  }))
}

const discs: Parameters<typeof piecesFrom>[1] = { B: ['stone', 0, 1], W: ['stone', 1, 1], '#': ['hole', -1, 1] }

export const othelloMiddle = piecesFrom([
  '--------', '--W-----', '--BWW---', '--BBWB--', '--BWBB--', '---W-W--', '--------', '--------',
], discs)

export const othelloHoles = piecesFrom([
  '--------', '-##--#--', '-#BWW---', '--BBWB--', '--BWBB--', '---W-W--', '--#--##-', '--------',
], discs)

/** A row of white discs about to be turned by black on its right end, in three directions. */
export const othelloBeforeFlips = piecesFrom([
  '--------', '-B------', '--W-----', '---W----', 'BWWW--B-', '---WW---', '--W-W---', '-B--B---',
], discs)

export function othelloFull(board: BoardInfo): PlacedPiece[] {
  const random = chance(5)
  const pieces: PlacedPiece[] = []
  for (let cell = 0; cell < board.columns * board.rows; ++cell) {
    const value = random()
    if (value < 0.02) pieces.push([cell, 'hole', -1, 1])
    else if (value < 0.9) pieces.push([cell, 'stone', random() < 0.5 ? 0 : 1, 1])
  }
  return pieces
}

export function connect6Pieces(board: BoardInfo, count: number, seed: number): PlacedPiece[] {
  const random = chance(seed)
  const taken = new Map<Cell, PlacedPiece>()
  for (let stone = 0; taken.size < count; ++stone) {
    const spread = () => Math.floor(((random() + random() + random()) / 3) * board.columns * 1.2 - board.columns * 0.1)
    const wrap = (value: number) => (value + board.columns) % board.columns
    const cell = wrap(spread()) * board.columns + wrap(spread())
    taken.set(cell, [cell, 'stone', stone % board.players.length, 1])
  }
  return [...taken.values()]
}

export function withLine(pieces: PlacedPiece[], cells: Cell[], owner: number): PlacedPiece[] {
  const line = new Set(cells)
  return [
    ...pieces.filter((piece) => !line.has(piece[0])),
    ...cells.map((cell): PlacedPiece => [cell, 'stone', owner, 1]),
  ]
}

/** The beginning of a game, with some stones moved and stacked. */
export function towerwarsPieces(size: number, changes: PlacedPiece[], removed: Cell[] = []): PlacedPiece[] {
  const reach = Math.floor(size / 2)
  const pieces = new Map<Cell, PlacedPiece>()
  const distance = (x: number, y: number) => (Math.abs(x) + Math.abs(y) + Math.abs(x + y)) / 2
  for (let row = 0; row < size; ++row) {
    for (let column = 0; column < size; ++column) {
      const cell = row * size + column
      const [red, blue] = [distance(column, row), distance(size - 1 - column, size - 1 - row)]
      if (red === 0) pieces.set(cell, [cell, 'base', 0, 1])
      else if (blue === 0) pieces.set(cell, [cell, 'base', 1, 1])
      else if (red <= reach) pieces.set(cell, [cell, 'stone', 0, 1])
      else if (blue <= reach) pieces.set(cell, [cell, 'stone', 1, 1])
    }
  }
  for (const cell of removed) pieces.delete(cell)
  for (const piece of changes) pieces.set(piece[0], piece)
  return [...pieces.values()]
}

export const ink: Parameters<typeof piecesFrom>[1] = { X: ['stone', 0, 1], O: ['stone', 1, 1] }
