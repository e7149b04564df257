// The texts of cells and moves, so that picked cells can be sent as a move.
import type { BoardInfo, Cell } from '../types'

interface Notation {
  isRowFirst: boolean
  betweenParts: string
  betweenCells: string
}

const notations: Record<string, Notation> = {
  connect6: { isRowFirst: true, betweenParts: ';', betweenCells: ';' },
  kaskade: { isRowFirst: false, betweenParts: ';', betweenCells: '' },
  othello: { isRowFirst: false, betweenParts: '', betweenCells: '' },
  tictactoe: { isRowFirst: true, betweenParts: '', betweenCells: '' },
  towerwars: { isRowFirst: false, betweenParts: '', betweenCells: '->' },
}

const usual: Notation = { isRowFirst: false, betweenParts: '', betweenCells: '->' }

export function printCell(board: BoardInfo, cell: Cell): string {
  const notation = notations[board.game] ?? usual
  const column = board.column_labels[cell % board.columns]
  const row = board.row_labels[Math.floor(cell / board.columns)]
  const parts = notation.isRowFirst ? [row, column] : [column, row]
  return parts.join(notation.betweenParts)
}

/** The move of these picked cells; a pair without order is written with the lower cell first. */
export function printMove(board: BoardInfo, cells: Cell[]): string {
  const ordered = board.unordered ? [...cells].sort((left, right) => left - right) : cells
  const notation = notations[board.game] ?? usual
  return ordered.map((cell) => printCell(board, cell)).join(notation.betweenCells)
}
