// Checks that steps change exactly the cells they speak of.
import { describe, expect, it } from 'vitest'
import type { PlacedPiece, Step } from '../types'
import { applied, changedCell, shownFrom } from './shown'

describe('shown pieces', () => {
  it('change where a step says so', () => {
    const leave: Step = [0, 'leave', 3, -1, 'none', -1, 0]
    const build: Step = [1, 'build', 3, 4, 'tower', 0, 1]
    const line: Step = [2, 'line', -1, 4, 'stone', 0, 1]
    expect([leave, build, line].map(changedCell)).toEqual([3, 4, null])
    const before = shownFrom([[3, 'stone', 0, 1], [4, 'stone', 0, 1]])
    expect([...applied(before, [leave, build, line]).values()]).toEqual([[4, 'tower', 0, 1]])
  })

  it('are ordered by cell and keep known objects', () => {
    const stone: PlacedPiece = [7, 'stone', 1, 1]
    const before = shownFrom([stone])
    const after = shownFrom([[7, 'stone', 1, 1], [2, 'stone', 0, 1]], before)
    expect([...after.keys()]).toEqual([2, 7])
    expect(after.get(7)).toBe(stone)
    expect(shownFrom([[7, 'stone', 0, 1]], before).get(7)).not.toBe(stone)
  })
})
