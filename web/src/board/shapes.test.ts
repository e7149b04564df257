// Checks stacks, pen strokes and the paths of the empty board.
import { describe, expect, it } from 'vitest'
import { Geometry } from './geometry'
import { centresByTone, gridPath, holePaths } from './ground'
import { crossStrokes, ringStrokes } from './ink'
import { layoutOf } from './layout'
import { riseOf, stack, tokensOf } from './tower'

describe('towers', () => {
  it('are made of one token more than their height', () => {
    expect([tokensOf('stone', 1), tokensOf('tower', 1), tokensOf('blocked', 3), tokensOf('base', 1)])
      .toEqual([1, 2, 4, 1])
  })

  it('rise with every token but never too high', () => {
    for (let tokens = 2; tokens <= 9; ++tokens) {
      const heights = stack(tokens)
      expect(heights).toHaveLength(tokens)
      expect(heights[tokens - 1]).toBeLessThan(stack(tokens - 1)[tokens - 2])
      expect(heights[tokens - 1]).toBeGreaterThan(-60)
    }
  })

  it('give up their top stone where it lies', () => {
    expect(riseOf(undefined)).toBe(0)
    expect(riseOf([3, 'stone', 0, 1])).toBe(0)
    expect(riseOf([3, 'tower', 0, 2])).toBeLessThan(riseOf([3, 'tower', 0, 1]))
  })
})

describe('pen strokes', () => {
  it('are the same for the same cell and differ between cells', () => {
    expect(crossStrokes(4)).toEqual(crossStrokes(4))
    expect(crossStrokes(4)).not.toEqual(crossStrokes(5))
    expect(ringStrokes(4)).toHaveLength(1)
  })

  it('stay inside their cell', () => {
    for (let cell = 0; cell < 100; ++cell) {
      for (const { path } of [...crossStrokes(cell), ...ringStrokes(cell)]) {
        const numbers = (path.match(/-?[\d.]+ -?[\d.]+/g) ?? []).flatMap((pair) => pair.split(' ').map(Number))
        expect(Math.max(...numbers.map(Math.abs))).toBeLessThan(46)
      }
    }
  })
})

describe('the ground', () => {
  const hexagons = new Geometry({ shape: 'hexagon', edges: 'closed', columns: 8, rows: 8 })

  it('gives touching hexagons different tones', () => {
    const groups = centresByTone(hexagons, { x: 0, y: 0 }, 3)
    expect(groups.reduce((sum, group) => sum + group.length, 0)).toBe(64)
    for (const group of groups) {
      for (const [index, one] of group.entries()) {
        for (const other of group.slice(index + 1)) {
          expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(101)
        }
      }
    }
  })

  it('draws the inner lines of a grid only', () => {
    expect(gridPath({ x: 0, y: 0, width: 300, height: 200 })).toBe('M100 0v200M200 0v200M0 100h300')
  })

  it('casts no shadow where a hole goes on upwards', () => {
    const geometry = new Geometry({ shape: 'square', edges: 'closed', columns: 4, rows: 4 })
    const frame = { width: 34, labels: 'on', isEven: true } as const
    const layout = layoutOf({ column_labels: [], row_labels: [] }, geometry, frame, true)
    const { cut, shadow } = holePaths(geometry, layout, [5, 9])
    expect(cut.match(/M/g)).toHaveLength(2)
    expect(shadow.match(/M/g)).toHaveLength(1)
  })
})
