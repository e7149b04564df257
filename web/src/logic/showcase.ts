// The positions that the games show of themselves on the start screen, each with a move worth seeing.
import { gamePages } from '../games'
import { api, type PositionAnswer } from './api'

const answers = new Map<string, Promise<PositionAnswer>>()

/** What a game shows of itself; a game without a position of its own shows its start. */
export function showcaseOf(game: string): Promise<PositionAnswer> {
  let answer = answers.get(game)
  if (!answer) {
    answer = api.position(gamePages.get(game)?.showcase ?? { game })
    answer.catch(() => answers.delete(game))
    answers.set(game, answer)
  }
  return answer
}
