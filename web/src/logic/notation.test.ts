// Picked cells are written as the server reads moves.
import { expect, test } from 'vitest'
import { boardOf } from '../testing/samples'
import { printCell, printMove } from './notation'

test('each game writes a cell in its own way', () => {
  expect(printCell(boardOf('kaskade', 6, 6), 3 + 4 * 6)).toBe('3;4')
  expect(printCell(boardOf('connect6', 18, 18), 3 + 4 * 18)).toBe('4;3')
  expect(printCell(boardOf('othello', 8, 8), 3 + 2 * 8)).toBe('D3')
  expect(printCell(boardOf('tictactoe', 3, 3), 1 + 2 * 3)).toBe('C2')
})

test('a pair without order is written with the lower cell first', () => {
  const board = boardOf('connect6', 18, 18)
  expect(printMove(board, [20, 5])).toBe('0;5;1;2')
  expect(printMove(board, [5, 20])).toBe('0;5;1;2')
})

test('a move from one cell to another keeps its direction', () => {
  expect(printMove(boardOf('towerwars', 8, 8), [8, 1])).toBe('A2->B1')
})
