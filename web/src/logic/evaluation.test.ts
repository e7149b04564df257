// Scores, results and analyses.
import { expect, test, vi } from 'vitest'
import type { EvaluationInfo } from '../types'
import { ApiError } from './api'
import { Analysis, faultOf, sharesOf, sharesOfResult } from './evaluation'

const evaluation = (expected: number): EvaluationInfo => ({
  move: 'A1', cells: [0], score: { kind: 'estimate', expected }, line: ['A1'], depth: 3, nodes: 100,
})

test('what one of two can expect, the other cannot', () => {
  expect(sharesOf({ kind: 'estimate', expected: 0.75 }, 1, 2)).toEqual([0.25, 0.75])
  expect(sharesOf({ kind: 'estimate', expected: 0.75 }, 1, 3)).toEqual([null, 0.75, null])
})

test('results are shares', () => {
  expect(sharesOfResult('1-0')).toEqual([1, 0])
  expect(sharesOfResult('1/2-1/2')).toEqual([0.5, 0.5])
  expect(sharesOfResult('*')).toBeNull()
})

test('faults are as bad as what they give away', () => {
  expect(faultOf(0.6, 0.58)).toBeNull()
  expect(faultOf(0.6, 0.48)).toBe('inaccuracy')
  expect(faultOf(0.6, 0.4)).toBe('mistake')
  expect(faultOf(0.6, 0.1)).toBe('blunder')
  expect(faultOf(null, 0.1)).toBeNull()
})

test('an analysis looks at all positions, at most two at once', async () => {
  let running = 0
  let maxRunning = 0
  const found: number[] = []
  const analysis = new Analysis(
    async () => {
      maxRunning = Math.max(maxRunning, (running += 1))
      // All that have been asked so far are on their way.
      for (let turn = 0; turn < 3; ++turn) await Promise.resolve()
      running -= 1
      return evaluation(0.5)
    },
    (index) => found.push(index),
  )
  await analysis.run(Array.from({ length: 9 }, (_, index) => ({ index, position: String(index) })))
  expect(maxRunning).toBe(2)
  expect(found.sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})

test('a stopped analysis asks nothing more', async () => {
  const asked: string[] = []
  const analysis: Analysis = new Analysis(
    async (position) => {
      asked.push(position)
      if (asked.length === 3) analysis.stop()
      return evaluation(0.5)
    },
    () => {},
  )
  await analysis.run(Array.from({ length: 9 }, (_, index) => ({ index, position: String(index) })))
  expect(asked.length).toBeLessThan(6)
})

test('a busy server is asked again', async () => {
  vi.useFakeTimers()
  let times = 0
  const found: number[] = []
  const analysis = new Analysis(
    async () => {
      times += 1
      if (times === 1) throw new ApiError(503, { code: 'too_many_evaluations', reason: '', parameters: {} })
      return evaluation(0.5)
    },
    (index) => found.push(index),
  )
  const run = analysis.run([{ index: 0, position: '' }])
  await vi.advanceTimersByTimeAsync(3000)
  await run
  expect(found).toEqual([0])
  vi.useRealTimers()
})
