// How the games say they look, for tests and the gallery, which have no server to ask.
import type { BoardInfo, Look } from '../types'

const plain: Look = { material: '', pieces: 'stones', colours: ['black', 'white'], counts: [], endings: {} }

const looks: Record<string, Partial<Look>> = {
  connect6: { material: 'wood', colours: ['black', 'white', 'red', 'blue'], endings: { row: 'with six in a row' } },
  kaskade: { material: 'slate', pieces: 'balls', colours: ['white', 'black'], counts: ['pieces', 'fields'], endings: { whole_board: 'with the whole board' } },
  othello: { material: 'felt', pieces: 'discs', counts: ['pieces'], endings: { majority: 'with more discs' } },
  tictactoe: { material: 'ruled_paper', pieces: 'marks', colours: ['red', 'blue'], endings: { row: 'with a row' } },
  towerwars: {
    material: 'sandstone',
    pieces: 'towers',
    colours: ['red', 'blue'],
    counts: ['pieces'],
    endings: { base_taken: 'having taken the base', no_moves: 'leaving no move' },
  },
}

/** The games that are known here; others have a plain look. */
export const sampledGames = Object.keys(looks)

export function lookOf(game: string): Look { return { ...plain, ...looks[game] } }

/** As many balls as a square has neighbours make it overflow. */
export function capacitiesOf({ columns, rows }: Pick<BoardInfo, 'columns' | 'rows'>): number[] {
  return Array.from({ length: columns * rows }, (_, cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    return 4 - Number(column === 0) - Number(column === columns - 1) - Number(row === 0) - Number(row === rows - 1)
  })
}
