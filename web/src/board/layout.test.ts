// Checks that everything of a board lies inside the drawing, at every size.
import { describe, expect, it } from 'vitest'
import type { BoardInfo } from '../types'
import { Geometry } from './geometry'
import { layoutOf } from './layout'

function board(game: string, columns: number, rows: number, changes: Partial<BoardInfo> = {}): BoardInfo {
  return {
    game, columns, rows, shape: 'square', edges: 'closed', cells_per_move: 1, unordered: false, players: ['A', 'B'],
    notation: { is_row_first: false, between_parts: '', between_cells: '' },
    column_labels: Array.from({ length: columns }, (_, column) => `${column}`),
    row_labels: Array.from({ length: rows }, (_, row) => `${row + 1}`),
    ...changes,
  }
}

const boards = [
  board('kaskade', 3, 20),
  board('othello', 26, 98),
  board('connect6', 20, 20, { edges: 'torus' }),
  board('towerwars', 26, 26, { shape: 'hexagon' }),
  board('tictactoe', 3, 3),
]

describe('layoutOf', () => {
  it.each(boards)('keeps frame and labels of $game inside the drawing', (info) => {
    const layout = layoutOf(info, new Geometry(info), false)
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
  })

  it('has no labels in a thumbnail', () => {
    expect(layoutOf(boards[0], new Geometry(boards[0]), true).labels).toEqual([])
  })

  it('keeps labels readable on a phone', () => {
    const info = boards[1]
    const layout = layoutOf(info, new Geometry(info), false)
    expect(layout.fontSize * (320 / layout.width)).toBeGreaterThan(7.5)
  })
})
