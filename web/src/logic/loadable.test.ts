// What was copied at a table can be loaded again.
import { expect, test } from 'vitest'
import { looksLikeRecord, recordOf } from './loadable'

test('a game and a position become a record that begins there', () => {
  expect(recordOf(' tictactoe:3x3 .../.X./...:O\n')).toBe('[Game "tictactoe"]\n[Variant "3x3"]\n[Start ".../.X./...:O"]\n\n*\n')
})

test('records and transcripts stay what they are', () => {
  for (const text of ['[Game "othello"]\n\n1. D3 *', 'F5D6C3', 'F5 D6', '']) expect(recordOf(text)).toBe(text)
})

test('only what may be a record is looked at', () => {
  for (const text of ['[Game "othello"]', 'F5D6C3', ' f5 d6', 'a1x', recordOf('kaskade:2x2 0n0n0n0n:A')]) expect(looksLikeRecord(text)).toBe(true)
  for (const text of ['once upon a time', '\u0000\u0001', '']) expect(looksLikeRecord(text)).toBe(false)
})
