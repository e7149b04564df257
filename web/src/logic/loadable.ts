// What can be loaded: records, transcripts of single games, and positions that were copied; many of them in one text.
import { gamePages } from '../games'
import type { Problem, Replay } from '../types'
import { splitGame } from './variant'

/** One game or position, and the line where it begins in the text that a person has given. */
export interface Loadable { text: string; line: number }

/** A place in the text that a person has given, from 1. */
export interface TextPlace { line: number; column: number }

/** What a list tells about a game. */
export interface Listed extends Loadable {
  /** Empty for texts without tags, of which `text` tells more. */
  game: string
  variant: string
  /** As the record has them: a computer by its text, empty who is not named. */
  players: string[]
  event: string
  date: string
  /** `*` if the game was not finished; empty if that is not said. */
  result: string
}

export type ReplayQuestion = { record: string } | { game: string; start: string; moves: string[] }

/** The words of `name:8x8 POSITION` with where they begin; nothing for every other text. */
function readPosition(text: string): { game: string; start: string; gameAt: number; startAt: number } | null {
  const found = /^(\s*)([a-z0-9]+:[a-z0-9]\S*)(\s+)(\S+)\s*$/.exec(text)
  if (!found) return null
  const [, before, game, between, start] = found
  return { game, start, gameAt: before.length, startAt: before.length + game.length + between.length }
}

/** How the server is asked about a text. */
export function questionOf(text: string): ReplayQuestion {
  const position = readPosition(text)
  return position ? { game: position.game, start: position.start, moves: [] } : { record: text }
}

/** What is saved: a position becomes a record in which nothing has been played. */
export function recordOf(text: string, replay: Replay): string {
  if (!readPosition(text)) return text
  const { name, variant } = splitGame(replay.game)
  return `[Game "${name}"]\n[Variant "${variant}"]\n[Result "${replay.result}"]\n[Start "${replay.start.text}"]\n\n${replay.result}\n`
}

/** Where a problem is in what the person has given, as far as that can be said. */
export function placeIn({ text, line }: Loadable, { parameters }: Problem): TextPlace | null {
  if (parameters.line) return { line: line - 1 + Number(parameters.line), column: Number(parameters.column) }
  const position = readPosition(text)
  const begin = position && { game: position.gameAt, start: position.startAt }[parameters.field]
  if (begin === undefined || begin === null) return null
  const before = text.slice(0, begin + Number(parameters.character) - 1).split('\n')
  return { line: line - 1 + before.length, column: before[before.length - 1].length + 1 }
}

/** Whether a text is worth asking the server about; what it says about tales and pictures helps nobody. */
export function looksLikeRecord(text: string): boolean {
  const isTranscript = [...gamePages.values()].some(({ transcript }) => transcript?.test(text))
  return isTranscript || /^[ \t]*\[Game /m.test(text) || readPosition(text) !== null
}

/** All games of a text: a record begins with a line `[Game …`; of everything else each line is one. */
export function gamesIn(text: string): Loadable[] {
  if (readPosition(text)) return [{ text, line: 1 }]
  const isRecord = /^\s*\[/.test(text)
  const lines = text.split('\n')
  const games: Loadable[] = []
  let begin = 0
  const add = (end: number): void => {
    const part = lines.slice(begin, end).join('\n')
    if (part.trim() !== '') games.push({ text: part, line: begin + 1 })
    begin = end
  }
  // What stands before the first game belongs to it, so that it is complained about.
  let isFirst = isRecord
  lines.forEach((line, index) => {
    const isBegin = !isRecord || /^[ \t]*\[Game /.test(line)
    if (isBegin && !isFirst) add(index)
    if (isBegin) isFirst = false
  })
  add(lines.length)
  return games
}

const tagPattern = /\[([A-Za-z]\w*)[ \t]+"((?:[^"\\\n]|\\.)*)"[ \t]*\]\s*/y
const resultPattern = /^(\*|[\d/]+(?:-[\d/]+)+)$/

/** What the tags of a game tell about it. The server reads it when it is chosen. */
export function listed(loadable: Loadable): Listed {
  const { text } = loadable
  const tags = new Map<string, string>()
  tagPattern.lastIndex = text.length - text.trimStart().length
  for (let tag = tagPattern.exec(text); tag; tag = tagPattern.exec(text)) {
    tags.set(tag[1], tag[2].replace(/\\(.)/g, (_, each: string) => (each === 'n' || each === 'r' ? ' ' : each)))
  }
  const of = (name: string): string => tags.get(name) ?? ''
  const end = text.trimEnd()
  const last = end.slice(Math.max(end.lastIndexOf(' '), end.lastIndexOf('\n')) + 1)
  const players = [1, 2, 3, 4].map((player) => of(`Player${player}`))
  while (players.length > 0 && players[players.length - 1] === '') players.pop()
  return {
    ...loadable,
    game: of('Game'),
    variant: of('Variant'),
    players,
    event: of('Event'),
    date: of('Date'),
    result: of('Result') || (tags.size > 0 && resultPattern.test(last) ? last : ''),
  }
}
