// Checks that winning lines are found, crossing ones and those round the torus too.
import { describe, expect, it } from 'vitest'
import { Geometry } from './geometry'
import { copies, strokes } from './lines'

const closed = new Geometry({ shape: 'square', edges: 'closed', columns: 6, rows: 5 })
const torus = new Geometry({ shape: 'square', edges: 'torus', columns: 18, rows: 18 })

describe('strokes', () => {
  it('joins a diagonal', () => {
    const [stroke, ...others] = strokes(closed, [3, 8, 13, 18])
    expect(others).toEqual([])
    expect(stroke.from).toEqual(closed.centre(3))
    expect(stroke.to).toEqual(closed.centre(18))
  })

  it('finds two crossing lines', () => {
    const found = strokes(closed, [0, 1, 2, 3, 7, 14, 21])
    expect(found.map((stroke) => stroke.cells)).toEqual([[0, 1, 2, 3], [0, 7, 14, 21]])
  })

  it('goes on beyond the edge of a torus and shows both ends', () => {
    const [stroke, ...others] = strokes(torus, [0, 1, 2, 15, 16, 17])
    expect(others).toEqual([])
    expect(stroke.to.x - stroke.from.x).toBe(500)
    expect(copies(torus, stroke)).toHaveLength(4)
  })

  it('joins a chain of hexagons without gaps', () => {
    const hexagons = new Geometry({ shape: 'hexagon', edges: 'closed', columns: 4, rows: 4 })
    // Down to the left, then straight down, which on hexagons goes to the right.
    const found = strokes(hexagons, [2, 5, 9, 13])
    expect(found.map((stroke) => stroke.cells)).toEqual([[5, 9, 13], [2, 5]])
  })

  it('draws nothing for a single cell', () => {
    expect(strokes(closed, [7])).toEqual([])
  })

  it('ends on a line that closes round the torus', () => {
    const row = Array.from({ length: 18 }, (_, column) => column)
    expect(strokes(torus, row)[0].cells).toHaveLength(18)
  })
})
