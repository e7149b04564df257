// Games between computers for the screenshots: each far enough for a good picture of its board.
import type { TableWish } from '../../src/logic/api'
import type { SeatWish } from '../../src/types'

const people = (...names: string[]): SeatWish[] => names.map((name) => ({ kind: 'human', name }))
const against = (name: string): SeatWish[] => [{ kind: 'human', name }, { kind: 'computer', player: 'level:5' }]
const words = (moves: string): string[] => moves.trim().split(/\s+/)

export const shownGames = {
  kaskade: {
    game: 'kaskade:10x10',
    seats: against('Clara'),
    moves: words(`
      4;6 6;9 3;7 2;7 4;3 0;3 3;4 2;4 5;4 9;1 3;4 4;4 1;2 7;0 1;4 9;9 1;5 0;6 5;5 7;9 6;7 4;2 9;8 3;0 6;4 9;4 1;2 9;2
      5;6 2;2 8;6 0;8 7;6 5;0 6;5 3;3 3;9 5;3 1;7 0;7 2;9 7;4 8;8 4;5 9;7 7;9 4;1 1;0 1;4 4;0 5;8 1;1 3;7 4;0 3;8 0;2
      8;6 4;9 5;6 9;3 1;7 0;4 7;2 0;1 7;2 8;2 1;2 9;0 5;5 0;1`),
  },
  othello: {
    game: 'othello:8x8,holes=C3:C6+F3:F6',
    seats: against('Clara'),
    moves: words('E6 D6 C7 D7 C8 D8 E7 F7 E8 F8 G8 E3 G7 B8 A8 H7 G6 B6 B7 A7 D3 C2 E2 F1'),
  },
  connect6: {
    game: 'connect6:20,edges=torus,players=4',
    seats: people('Clara', 'Jonas', 'Mira', 'Paul'),
    moves: words(`
      0;2;0;17 1;2;19;17 0;18;17;19 0;3;0;4 16;19;19;16 18;17;19;3 17;18;19;2 17;1;17;4 1;16;18;19 1;0;19;4 1;18;3;14
      14;1;18;18 15;2;17;17 2;17;17;0 1;3;18;0 2;14;14;4 16;18;17;2 2;18;12;2 15;4;18;16 3;13;16;1 4;16;16;15 3;19;19;1
      12;1;14;5 5;11;13;5 0;16;2;13 4;0;15;3 12;3;14;3 1;11;3;16`),
  },
  towerwars: {
    game: 'towerwars:8',
    seats: against('Clara'),
    moves: words(`
      A2->B2 F8->F7 B1->B3 E8->G6 E1->D1 G7->G5 A3->D2 H5->E7 A4->B3 H6->G5 C1->D2 F6->D2 C3->D2 F7->F6 B4->B2 H4->E7
      A5->A6 F6->D2 A6->A5 F7->F6`),
  },
  tictactoe: {
    game: 'tictactoe:10x10,k=5',
    seats: against('Clara'),
    moves: words('E4 B2 H9 D6 F9 C7 E9 D9 F5 J2 C1 I9 H5 H7 G2 B4 D3 G4 E5 B6 B5 H3 E6 J8 D7 C4'),
  },
} satisfies Record<string, TableWish>

/** A whole game, for the replay with its graph. */
export const wholeGame: TableWish & { moves: string[] } = {
  game: 'othello:8x8',
  seats: people('Jonas', 'Mira'),
  moves: words(`
    C4 E3 F4 C5 E6 F5 D6 C3 C6 D3 F3 F6 G4 G6 G5 F7 D7 H6 G3 F2 E2 H3 H4 H5 D2 C7 B6 B5 A4 D8 E8 F8 G8 H8 H7 G7 G1 E7 B3
    E1 B4 B7 F1 H1 A8 A7 B8 C2 B1 C8 A6 G2 B2 D1 C1 A5 A3 A1 H2 A2`),
}
