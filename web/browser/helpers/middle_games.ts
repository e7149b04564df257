// A position from the middle of each game, with something of everything to see.
import type { TableWish } from '../../src/logic/api'
import type { SeatWish } from '../../src/types'

const against = (you: string): SeatWish[] => [{ kind: 'human', name: you }, { kind: 'computer', player: 'level:4' }]

const torus = [
  '...................4',
  '....................',
  '..2.............3...',
  '....................',
  '.......3............',
  '......4.2...1.......',
  '.......4213.........',
  '.....3.1124.........',
  '......24131.2.......',
  '.......31243........',
  '......1.24.1........',
  '........3.2.........',
  '.....4.....3........',
  '....................',
  '....................',
  '....................',
  '...............2....',
  '.3..................',
  '....................',
  '4...........4......1',
]

export const middleGames: Record<'kaskade' | 'othello' | 'connect6' | 'towerwars' | 'tictactoe', TableWish & { start: string }> = {
  kaskade: {
    game: 'kaskade:6x6',
    start: '0n2a0n2b1b0n0n0n0n1b0n0n2a0n3b2a3a0n2b3a3a0n3b1b1a2a3b0n0n0n1a0n2a1b2b1a:A',
    seats: against('Anna'),
  },
  othello: {
    game: 'othello:8x8,holes=A1:A1+H1:H1+A8:A8+H8:H8',
    start: '#------#,---W----,--BWW---,--BBWB--,--BWBB--,---W-W--,--------,#------#:black',
    seats: against('Anna'),
  },
  connect6: {
    game: 'connect6:20,edges=torus,players=4',
    start: `${torus.join('/')}:P1`,
    seats: ['Anna', 'Bert', 'Carla', 'Dirk'].map((name): SeatWish => ({ kind: 'human', name })),
  },
  towerwars: {
    game: 'towerwars:6',
    start: 'RB,R,.,R,.,./R,R,R2,R,.,./R,.,.,.,.,B/.,.,.,B1*,.,B/.,.,.,.,B,B/.,.,B,B,.,BB:red',
    seats: against('Anna'),
  },
  tictactoe: { game: 'tictactoe:5x5,k=4', start: '...../.OXX./O.XO./.XO../.....:X', seats: against('Anna') },
}

/** The record of a table that begins at its game's start. */
export function recordOf({ game, moves = [], seats }: TableWish, result = '*'): string {
  const [name, variant] = game.split(':')
  const players = seats.map((seat, index) => `[Player${index + 1} "${seat.name ?? ''}"]`)
  return [`[Game "${name}"]`, `[Variant "${variant}"]`, ...players, '', `${moves.join(' ')} ${result}`, ''].join('\n')
}
