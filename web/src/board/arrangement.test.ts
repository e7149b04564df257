// Checks that balls stay apart and inside their field.
import { describe, expect, it } from 'vitest'
import { capacitiesOf } from '../testing/looks'
import { arrangement, directions, MAX_BALLS } from './arrangement'
import { Geometry } from './geometry'

const geometry = new Geometry({ shape: 'square', edges: 'closed', columns: 6, rows: 6, capacities: capacitiesOf({ columns: 6, rows: 6 }) })

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
    expect(arrangement(geometry, 14, 20).balls).toHaveLength(MAX_BALLS)
  })

  it('points overflowing balls to the neighbours', () => {
    expect(arrangement(geometry, 0, 2).balls).toEqual([{ x: 23, y: 0 }, { x: 0, y: 23 }])
  })

  it('points along the six ways of hexagons', () => {
    const hexagons = new Geometry({ shape: 'hexagon', edges: 'closed', columns: 5, rows: 5 })
    const ways = directions(hexagons, 12)
    expect(ways).toHaveLength(6)
    for (const { x, y } of ways) expect(Math.hypot(x, y)).toBeCloseTo(1)
    expect(directions(hexagons, 0)).toHaveLength(2)
  })

  it('lets nothing overflow where no field has a capacity', () => {
    const plain = new Geometry({ shape: 'square', edges: 'closed', columns: 6, rows: 6 })
    expect(plain.capacity(0)).toBe(Number.POSITIVE_INFINITY)
    expect(arrangement(plain, 0, 4)).toEqual(arrangement(plain, 14, 4))
  })
})
