// Which cell a key leads to from the focused one.
import type { Cell } from '../types'
import type { Geometry } from './geometry'

const LARGE_BOARD = 20
const PAGE = 10

/** The cell the focus moves to, or null if the key does not move it. */
export function movedFocus(geometry: Geometry, from: Cell, key: string, control: boolean): Cell | null {
  const column = geometry.column(from)
  const row = geometry.row(from)
  const page = geometry.rows > LARGE_BOARD ? PAGE : geometry.rows
  const last = geometry.rows - 1
  switch (key) {
    case 'ArrowLeft': return geometry.cell(column - 1, row) ?? from
    case 'ArrowRight': return geometry.cell(column + 1, row) ?? from
    case 'ArrowUp': return vertical(geometry, column, row, -1) ?? from
    case 'ArrowDown': return vertical(geometry, column, row, 1) ?? from
    case 'Home': return control ? 0 : geometry.cell(0, row)
    case 'End': return control ? geometry.cellCount - 1 : geometry.cell(geometry.columns - 1, row)
    case 'PageUp': return geometry.cell(column, Math.max(0, row - page))
    case 'PageDown': return geometry.cell(column, Math.min(last, row + page))
    default: return null
  }
}

function vertical(geometry: Geometry, column: number, row: number, down: 1 | -1): Cell | null {
  if (!geometry.isHexagonal) return geometry.cell(column, row + down)
  // Rows of hexagons are shifted; going left and right in turn keeps the way upright.
  const isShifting = (down === 1) === (row % 2 === 0)
  const first = isShifting ? column - down : column
  const second = isShifting ? column : column - down
  return geometry.cell(first, row + down) ?? geometry.cell(second, row + down)
}
