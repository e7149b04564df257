// Picked cells become moves.
import { expect, test } from 'vitest'
import { boardOf } from '../testing/samples'
import { learnSeconds, nothingPicked, pick } from './picking'

const single = boardOf('othello', 8, 8)
const pair = boardOf('connect6', 18, 18)
const way = boardOf('towerwars', 8, 8)

test('one cell is a move at once, if it may be picked', () => {
  expect(pick(single, [4, 5], nothingPicked, 4).outcome).toEqual({ move: [4] })
  expect(pick(single, [4, 5], nothingPicked, 6).outcome).toBe('impossible')
})

test('the first of two asks what may follow', () => {
  const { picked, outcome } = pick(pair, [1, 2, 3], nothingPicked, 2)
  expect(outcome).toBe('asks')
  expect(picked.first).toBe(2)
  expect(pick(pair, [1, 2, 3], nothingPicked, 9)).toEqual({ picked: nothingPicked, outcome: 'impossible' })
})

test('the same cell again undoes the first choice', () => {
  const { picked } = pick(pair, [1, 2, 3], nothingPicked, 2)
  expect(pick(pair, [1, 2, 3], picked, 2)).toEqual({ picked: nothingPicked, outcome: 'undone' })
})

test('the second completes the move', () => {
  const first = { first: 2, seconds: [1, 3], wanted: null }
  expect(pick(pair, [1, 2, 3], first, 3).outcome).toEqual({ move: [2, 3] })
  expect(pick(pair, [1, 2, 3], first, 9)).toEqual({ picked: first, outcome: 'impossible' })
})

test('a second that is picked before the answer waits for it', () => {
  const first = pick(pair, [1, 2, 3], nothingPicked, 2).picked
  const waiting = pick(pair, [1, 2, 3], first, 3)
  expect(waiting.outcome).toBe('waits')
  expect(learnSeconds(pair, [1, 2, 3], waiting.picked, 2, [1, 3]).outcome).toEqual({ move: [2, 3] })
  expect(learnSeconds(pair, [1, 2, 3], waiting.picked, 2, [1]).outcome).toBe('impossible')
})

test('an answer for a choice that is no longer made changes nothing', () => {
  const first = pick(way, [1, 2], nothingPicked, 2).picked
  expect(learnSeconds(way, [1, 2], first, 1, [5]).picked).toBe(first)
})

test('another own piece is chosen instead, unless it is a target', () => {
  const first = { first: 8, seconds: [9, 16], wanted: null }
  expect(pick(way, [8, 16, 24], first, 24)).toEqual({ picked: { ...nothingPicked, first: 24 }, outcome: 'asks' })
  expect(pick(way, [8, 16, 24], first, 16).outcome).toEqual({ move: [8, 16] })
})
