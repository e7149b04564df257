// Checks that balls stay apart and inside their field.
import { describe, expect, it } from 'vitest'
import { arrangement, capacity, MOST_BALLS } from './arrangement'
import { Geometry } from './geometry'

const geometry = new Geometry({ shape: 'square', edges: 'closed', columns: 6, rows: 6 })

describe('arrangement', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 12])('fits %i balls into every kind of field', (count) => {
    for (const cell of [0, 1, 14]) {
      const { radius, balls } = arrangement(geometry, cell, count)
      for (const [index, ball] of balls.entries()) {
        expect(Math.max(Math.abs(ball.x), Math.abs(ball.y)) + radius).toBeLessThanOrEqual(46)
        for (const other of balls.slice(index + 1)) {
          expect(Math.hypot(ball.x - other.x, ball.y - other.y)).toBeGreaterThan(radius * 1.5)
        }
      }
    }
  })

  it('shows as many balls as there are, up to the most that fit', () => {
    expect([1, 2, 3, 4].map((count) => arrangement(geometry, 14, count).balls.length)).toEqual([1, 2, 3, 4])
    expect(arrangement(geometry, 14, 20).balls).toHaveLength(MOST_BALLS)
  })

  it('points overflowing balls to the neighbours', () => {
    expect(arrangement(geometry, 0, capacity(geometry, 0)).balls).toEqual([{ x: 23, y: 0 }, { x: 0, y: 23 }])
  })
})
