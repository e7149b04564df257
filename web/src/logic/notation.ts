// The texts of cells and moves, so that picked cells can be sent as a move.
import type { BoardInfo, Cell } from '../types'

export function printCell(board: BoardInfo, cell: Cell): string {
  const column = board.column_labels[cell % board.columns]
  const row = board.row_labels[Math.floor(cell / board.columns)]
  const parts = board.notation.is_row_first ? [row, column] : [column, row]
  return parts.join(board.notation.between_parts)
}

/** The move of these picked cells; a pair without order is written with the lower cell first. */
export function printMove(board: BoardInfo, cells: Cell[]): string {
  const ordered = board.unordered ? [...cells].sort((left, right) => left - right) : cells
  return ordered.map((cell) => printCell(board, cell)).join(board.notation.between_cells)
}
