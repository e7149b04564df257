// The games' own files for the page, found by their folders: `<game>/game.ts`. A game without one is shown by what it
// says of itself.
import type { Words } from '../words/en'
import type { GamePage, GameWords } from './game_page'

const files = import.meta.glob<{ game: GamePage }>('./*/game.ts', { eager: true })

export const gamePages: ReadonlyMap<string, GamePage> = new Map(
  Object.entries(files).map(([path, { game }]) => [path.split('/')[1], game]),
)

/** A game's own words in the language of all others; nothing if it has none. */
export function gameWords(words: Words, game: string): Partial<GameWords> {
  return gamePages.get(game)?.words[words.code] ?? {}
}

/** The order of the start screen. */
export function placeOf(game: string): number {
  return gamePages.get(game)?.place ?? Number.MAX_SAFE_INTEGER
}
