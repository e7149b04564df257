// Both languages say the same things, and the sentences are right.
import { expect, test } from 'vitest'
import { boardOf, tableOf } from '../testing/samples'
import type { EvaluationInfo, PlacedPiece, Step } from '../types'
import { de } from './de'
import { en } from './en'
import { sayCell, sayCount, sayEnding, sayEvaluation, sayMove, sayOutcome, sayPlayer, sayResult, saySeat, sayTrouble, sayVariant } from './sayings'

function keysOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [`${path}[${value.length}]`]
  if (value === null || typeof value !== 'object') return [path]
  return Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${path}.${key}`))
}

test('German has every word English has', () => {
  const lists = (words: object): string[] => keysOf(words).filter((key) => !key.startsWith('.newGame.presets') && !key.startsWith('.result.endings')).sort()
  expect(lists(de)).toEqual(lists(en))
})

test('no word is empty but the reason that goes without saying', () => {
  const empties = (words: object): string[] =>
    JSON.stringify(words, (_, value) => (typeof value === 'function' ? 'function' : value)).match(/"[^"]+":""/g) ?? []
  expect(empties(en)).toEqual(['"rules":""'])
  expect(empties(de)).toEqual(['"rules":""'])
})

test('computers are called by their strength in both languages', () => {
  const seat = { kind: 'computer' as const, name: 'level:4', player: 'level:4' }
  expect(saySeat(en, seat, '')).toBe('Computer, level 4')
  expect(saySeat(de, seat, '')).toBe('Computer, Stufe 4')
  expect(saySeat(de, { ...seat, name: 'HAL' }, '')).toBe('HAL')
  expect(saySeat(de, { kind: 'human', name: '' }, 'Weiß')).toBe('Weiß')
})

test('servers are called by the name they gave, and by their address only where that is known', () => {
  expect(saySeat(en, { kind: 'remote', name: '' }, 'White', 'kaskade')).toBe('Kaskade server')
  expect(saySeat(de, { kind: 'remote', name: '' }, 'Weiß', 'kaskade')).toBe('Kaskade-Server')
  expect(saySeat(en, { kind: 'remote', name: '' }, 'White')).toBe('Another server')
  expect(saySeat(de, { kind: 'remote', name: '', server: 'far:1' }, 'Weiß')).toBe('far:1')
  expect(saySeat(de, { kind: 'remote', name: 'Tobias', server: 'far:1' }, 'Weiß')).toBe('Tobias')
})

test('troubles are told in the language of the page', () => {
  const trouble = { seat: 1, code: 'connection_refused' as const, message: 'nobody takes the connection' }
  expect(sayTrouble(de, trouble, { kind: 'remote', name: '' })).toBe('Unter der Adresse des Servers nimmt niemand die Verbindung an.')
  expect(sayTrouble(en, trouble, { kind: 'remote', name: '', server: 'far:1' })).toBe('Nobody takes the connection at the server’s address. (far:1)')
  expect(sayTrouble(de, { ...trouble, code: 'refused', detail: 'no more games today' }, undefined)).toBe('Der Server hat abgelehnt: no more games today')
  // A server newer than this page.
  expect(sayTrouble(en, { ...trouble, code: 'bored' as 'other', message: 'it is bored' }, undefined)).toBe('It is bored.')
})

test('whoever would be stopped is counted', () => {
  expect(en.settings.quitOthers(2, 1)).toBe('2 games with 1 other person would be stopped.')
  expect(de.settings.quitOthers(1, 1)).toBe('1 Partie mit 1 anderen Person würde unterbrochen.')
  expect(de.settings.quitOthers(2, 3)).toBe('2 Partien mit 3 anderen Personen würden unterbrochen.')
})

test('moves are told with what they do', () => {
  const flips: Step[] = [[0, 'place', -1, 3, 'stone', 0, 1], [1, 'flip', 3, 4, 'stone', 0, 1], [2, 'flip', 3, 5, 'stone', 0, 1]]
  const board = boardOf('othello', 8, 8)
  const before: PlacedPiece[] = [[4, 'stone', 1, 1], [5, 'stone', 1, 1], [6, 'stone', 0, 1]]
  const after: PlacedPiece[] = [3, 4, 5, 6].map((cell) => [cell, 'stone', 0, 1])
  expect(sayMove(en, board, 'Anna', 'D3', { before, after, steps: flips })).toBe('Anna: D3. 2 discs turn. Now Black 4 discs, White 0 discs.')
  expect(sayMove(de, board, 'Anna', 'D3', { before, after: before, steps: flips.slice(0, 2) })).toBe('Anna: D3. 1 Stein dreht sich.')
  expect(sayMove(en, boardOf('tictactoe', 3, 3), 'Anna', 'A1', { before: [], after: [[0, 'stone', 0, 1]], steps: [] })).toBe('Anna: A1.')
})

test('a cascade is told with its fields, its waves, what it took, and what stands then', () => {
  const board = boardOf('kaskade', 4, 4)
  const steps: Step[] = [
    [0, 'place', -1, 0, 'ball', 0, 2],
    [1, 'topple', -1, 0, 'none', -1, 0], [1, 'roll', 0, 1, 'ball', 0, 3], [1, 'roll', 0, 4, 'ball', 0, 1],
    [2, 'topple', -1, 1, 'none', -1, 0], [2, 'roll', 1, 0, 'ball', 0, 1], [2, 'roll', 1, 2, 'ball', 0, 1], [2, 'roll', 1, 5, 'ball', 0, 3],
  ]
  const before: PlacedPiece[] = [[0, 'ball', 0, 1], [1, 'ball', 0, 2], [5, 'ball', 1, 2], [15, 'ball', 1, 1]]
  const after: PlacedPiece[] = [[0, 'ball', 0, 1], [2, 'ball', 0, 1], [4, 'ball', 0, 1], [5, 'ball', 0, 3], [15, 'ball', 1, 1]]
  expect(sayMove(en, board, 'Anna', '0;0', { before, after, steps })).toBe(
    'Anna: 0;0. 2 fields overflow in 2 waves. Anna takes over 1 field. Now White 6 balls, Black 1 ball.',
  )
  expect(sayMove(de, board, 'Anna', '0;0', { before, after, steps: steps.slice(0, 4) })).toBe(
    'Anna: 0;0. 1 Feld läuft in 1 Welle über. Anna übernimmt 1 Feld. Jetzt Weiß 6 Kugeln, Schwarz 1 Kugel.',
  )
  // The server leaves out the later waves of the longest cascades.
  const cut = Array.from({ length: 4_000 }, (_, index): Step => [index + 1, 'topple', -1, index % 16, 'none', -1, 0])
  expect(sayMove(en, board, 'Anna', '0;0', { before, after, steps: cut })).toContain('Fields overflow in 4000 waves or more.')
})

test('results are told from the view of whoever looks', () => {
  const won = tableOf(['A1', 'B2', 'A2'])
  const position = { ...won.position, ending: { how: 'row', cells: [0, 1, 2] } }
  const table = { ...won, position, result: { text: '1-0', winner: 0, reason: 'rules' as const } }
  expect(sayResult(en, table, [0])).toEqual({ title: 'You win!', detail: 'with a row, after 3 moves' })
  expect(sayResult(en, table, [1])).toEqual({ title: 'Anna wins', detail: 'with a row, after 3 moves' })
  const drawn = { ...table, result: { text: '1/2-1/2', winner: -1, reason: 'agreement' as const } }
  expect(sayResult(de, drawn, [])).toEqual({ title: 'Unentschieden', detail: 'nach Vereinbarung, nach 3 Zügen' })
})

test('how a game was won is said in its own words, else in those of the page, else as the game itself says it', () => {
  const towers = boardOf('towerwars', 6, 6)
  const how = (code: string) => ({ how: code, cells: [] })
  expect(sayEnding(en, towers, how('base_taken'))).toBe('having taken the base')
  expect(sayEnding(de, towers, how('base_taken'))).toBe('mit der gegnerischen Basis')
  expect(sayEnding(de, towers, how('no_moves'))).toBe('der Gegner hat keinen Zug mehr')
  const unknown = { ...towers, game: 'unknown', look: { ...towers.look, endings: { row: 'with a row of nine', goal: 'in the goal' } } }
  expect(sayEnding(en, unknown, how('row'))).toBe('with a row of nine')
  expect(sayEnding(de, unknown, how('row'))).toBe('mit einer Reihe')
  expect(sayEnding(de, unknown, how('goal'))).toBe('in the goal')
  expect(sayEnding(en, unknown, how('otherwise'))).toBe('')
  expect(sayEnding(en, unknown, null)).toBe('')
})

test('how a position has ended is told with how it was won', () => {
  const ending = { how: 'row', cells: [] }
  expect(sayOutcome(en, boardOf('tictactoe', 3, 3), { outcome: '0-1', ending })).toBe('O wins, with a row')
  expect(sayOutcome(de, boardOf('tictactoe', 3, 3), { outcome: '1/2-1/2', ending: null })).toBe('Unentschieden')
})

test('players without names of their own are called as the rules call them', () => {
  expect(sayPlayer(de, { ...boardOf('unknown', 3, 3), players: ['red', 'Anna'] }, 0)).toBe('Rot')
  expect(sayPlayer(de, { ...boardOf('unknown', 3, 3), players: ['red', 'Anna'] }, 1)).toBe('Anna')
  expect(sayPlayer(de, boardOf('othello', 8, 8), 0)).toBe('Schwarz')
})

test('counts are called by what the pieces are', () => {
  const board = boardOf('kaskade', 6, 6)
  expect(sayCount(en, board, 'pieces', 1)).toBe('1 ball')
  expect(sayCount(de, board, 'fields', 2)).toBe('2 Felder')
  expect(sayCount(en, boardOf('unknown', 6, 6), 'pieces', 2)).toBe('2 stones')
})

test('scores are told for the one who is ahead', () => {
  const of = (score: EvaluationInfo['score']): EvaluationInfo => ({ move: '', cells: [], score, line: [], depth: 9, nodes: 1 })
  const names = ['White', 'Black']
  expect(sayEvaluation(en, of({ kind: 'estimate', expected: 0.3 }), names, 0)).toBe('Black is ahead, 70 % · depth 9')
  expect(sayEvaluation(en, of({ kind: 'estimate', expected: 0.5 }), names, 0)).toBe('Even · depth 9')
  expect(sayEvaluation(en, of({ kind: 'loss', plies: 4, expected: 0 }), names, 0)).toBe('Black wins in 4 moves')
  expect(sayEvaluation(de, of({ kind: 'win', plies: 1, expected: 1 }), ['Weiß', 'Schwarz'], 0)).toBe('Weiß gewinnt in 1 Zug')
})

test('cells tell what stands there', () => {
  const board = boardOf('kaskade', 6, 6)
  expect(sayCell(en, board, [[7, 'ball', 1, 2]], 7)).toBe('1;1, Black, 2 balls')
  expect(sayCell(de, board, [], 7)).toBe('1;1, leer')
  const full: PlacedPiece[] = [[0, 'ball', 0, 1], [1, 'ball', 0, 2], [7, 'ball', 1, 3], [8, 'ball', 1, 4]]
  for (const [cell] of full) expect(sayCell(en, board, full, cell)).toMatch(/balls?, about to overflow$/)
  expect(sayCell(de, board, full, 0)).toBe('0;0, Weiß, 1 Kugel, läuft gleich über')
  for (const cell of [2, 9]) expect(sayCell(en, board, [[2, 'ball', 0, 1], [9, 'ball', 0, 2]], cell)).not.toContain('overflow')
})

test('variants are told in short', () => {
  expect(sayVariant(en, 'kaskade:10x8')).toBe('10×8')
  expect(sayVariant(de, 'connect6:20,edges=torus,players=4')).toBe('20×20 · Torus · zu viert')
  expect(sayVariant(en, 'tictactoe:5x6,k=4')).toBe('5×6 · 4 in a row')
})
