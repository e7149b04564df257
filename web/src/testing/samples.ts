// Boards and tables for tests.
import { capacitiesOf, lookOf } from './looks'
import type { BoardInfo, MoveInfo, PositionInfo, ServerMessage, TableChange, TableInfo } from '../types'

const letters = (count: number): string[] => Array.from({ length: count }, (_, index) => String.fromCharCode(65 + index))
const numbers = (count: number, first: number): string[] => Array.from({ length: count }, (_, index) => String(index + first))

const players: Record<string, string[]> = {
  connect6: ['P1', 'P2'],
  kaskade: ['A', 'B'],
  othello: ['black', 'white'],
  tictactoe: ['X', 'O'],
  towerwars: ['red', 'blue'],
}

export function boardOf(game: string, columns: number, rows: number): BoardInfo {
  const isCounted = game === 'kaskade' || game === 'connect6'
  const isTurned = game === 'tictactoe'
  return {
    game,
    shape: game === 'towerwars' ? 'hexagon' : 'square',
    edges: 'closed',
    columns,
    rows,
    column_labels: isCounted ? numbers(columns, 0) : isTurned ? numbers(columns, 1) : letters(columns),
    row_labels: isCounted ? numbers(rows, 0) : isTurned ? letters(rows) : numbers(rows, 1),
    cells_per_move: game === 'connect6' || game === 'towerwars' ? 2 : 1,
    unordered: game === 'connect6',
    notation: {
      is_row_first: game === 'connect6' || isTurned,
      between_parts: isCounted ? ';' : '',
      between_cells: game === 'connect6' ? ';' : game === 'towerwars' ? '->' : '',
    },
    moves_pieces: game === 'towerwars',
    players: players[game] ?? ['A', 'B'],
    capacities: game === 'kaskade' ? capacitiesOf({ columns, rows }) : null,
    look: lookOf(game),
  }
}

export function positionOf(text: string, toMove: number): PositionInfo {
  return { text, to_move: toMove, pieces: [], picks: [0, 1, 2, 3], outcome: null, ending: null }
}

export function moveOf(move: string, player: number): MoveInfo {
  return { move, player, cells: [0] }
}

export function tableOf(moves: string[], number = moves.length + 1): TableInfo {
  return {
    id: 'abc',
    game: 'tictactoe:3x3',
    title: 'Tic-Tac-Toe',
    board: boardOf('tictactoe', 3, 3),
    seats: [
      { kind: 'human', name: 'Anna', present: true },
      { kind: 'computer', name: 'level:4', player: 'level:4' },
    ],
    clock: null,
    created: 0,
    number,
    start: 'start',
    first_move: 0,
    moves: moves.map((move, index) => moveOf(move, index % 2)),
    position: positionOf(moves.join(' '), moves.length % 2),
    steps: [],
    clocks: null,
    is_running: false,
    now: 0,
    offer: null,
    delay: 600,
    is_paused: false,
    help: 'free',
    trouble: null,
    result: null,
    rematch: null,
    damage: null,
    watchers: 0,
  }
}

/** The event of the last of these moves. */
export function movedEvent(moves: string[], number = moves.length + 1): Extract<ServerMessage, { type: 'event' }> {
  const table = tableOf(moves, number)
  const { id: _id, game: _game, title: _title, board: _board, clock: _clock, created: _created, start: _start, ...rest } = table
  const change: TableChange = { ...rest, first_move: moves.length - 1, moves: table.moves.slice(-1) }
  return { type: 'event', number, event: { type: 'moved', seat: (moves.length - 1) % 2, move: moves[moves.length - 1] }, change }
}
