// Variants are read and written as the server does, and holes become few rectangles.
import { expect, test } from 'vitest'
import type { GameInfo, ParameterInfo } from '../types'
import { boardOf } from '../testing/samples'
import { findOutOfRange, playersOf, printCells, printGame, printVariant, readCells, readRectangle, readVariant, splitGame } from './variant'

const connect6: ParameterInfo[] = [
  { name: 'size', kind: 'number', help: '', range: { min: 18, max: 20, step: 2 }, standard: '18' },
  { name: 'edges', kind: 'choice', help: '', choices: ['standard', 'torus'], standard: 'standard' },
  { name: 'players', kind: 'number', help: '', range: { min: 2, max: 4, step: 1 }, standard: '2' },
]

test('what is left out has its standard value', () => {
  expect(readVariant(connect6, '')).toEqual({ size: '18', edges: 'standard', players: '2' })
  expect(readVariant(connect6, '20,edges=torus')).toEqual({ size: '20', edges: 'torus', players: '2' })
})

test('a variant is written in its shortest form, always with the size', () => {
  expect(printVariant(connect6, readVariant(connect6, ''))).toBe('18')
  for (const text of ['18', '20,edges=torus', '18,players=3', '20,edges=torus,players=4']) {
    expect(printVariant(connect6, readVariant(connect6, text))).toBe(text)
  }
})

test('the number of players comes from the variant, or else from the board', () => {
  const game = { name: 'connect6', parameters: connect6, board: boardOf('connect6', 18, 18) } as GameInfo
  expect(playersOf(game, readVariant(connect6, '18,players=3'))).toBe(3)
  expect(playersOf({ ...game, parameters: [] }, {})).toBe(2)
  expect(printGame(game, readVariant(connect6, '18,players=3'))).toBe('connect6:18,players=3')
})

test('texts are taken apart', () => {
  expect(splitGame('othello:8x8,holes=C3:C6')).toEqual({ name: 'othello', variant: '8x8,holes=C3:C6' })
  expect(splitGame('othello')).toEqual({ name: 'othello', variant: '' })
  expect(readRectangle('10x6')).toEqual([10, 6])
  expect(readRectangle('x6')).toEqual([0, 6])
})

test('holes are covered with few rectangles', () => {
  const walls = readCells('C3:C6+F3:F6', 8, 8)
  expect(walls.size).toBe(8)
  expect(printCells(walls, 8)).toBe('C3:C6+F3:F6')
  expect(printCells([0], 8)).toBe('A1:A1')
  expect(printCells([], 8)).toBe('')
})

test('any painted cells come back the same', () => {
  let seed = 7
  for (let round = 0; round < 50; round += 1) {
    const cells = new Set<number>()
    for (let cell = 0; cell < 60; cell += 1) {
      seed = (seed * 16807) % 2147483647
      if (seed % 3 === 0) cells.add(cell)
    }
    const read = readCells(printCells(cells, 10), 10, 6)
    expect([...read].sort((one, other) => one - other)).toEqual([...cells])
  }
})

test('holes outside a board that has become smaller are left out', () => {
  expect(readCells('C3:C6+H8', 4, 4)).toEqual(new Set([10, 14]))
  expect(readCells('nonsense', 4, 4).size).toBe(0)
})

test('numbers that a game cannot have are found, also a row longer than the board', () => {
  expect(findOutOfRange(connect6, readVariant(connect6, '20'))).toBeNull()
  expect(findOutOfRange(connect6, readVariant(connect6, '19'))).toMatchObject({ name: 'size', min: 18, max: 20, step: 2 })
  expect(findOutOfRange(connect6, readVariant(connect6, '18,players=5'))).toMatchObject({ name: 'players', max: 4 })
  const rows: ParameterInfo[] = [
    { name: 'size', kind: 'rectangle', help: '', standard: '3x3', range: { min: 3, max: 10, step: 1 }, second_range: { min: 3, max: 10, step: 1 }, first_name: 'columns', second_name: 'rows' },
    { name: 'k', kind: 'number', help: '', standard: '3', range: { min: 3, max: 10, step: 1 }, max_by: 'size' },
  ]
  expect(findOutOfRange(rows, readVariant(rows, '5x4,k=4'))).toBeNull()
  expect(findOutOfRange(rows, readVariant(rows, '5x4,k=5'))).toMatchObject({ name: 'k', max: 4 })
  expect(findOutOfRange(rows, readVariant(rows, '5x11'))).toMatchObject({ name: 'rows', max: 10 })
  expect(findOutOfRange(rows, readVariant(rows, 'x4'))).toMatchObject({ name: 'columns' })
})
