// The views of the gallery: which board in which state, and what moves there.
import { Geometry } from '../board/geometry'
import type { Marks } from '../board/marks'
import { lookOf } from '../testing/looks'
import type { BoardInfo, PlacedPiece, Player, Step } from '../types'
import { cascade, nearlyFull, othelloMove } from './cascade'
import {
  chance, connect6Board, connect6Pieces, ink, kaskadeBoard, kaskadePieces, othelloBeforeFlips, othelloBoard,
  othelloFull, othelloHoles, othelloMiddle, piecesFrom, tictactoeBoard, towerwarsBoard, towerwarsPieces, unknownBoard, withLine,
} from './fixtures'

export interface View {
  board: BoardInfo
  pieces: PlacedPiece[]
  marks?: Marks
  ghosts?: PlacedPiece[]
  mover?: Player
  steps?: Step[]
  after?: PlacedPiece[]
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

function longCascade(): View {
  const board = kaskadeBoard(20, 20)
  const random = chance(3)
  const gaps = range(400).filter(() => random() < 0.1)
  return cascade(board, nearlyFull(board, gaps, range(400).slice(250)), 210, 0, 340)
}

/** A move that turns many discs of a large board. */
function largeOthello(): View {
  const board = othelloBoard(26, 98)
  const pieces = othelloFull(board)
  const taken = new Set(pieces.map((piece) => piece[0]))
  const moves = range(26 * 98)
    .filter((cell) => !taken.has(cell))
    .slice(100, 130)
    .map((cell) => othelloMove(board, pieces, cell, 0))
    .sort((one, other) => other.steps.length - one.steps.length)
  return moves[0]
}

function kaskadeMove(): View {
  const board = kaskadeBoard(10, 10)
  const full = range(100).filter((cell) => {
    const [column, row] = [cell % 10, Math.floor(cell / 10)]
    return Math.abs(column - 4) + Math.abs(row - 4) <= 2
  })
  const around = kaskadePieces(board, 42).filter((piece) => !full.includes(piece[0]))
  const pieces = [...around, ...full.map((cell): PlacedPiece => [cell, 'ball', cell % 3 === 0 ? 1 : 0, 3])]
  const start = pieces.map((piece): PlacedPiece => (piece[0] === 44 ? [44, 'ball', 0, 3] : piece))
  return cascade(board, start, 44, 0, 12)
}

const towers: PlacedPiece[] = [
  [3 * 8 + 3, 'stone', 0, 1], [2 * 8 + 1, 'tower', 0, 2], [8 + 2, 'tower', 0, 1], [5 * 8 + 6, 'blocked', 1, 1],
  [4 * 8 + 4, 'stone', 1, 1], [6 * 8 + 5, 'tower', 1, 2], [2 * 8 + 2, 'blocked', 0, 2],
]
const towerBoard = towerwarsBoard(8)
const towerStart = towerwarsPieces(8, towers, [3 * 8 + 1, 6 * 8 + 6])

function towerMove(to: number, kind: Step[1], result: PlacedPiece): View {
  const from = 3 * 8 + 3
  return {
    board: towerBoard,
    pieces: towerStart,
    steps: [
      [0, 'leave', from, -1, 'none', -1, 0],
      [1, kind, from, to, result[1], result[2], result[3]],
    ],
    after: [...towerStart.filter((piece) => piece[0] !== from && piece[0] !== to), result],
  }
}

function largeTowers(): View {
  const random = chance(9)
  const changes = range(120).map((): PlacedPiece => {
    const cell = 30 + Math.floor(random() * 616)
    const owner = cell < 338 ? 0 : 1
    const height = 1 + Math.floor(random() * 8)
    return [cell, random() < 0.15 ? 'blocked' : 'tower', owner, height]
  })
  return { board: towerwarsBoard(26), pieces: towerwarsPieces(26, changes) }
}

const torusBoard = connect6Board(20, 'torus', 4)
const torusLine = [16, 17, 18, 19, 0, 1].map((column) => 8 * 20 + column)
const torusPieces = withLine(connect6Pieces(torusBoard, 64, 17), torusLine, 2)

const stonesBoard = connect6Board(19, 'closed', 2)
const stonesLine = range(6).map((index) => (6 + index) * 19 + 5 + index)
const stonesPieces = connect6Pieces(stonesBoard, 44, 23).filter((piece) => !stonesLine.includes(piece[0]))
const stonesBefore = withLine(stonesPieces, stonesLine.slice(0, 4), 0)

const noughts = piecesFrom(['-OX-X-', '-XOXO-', 'O-XO--', '-XO---', 'X-----'], ink)

const chain = [4, 3, 3, 2, 2, 2, 1].map((column, row) => row * 7 + column)

/** Games that have no file: everything is drawn from what they say of themselves. */
function unknownViews(): Record<string, () => View> {
  const stones = (board: BoardInfo, seed: number) => connect6Pieces(board, Math.floor(board.columns * board.rows * 0.4), seed)
  const torus = (shape: BoardInfo['shape']) => unknownBoard(shape, 9, { edges: 'torus' })
  const balls = unknownBoard('hexagon', 6, {
    look: { ...lookOf('kaskade'), material: '' },
    capacities: range(36).map((cell) => new Geometry({ shape: 'hexagon', edges: 'closed', columns: 6, rows: 6 }).neighbours(cell).length),
  })
  const pawns = unknownBoard('square', 5, { moves_pieces: true, players: ['red', 'blue'], look: { ...lookOf(''), colours: ['red', 'blue'] } })
  const hex = unknownBoard('hexagon', 7)
  return {
    'unknown': () => ({ board: unknownBoard('square', 8), pieces: [...stones(unknownBoard('square', 8), 5), [0, 'hole', -1, 1], [1, 'hole', -1, 1]], mover: 0, marks: { last: [20], targets: [2, 3, 62] } }),
    'unknown-torus': () => ({ board: torus('square'), pieces: stones(torus('square'), 6), mover: 1, marks: { hint: [40] } }),
    'unknown-moves': () => ({
      board: pawns, pieces: [...range(5).map((cell): PlacedPiece => [cell, 'stone', 1, 1]), ...range(5).map((cell): PlacedPiece => [20 + cell, 'stone', 0, 1])],
      marks: { selected: [22], targets: [17], last: [2, 7] },
    }),
    'unknown-hexagons': () => ({ board: hex, pieces: withLine(stones(hex, 8), chain, 0), marks: { line: chain, last: [chain[6]] } }),
    'unknown-hexagons-torus': () => ({ board: torus('hexagon'), pieces: stones(torus('hexagon'), 9), mover: 0, marks: { targets: [3, 4, 40], selected: [41] } }),
    'unknown-hexagons-balls': () => cascade(balls, [...range(36)].filter((cell) => cell % 3 !== 1).map((cell): PlacedPiece => [cell, 'ball', cell % 2, (balls.capacities?.[cell] ?? 1) - 1]), 14, 0, 6),
  }
}

/** Made only when they are looked at: some take a while. */
export const views: Record<string, () => View> = {
  'kaskade': () => ({
    board: kaskadeBoard(10, 10), pieces: kaskadePieces(kaskadeBoard(10, 10), 42), mover: 0,
    marks: { last: [34] },
  }),
  'kaskade-move': kaskadeMove,
  'kaskade-6': () => ({
    board: kaskadeBoard(6, 6), mover: 1,
    pieces: [
      ...kaskadePieces(kaskadeBoard(6, 6), 7, 0.5).filter((piece) => piece[0] < 12),
      ...range(8).map((index): PlacedPiece => [12 + index * 2, 'ball', index % 2, index + 1]),
      [29, 'ball', 0, 11],
    ],
    marks: { selected: [35], hint: [33], trial: [31] },
  }),
  'kaskade-20': () => ({ board: kaskadeBoard(20, 20), pieces: kaskadePieces(kaskadeBoard(20, 20), 8, 0.8) }),
  'kaskade-3x20': () => ({ board: kaskadeBoard(3, 20), pieces: kaskadePieces(kaskadeBoard(3, 20), 8) }),
  'kaskade-cascade': longCascade,
  'othello': () => ({
    board: othelloBoard(8, 8), pieces: othelloMiddle, mover: 0,
    marks: { last: [20], targets: [2, 11, 13, 29, 9] },
  }),
  'othello-holes': () => ({
    board: othelloBoard(8, 8), pieces: othelloHoles, mover: 1,
    marks: { last: [20], targets: [11, 29, 25, 30], hint: [29] },
  }),
  'othello-flips': () => othelloMove(othelloBoard(8, 8), othelloBeforeFlips, 36, 0),
  'othello-26x98': largeOthello,
  'connect6': () => ({
    board: stonesBoard, pieces: stonesBefore, mover: 0, ghosts: [[stonesLine[4], 'stone', 0, 1]],
    marks: { last: [stonesLine[2], stonesLine[3]], selected: [stonesLine[4]] },
    steps: [
      [0, 'place', -1, stonesLine[4], 'stone', 0, 1],
      [1, 'place', -1, stonesLine[5], 'stone', 0, 1],
      ...stonesLine.map((cell): Step => [2, 'line', -1, cell, 'stone', 0, 1]),
    ],
    after: withLine(stonesPieces, stonesLine, 0),
  }),
  'connect6-torus': () => ({
    board: torusBoard, pieces: torusPieces, mover: 1,
    marks: { last: [torusLine[0], torusLine[5]], line: torusLine },
  }),
  'towerwars': () => ({
    board: towerBoard, pieces: towerStart, mover: 0,
    marks: { selected: [3 * 8 + 3], targets: [28, 35, 34, 20, 19, 36, 25], last: [3 * 8 + 1, 2 * 8 + 1] },
  }),
  'towerwars-capture': () => towerMove(4 * 8 + 4, 'capture', [4 * 8 + 4, 'stone', 0, 1]),
  'towerwars-block': () => towerMove(6 * 8 + 5, 'block', [6 * 8 + 5, 'blocked', 1, 2]),
  'towerwars-build': () => towerMove(8 + 2, 'build', [8 + 2, 'tower', 0, 2]),
  'towerwars-26': largeTowers,
  'tictactoe': () => ({
    board: tictactoeBoard(3, 3), pieces: piecesFrom(['X-O', '-X-', '--O'], ink), mover: 0,
    marks: { last: [8] },
    steps: [[0, 'place', -1, 5, 'stone', 0, 1]],
    after: piecesFrom(['X-O', '-XX', '--O'], ink),
  }),
  'tictactoe-6x5': () => ({
    board: tictactoeBoard(6, 5), pieces: noughts, mover: 1,
    marks: { line: [4, 9, 14, 19, 24], last: [4] },
  }),
  ...unknownViews(),
}
