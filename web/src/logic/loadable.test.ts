// What was copied at a table can be loaded again, and one of many games can be chosen.
import { expect, test } from 'vitest'
import type { Problem, Replay } from '../types'
import { gamesIn, listed, looksLikeRecord, placeIn, questionOf, recordOf } from './loadable'

const problem = (parameters: Record<string, string>): Problem => ({ code: 'expected', reason: '', parameters })

test('a copied position is asked about as one, everything else as a record', () => {
  expect(questionOf(' tictactoe:3x3 .../.X./...:O\n')).toEqual({ game: 'tictactoe:3x3', start: '.../.X./...:O', moves: [] })
  for (const text of ['[Game "othello"]\n\n1. D3 *', 'F5D6C3', 'F5 D6', '']) expect(questionOf(text)).toEqual({ record: text })
})

test('a position is saved as a record with the result that the rules give it', () => {
  const replay = { game: 'tictactoe:3x3', result: '1-0', start: { text: 'O.X/.X./X.O:O' } } as Replay
  expect(recordOf('tictactoe:3x3 O.X/.X./X.O:O', replay)).toBe('[Game "tictactoe"]\n[Variant "3x3"]\n[Result "1-0"]\n[Start "O.X/.X./X.O:O"]\n\n1-0\n')
  expect(recordOf('F5D6C3', replay)).toBe('F5D6C3')
})

test('only what may be a record is looked at', () => {
  for (const text of ['[Game "othello"]', 'F5D6C3', ' f5 d6', 'a1x', 'kaskade:2x2 0n0n0n0n:A']) expect(looksLikeRecord(text)).toBe(true)
  for (const text of ['once upon a time', '\u0000\u0001', '']) expect(looksLikeRecord(text)).toBe(false)
})

test('a problem is where it is in what was given', () => {
  const position = { text: '  tictactoe:3x3\n .../.x./...:O', line: 1 }
  expect(placeIn(position, problem({ field: 'start', character: '6' }))).toEqual({ line: 2, column: 7 })
  expect(placeIn(position, problem({ field: 'game', character: '11' }))).toEqual({ line: 1, column: 13 })
  // The second game of a file is read as if it were alone.
  expect(placeIn({ text: '[Game "othello"]\n\nA1 *', line: 7 }, problem({ line: '3', column: '1' }))).toEqual({ line: 9, column: 1 })
  expect(placeIn({ text: 'F5', line: 1 }, problem({}))).toBeNull()
})

test('the games of a text are told apart, each with its line', () => {
  const file = '\uFEFF\n[Game "othello"]\n[Event "[Game "]\n\n1. D3 {a comment} *\n\n  [Game "kaskade"]\n1-0'
  expect(gamesIn(file)).toEqual([
    { text: '\uFEFF\n[Game "othello"]\n[Event "[Game "]\n\n1. D3 {a comment} *\n', line: 1 },
    { text: '  [Game "kaskade"]\n1-0', line: 7 },
  ])
  expect(gamesIn('f5d6\r\n\r\nf5f6c3\r\n')).toEqual([{ text: 'f5d6\r', line: 1 }, { text: 'f5f6c3\r', line: 3 }])
  expect(gamesIn('othello:8x8\n--')).toHaveLength(1)
  // What stands before the first game is not left out silently.
  expect(gamesIn('[Event "x"]\n[Game "othello"]\n*')).toEqual([{ text: '[Event "x"]\n[Game "othello"]\n*', line: 1 }])
})

test('games are listed by their tags', () => {
  const text = '[Game "connect6"]\n[Variant "18,players=3"]\n[Player1 "Ann \\"the wall\\""]\n[Player3 "level:5"]\n[Date "2026.11.15"]\n\n1. 8;8;9;9 {[Result "x"]} 0-0-1'
  expect(listed({ text, line: 4 })).toEqual({
    text,
    line: 4,
    game: 'connect6',
    variant: '18,players=3',
    players: ['Ann "the wall"', '', 'level:5'],
    event: '',
    date: '2026.11.15',
    result: '0-0-1',
  })
  expect(listed({ text: 'f5d6c3', line: 1 })).toMatchObject({ game: '', players: [], result: '' })
})

test('twenty thousand games are taken apart in a moment', () => {
  const game = `[Game "othello"]\n[Player1 "Anna"]\n[Result "1-0"]\n\n${'F5 D6 C3 D3 C4 '.repeat(60)}1-0\n\n`
  const begin = performance.now()
  const games = gamesIn(game.repeat(20_000)).map(listed)
  expect(performance.now() - begin).toBeLessThan(5000)
  expect(games).toHaveLength(20_000)
  expect(games[19_999]).toMatchObject({ line: 6 * 19_999 + 1, players: ['Anna'], result: '1-0' })
})

test('no text takes long to be looked at', () => {
  const begin = performance.now()
  for (const part of ['\n', ' ', 'a', '[', '"', 'a:b ', '[Game ', '[Game "']) {
    const text = part.repeat(500_000)
    looksLikeRecord(text)
    gamesIn(text).slice(0, 10).map(listed)
  }
  expect(performance.now() - begin).toBeLessThan(10_000)
})
