// Checks that large boards gather their balls into few paths without losing any.
import { describe, expect, it } from 'vitest'
import { capacitiesOf } from '../testing/looks'
import type { PlacedPiece } from '../types'
import { bandsOf, denseRows, discPath, isDense } from './dense'
import { Geometry } from './geometry'

const geometry = new Geometry({ shape: 'square', edges: 'closed', columns: 20, rows: 20, capacities: capacitiesOf({ columns: 20, rows: 20 }) })
const count = (path: string) => (path.match(/M/g) ?? []).length

describe('dense balls', () => {
  it('are used on large boards only', () => {
    expect(isDense(geometry)).toBe(true)
    expect(isDense(new Geometry({ shape: 'square', edges: 'closed', columns: 10, rows: 10 }))).toBe(false)
  })

  it('gather by row and owner', () => {
    const pieces: PlacedPiece[] = [[21, 'ball', 0, 1], [22, 'ball', 0, 2], [23, 'ball', 1, 3], [45, 'ball', 1, 9]]
    const rows = denseRows(geometry, pieces)
    expect(rows).toHaveLength(20)
    expect(rows[1].bands.map((band) => [band.owner, count(band.edge), count(band.body)])).toEqual([[0, 3, 3], [1, 3, 3]])
    expect([count(rows[1].full), count(rows[1].overflowing)]).toEqual([1, 0])
    expect(count(rows[2].overflowing)).toBe(1)
  })

  it('split rolling balls by row', () => {
    expect(bandsOf(0, [{ x: 50, y: 50 }, { x: 150, y: 73 }, { x: 50, y: 150 }], 19).map((band) => count(band.edge)))
      .toEqual([2, 1])
  })

  it('are circles', () => {
    expect(discPath([{ x: 50, y: 50, radius: 20 }])).toBe('M30 50a20 20 0 1 0 40 0a20 20 0 1 0 -40 0Z')
  })
})
