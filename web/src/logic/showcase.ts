// The positions that the games show of themselves on the start screen, each with a move worth seeing.
import { api, type PositionAnswer, type PositionQuestion } from './api'

const positions: Record<string, PositionQuestion> = {
  connect6: {
    game: 'connect6:18',
    position: [
      '..................',
      '..................',
      '.1................',
      '...........2......',
      '......2...........',
      '....2...1.........',
      '.......21.12......',
      '......12211.......',
      '......21111.2.....',
      '.......11.212.....',
      '.......1.2........',
      '.....2...2112.....',
      '.....2.1.122......',
      '.......21.22......',
      '.........1........',
      '.1................',
      '................2.',
      '..................',
    ].join('/') + ':P1',
    move: '5;7;10;12',
  },
  kaskade: {
    game: 'kaskade:6x6',
    position: '0n2a0n2b1b0n0n0n0n1b0n0n2a0n3b2a3a0n2b3a3a0n3b1b1a2a3b0n0n0n1a0n2a1b2b1a:A',
    move: '2;3',
  },
  othello: {
    game: 'othello:8x8',
    position: '--------,---W----,--BWW---,--BBWB--,--BWBB--,---W-W--,--------,--------:black',
    move: 'E2',
  },
  tictactoe: { game: 'tictactoe:5x5,k=4', position: '...../.OXX./O.XO./.XO../.....:X', move: 'A5' },
  towerwars: {
    game: 'towerwars:6',
    position: 'RB,R,.,R,.,./R,R,R2,R,.,./R,.,.,.,.,B/.,.,.,B1,.,B/.,.,.,.,B,B/.,.,B,B,.,BB:red',
    move: 'D2->D4',
  },
}

const answers = new Map<string, Promise<PositionAnswer>>()

/** What a game shows of itself; a game without a position of its own shows its start. */
export function showcaseOf(game: string): Promise<PositionAnswer> {
  let answer = answers.get(game)
  if (!answer) {
    answer = api.position(positions[game] ?? { game })
    answer.catch(() => answers.delete(game))
    answers.set(game, answer)
  }
  return answer
}
