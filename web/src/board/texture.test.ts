// Checks that textures are the same every time and stay in their place.
import { describe, expect, it } from 'vitest'
import { grain, grit, randomFrom } from './texture'

describe('textures', () => {
  it('repeat for the same seed and differ for another', () => {
    expect(grit(100, 20, 4, 1)).toBe(grit(100, 20, 4, 1))
    expect(grit(100, 20, 4, 1)).not.toBe(grit(100, 20, 4, 2))
  })

  it('spread evenly from 0 to 1', () => {
    const random = randomFrom(7)
    const values = Array.from({ length: 2000 }, random)
    const average = values.reduce((sum, value) => sum + value, 0) / values.length
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...values)).toBeLessThan(1)
    expect(average).toBeGreaterThan(0.46)
    expect(average).toBeLessThan(0.54)
  })

  it('stay inside the rectangle', () => {
    const path = grain({ x: 10, y: 20, width: 300, height: 200 }, 20, 3, true)
    const numbers = path.match(/-?[\d.]+ -?[\d.]+/g) ?? []
    expect(numbers.length).toBeGreaterThan(50)
    for (const pair of numbers) {
      const [x, y] = pair.split(' ').map(Number)
      expect(x).toBeGreaterThanOrEqual(10)
      expect(x).toBeLessThanOrEqual(310)
      expect(y).toBeGreaterThanOrEqual(20)
      expect(y).toBeLessThanOrEqual(220)
    }
  })
})
