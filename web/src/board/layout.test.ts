// Checks that everything of a board lies inside the drawing, at every size and on every ground.
import { describe, expect, it } from 'vitest'
import { groundOf } from '../games/grounds'
import { boardOf } from '../testing/samples'
import type { BoardInfo } from '../types'
import { Geometry } from './geometry'
import { layoutOf as layoutOn, type Layout } from './layout'

const layoutOf = (info: BoardInfo, isMini = false): Layout => layoutOn(info, new Geometry(info), groundOf(info).frame, isMini)

const boards: BoardInfo[] = [
  boardOf('kaskade', 3, 20),
  boardOf('othello', 26, 98),
  { ...boardOf('connect6', 20, 20), edges: 'torus' },
  boardOf('towerwars', 26, 26),
  boardOf('tictactoe', 3, 3),
  boardOf('unknown', 8, 8),
  { ...boardOf('unknown torus', 9, 7), edges: 'torus' },
  { ...boardOf('unknown hexagons', 11, 11), shape: 'hexagon' },
  { ...boardOf('unknown torus of hexagons', 9, 7), shape: 'hexagon', edges: 'torus' },
]

describe('layoutOf', () => {
  it.each(boards)('keeps cells, frame and labels of $game inside the drawing', (info) => {
    const layout = layoutOf(info)
    const { frame } = layout
    expect(frame.x).toBeGreaterThanOrEqual(0)
    expect(frame.x + frame.width).toBeLessThanOrEqual(layout.width)
    expect(frame.y + frame.height).toBeLessThanOrEqual(layout.height)
    expect(layout.labels).toHaveLength(info.columns + info.rows)
    for (const label of layout.labels) {
      const half = label.text.length * layout.fontSize * 0.31
      expect(label.x - half).toBeGreaterThanOrEqual(0)
      expect(label.y - layout.fontSize / 2).toBeGreaterThanOrEqual(0)
    }
    const geometry = new Geometry(info)
    for (let cell = 0; cell < geometry.cellCount; ++cell) {
      for (const shift of [{ x: 0, y: 0 }, ...geometry.echoes(cell)]) {
        const { x, y } = geometry.centre(cell)
        expect(layout.origin.x + x + shift.x).toBeGreaterThan(frame.x + 40)
        expect(layout.origin.x + x + shift.x).toBeLessThan(frame.x + frame.width - 40)
        expect(layout.origin.y + y + shift.y).toBeGreaterThan(frame.y + 40)
        expect(layout.origin.y + y + shift.y).toBeLessThan(frame.y + frame.height - 40)
      }
    }
  })

  it('has no labels in a thumbnail', () => {
    expect(layoutOf(boards[0], true).labels).toEqual([])
  })

  it('keeps labels readable on a phone', () => {
    const layout = layoutOf(boards[1])
    expect(layout.fontSize * (320 / layout.width)).toBeGreaterThan(7.5)
  })
})
