// Checks where cells lie, which touch, and that every point finds its cell again.
import { describe, expect, it } from 'vitest'
import { Geometry, UNIT, repeated, type Shape } from './geometry'

const square = (columns: number, rows: number, edges: Shape['edges'] = 'closed') =>
  new Geometry({ shape: 'square', edges, columns, rows })
const hexagonal = (size: number) =>
  new Geometry({ shape: 'hexagon', edges: 'closed', columns: size, rows: size })

describe('Geometry', () => {
  it.each([square(26, 98), square(3, 20), hexagonal(26), square(18, 18, 'torus')])(
    'finds every cell at its centre',
    (geometry) => {
      for (let cell = 0; cell < geometry.cellCount; ++cell) {
        expect(geometry.cellAt(geometry.centre(cell))).toBe(cell)
      }
    },
  )

  it('shifts rows of hexagons half a cell to the right', () => {
    const geometry = hexagonal(8)
    const upper = geometry.centre(0)
    const lower = geometry.centre(8)
    expect(lower.x - upper.x).toBeCloseTo(UNIT / 2)
    expect(lower.y - upper.y).toBeCloseTo((UNIT * Math.sqrt(3)) / 2)
  })

  it('hits hexagons near their corners and misses beside the board', () => {
    const geometry = hexagonal(4)
    const centre = geometry.centre(5)
    expect(geometry.cellAt({ x: centre.x, y: centre.y - 55 })).toBe(5)
    expect(geometry.cellAt({ x: centre.x + 48, y: centre.y + 20 })).toBe(5)
    expect(geometry.cellAt({ x: 10, y: geometry.height - 10 })).toBeNull()
  })

  it('counts neighbours by corner, edge and inside', () => {
    const geometry = square(10, 10)
    expect([0, 5, 55].map((cell) => geometry.neighbours(cell).length)).toEqual([2, 3, 4])
    expect(hexagonal(8).neighbours(9)).toHaveLength(6)
    expect(square(18, 18, 'torus').neighbours(0)).toHaveLength(4)
  })

  it('maps the margin of a torus to the real field', () => {
    const geometry = square(18, 18, 'torus')
    expect(geometry.cellAt({ x: -50, y: 50 })).toBe(17)
    expect(geometry.cellAt({ x: 50, y: 18 * UNIT + 150 })).toBe(18)
    expect(geometry.cellAt({ x: -250, y: 50 })).toBeNull()
  })

  it('shows corner fields of a torus three times more', () => {
    const geometry = square(18, 18, 'torus')
    expect(geometry.echoes(0)).toHaveLength(3)
    expect(geometry.echoes(5)).toEqual([{ x: 0, y: 18 * UNIT }])
    expect(geometry.echoes(18 * 9 + 9)).toEqual([])
    expect(square(18, 18).echoes(0)).toEqual([])
  })

  it('shows the edges of a torus of hexagons once more, where they are seen', () => {
    const geometry = new Geometry({ shape: 'hexagon', edges: 'torus', columns: 6, rows: 6 })
    expect(geometry.echoes(0)).toHaveLength(3)
    for (const shift of geometry.echoes(0)) {
      const { x, y } = geometry.centre(0)
      expect(geometry.cellAt({ x: x + shift.x, y: y + shift.y })).toBe(0)
    }
    expect(geometry.cellAt(geometry.centreAt(-2, -2))).toBe(4 * 6 + 4)
    expect(geometry.cellAt(geometry.centreAt(-3, 0))).toBeNull()
  })

  it('repeats outlines in one path', () => {
    const path = repeated('M0 -10L5 0L-5 0Z', [{ x: 0, y: 0 }, { x: 100, y: 50 }])
    expect(path).toBe('M0 -10l5 10l-10 0ZM100 40l5 10l-10 0Z')
  })
})
