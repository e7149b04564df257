// Checks when targets are too many to be marked and what can be picked.
import { describe, expect, it } from 'vitest'
import { areCrowded, isPickable } from './marks'

describe('marks', () => {
  it('leave boards unmarked where most fields are targets', () => {
    expect(areCrowded(Array.from({ length: 60 }, (_, cell) => cell), 100)).toBe(true)
    expect(areCrowded([1, 2, 3], 64)).toBe(false)
  })

  it('let any field be picked unless targets are known', () => {
    expect(isPickable({}, 5)).toBe(true)
    expect(isPickable({ targets: [4] }, 5)).toBe(false)
    expect(isPickable({ targets: [5] }, 5)).toBe(true)
  })
})
