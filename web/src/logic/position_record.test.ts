// What was copied at a table can be loaded again.
import { expect, test } from 'vitest'
import { recordOf } from './position_record'

test('a game and a position become a record that begins there', () => {
  expect(recordOf(' tictactoe:3x3 .../.X./...:O\n')).toBe('[Game "tictactoe"]\n[Variant "3x3"]\n[Start ".../.X./...:O"]\n\n*\n')
})

test('records and transcripts stay what they are', () => {
  for (const text of ['[Game "othello"]\n\n1. D3 *', 'F5D6C3', 'F5 D6', '']) expect(recordOf(text)).toBe(text)
})
