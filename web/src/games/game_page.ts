// What a game may bring along for the page besides what it says of itself: all of it optional but a sentence and rules.
import type { PositionQuestion } from '../logic/api'

export interface GameWords {
  /** A sentence below the title on the start screen. */
  summary: string
  /** The rules in a few sentences, for help. */
  rules: string[]
  /** What the players are called, in order; else as in the rules. */
  players?: string[]
  /** What follows “White wins”, by the code of the ending; else what the game says in English. */
  endings?: Record<string, string>
  /** Names of parameters, their choices and presets that the page does not know. */
  parameters?: Record<string, string>
  choices?: Record<string, string>
  presets?: Record<string, string>
  /** What a player is called that plays over the network, before it has said its name. */
  remote?: string
  /** Transcripts of this game that can be loaded, as they are called after “copied positions and”. */
  transcripts?: string
}

/**
 * What the server says in English, `{}` standing for anything, and the same in German. The English is the key, as in
 * gettext, because the terminal says the same sentences.
 */
export type Phrase = [english: string, german: (...parts: string[]) => string]

export interface GermanGameWords extends GameWords {
  /** What its rules expect of texts and object to moves, all of it; a game without gets by with general sentences. */
  phrases?: Phrase[]
}

export interface GamePage {
  words: { en: GameWords; de: GermanGameWords }
  /** Where it stands on the start screen; games without a number come last. */
  place?: number
  /** What it shows of itself there: a position and a move worth seeing. */
  showcase?: PositionQuestion
  /** How a transcript begins, where the game has such. */
  transcript?: RegExp
}
