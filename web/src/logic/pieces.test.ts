// What pieces and steps add up to.
import { expect, test } from 'vitest'
import type { Step } from '../types'
import { countPieces, countSteps, pieceAt, whoPasses } from './pieces'

test('balls, stones and the stones of towers count, bases and holes do not', () => {
  expect(
    countPieces([[0, 'base', 0, 1], [1, 'stone', 0, 1], [2, 'tower', 0, 2], [3, 'blocked', 1, 1], [4, 'hole', -1, 1]], 2),
  ).toEqual([4, 2])
  expect(countPieces([[0, 'ball', 1, 3]], 2)).toEqual([0, 3])
})

test('fields are counted as well', () => {
  expect(countPieces([[0, 'ball', 1, 3], [1, 'ball', 1, 1], [2, 'ball', 0, 1]], 2, 'fields')).toEqual([1, 2])
})

test('steps tell who passes', () => {
  const steps: Step[] = [
    [0, 'place', -1, 4, 'stone', 0, 1],
    [1, 'pass', -1, -1, 'none', 1, 0],
  ]
  expect(whoPasses(steps)).toEqual([1])
  expect(countSteps(steps, 'place')).toBe(1)
  expect(pieceAt([[4, 'stone', 0, 1]], 4)).toEqual([4, 'stone', 0, 1])
})
