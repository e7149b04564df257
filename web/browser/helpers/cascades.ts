// Kaskade positions on the largest board with moves that set off much.
import type { TableWish } from '../../src/logic/api'

const size = 20
const seats: TableWish['seats'] = [{ kind: 'human' }, { kind: 'human' }]

export interface Cascade extends TableWish {
  start: string
  /** The move that sets it off, and its cell. */
  move: string
  cell: number
}

/** One more ball than this many makes a field overflow. */
function fullCount(column: number, row: number): number {
  return 3 - [column, row].filter((value) => value === 0 || value === size - 1).length
}

function cascade(column: number, row: number, ballsAt: (column: number, row: number) => string): Cascade {
  const cells = Array.from({ length: size * size }, (_, cell) => ballsAt(cell % size, Math.floor(cell / size)))
  return { game: `kaskade:${size}x${size}`, start: `${cells.join('')}:A`, move: `${column};${row}`, cell: row * size + column, seats }
}

/** Every field is about to overflow but for a corner, which fills up slowly around the only enemy ball. */
export function nearlyFull(room: number): Cascade {
  return cascade(0, 0, (column, row) => {
    if (column === size - 1 && row === size - 1) return '1b'
    return column >= size - room && row >= size - room ? '0n' : `${fullCount(column, row)}a`
  })
}

/** As in the middle of a game: half of the fields are full, of either colour, and the others have room. */
export function ordinaryCascade(): Cascade {
  let state = 1
  const chance = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  return cascade(2, 5, (column, row) => {
    const part = chance()
    const missing = [0.5, 0.8, 0.95].filter((limit) => part >= limit).length
    const count = Math.max(0, fullCount(column, row) - missing)
    return count === 0 ? '0n' : `${count}${chance() < 0.5 ? 'a' : 'b'}`
  })
}
