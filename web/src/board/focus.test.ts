// Checks how keys move the focus over squares, hexagons and round a torus.
import { describe, expect, it } from 'vitest'
import { Geometry } from './geometry'
import { movedFocus } from './focus'

const closed = new Geometry({ shape: 'square', edges: 'closed', columns: 5, rows: 6 })
const torus = new Geometry({ shape: 'square', edges: 'torus', columns: 18, rows: 18 })
const tall = new Geometry({ shape: 'square', edges: 'closed', columns: 26, rows: 98 })
const hexagonal = new Geometry({ shape: 'hexagon', edges: 'closed', columns: 8, rows: 8 })

describe('movedFocus', () => {
  it('stops at closed edges and wraps round a torus', () => {
    expect(movedFocus(closed, 0, 'ArrowLeft', false)).toBe(0)
    expect(movedFocus(closed, 6, 'ArrowDown', false)).toBe(11)
    expect(movedFocus(torus, 0, 'ArrowUp', false)).toBe(17 * 18)
  })

  it('jumps to ends of rows, of the board and by pages', () => {
    expect(movedFocus(closed, 7, 'Home', false)).toBe(5)
    expect(movedFocus(closed, 7, 'End', false)).toBe(9)
    expect(movedFocus(closed, 7, 'End', true)).toBe(29)
    expect(movedFocus(closed, 7, 'PageDown', false)).toBe(27)
    expect(movedFocus(tall, 3, 'PageDown', false)).toBe(10 * 26 + 3)
  })

  it('goes upright over hexagons, and back the same way', () => {
    for (const start of [8 * 3 + 4, 8 * 4 + 4]) {
      const up = movedFocus(hexagonal, start, 'ArrowUp', false) as number
      const twice = movedFocus(hexagonal, up, 'ArrowUp', false) as number
      expect(hexagonal.centre(twice).x).toBeCloseTo(hexagonal.centre(start).x)
      expect(movedFocus(hexagonal, up, 'ArrowDown', false)).toBe(start)
    }
  })

  it('leaves other keys alone', () => {
    expect(movedFocus(closed, 7, 'Escape', false)).toBeNull()
  })
})
