// Sentences about seats, moves, results and scores, in whatever language the words are.
import { Geometry } from '../board/geometry'
import { gameWords } from '../games'
import { sharesOfResult } from '../logic/evaluation'
import type { TextPlace } from '../logic/loadable'
import { countOverflows, countPieces, countSteps, countTakenOver, pieceAt, whoPasses } from '../logic/pieces'
import { printCell } from '../logic/notation'
import { splitGame } from '../logic/variant'
import type {
  BoardInfo,
  Cell,
  Counted,
  Ending,
  EvaluationInfo,
  PlacedPiece,
  Player,
  PositionInfo,
  Problem,
  SeatInfo,
  Step,
  TableInfo,
  Trouble,
} from '../types'
import type { Words } from './en'

/** What a player is called by the rules: `White`. */
export function sayPlayer(words: Words, board: BoardInfo, player: Player): string {
  const name = board.players[player] ?? ''
  return gameWords(words, board.game).players?.[player] ?? words.colours[name] ?? name
}

/** `3 balls`, `2 fields`. */
export function sayCount(words: Words, { look }: BoardInfo, what: Counted, count: number): string {
  return words.counted[what === 'fields' ? 'fields' : look.pieces](count)
}

/** A parameter, one of its choices or a preset, as it is called in dialogs. */
export function sayTerm(words: Words, game: string, kind: 'parameters' | 'choices' | 'presets', term: string): string {
  return gameWords(words, game)[kind]?.[term] ?? words.newGame[kind][term] ?? term
}

/** `level 4`, `full strength`, `simple:depth=2`. */
export function sayStrength(words: Words, player: string): string {
  if (player === 'max') return words.seat.max
  const level = /^level:(\d)$/.exec(player)
  if (level) return words.seat.level(level[1])
  if (player === 'random') return words.newGame.random
  return words.newGame.strategies[player] ?? player
}

/** Who sits there, in a word or two; `fallback` names those who have no name. */
export function saySeat(words: Words, seat: SeatInfo | undefined, fallback: string, game = ''): string {
  if (seat?.kind === 'computer' && seat.player && (seat.name === '' || seat.name === seat.player)) {
    return `${words.seat.computer}, ${sayStrength(words, seat.player)}`
  }
  // A server says what it is called when it begins to play; where it is not everybody sees.
  if (seat?.kind === 'remote') return seat.name || seat.server || (gameWords(words, game).remote ?? words.seat.remote)
  return seat?.name || fallback
}

/** Why somebody cannot go on. */
export function sayTrouble(words: Words, trouble: Trouble, seat: SeatInfo | undefined): string {
  const why = words.trouble.why[trouble.code]?.(trouble.detail ?? '') ?? words.serverSays(trouble.message)
  return seat?.server ? `${why} (${seat.server})` : why
}

export function saySeatOf(words: Words, table: { board: BoardInfo; seats: SeatInfo[] }, seat: Player): string {
  return saySeat(words, table.seats[seat], sayPlayer(words, table.board, seat), table.board.game)
}

/** Who played a recorded game: computers are recorded by their texts. */
export function sayRecorded(words: Words, name: string): string {
  const strength = sayStrength(words, name)
  return strength === name ? name : `${words.seat.computer}, ${strength}`
}

/** Made once: a list of many games has many dates. */
const dateFormats = new Map<string, Intl.DateTimeFormat>()

function dateFormat(locale: string): Intl.DateTimeFormat {
  const known = dateFormats.get(locale) ?? new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
  dateFormats.set(locale, known)
  return known
}

/** Records write `2026.11.15`; what is no date is shown as it is. */
export function sayDate(locale: string, text: string): string {
  const [, year, month, day] = /^(\d{4})\.(\d\d)\.(\d\d)$/.exec(text) ?? []
  if (!day) return text
  return dateFormat(locale).format(new Date(Number(year), Number(month) - 1, Number(day)))
}

/** How a game has ended by the rules: `White wins, with more discs`. */
export function sayOutcome(words: Words, board: BoardInfo, { outcome, ending }: Pick<PositionInfo, 'outcome' | 'ending'>): string {
  const winner = sharesOfResult(outcome ?? '*')?.indexOf(1) ?? -1
  if (winner < 0) return words.result.draw
  return [words.result.won(sayPlayer(words, board, winner)), sayEnding(words, board, ending)].filter((part) => part !== '').join(', ')
}

/** What is wrong with a text; `place` is where, in what the person has given. */
export function sayProblem(words: Words, { code, reason, parameters }: Problem, place: TextPlace | null): string {
  const said = words.problem.codes[code]?.(parameters)
  // What the page does not know it tells as the server does.
  if (!said) return words.serverSays(reason)
  return place ? words.problem.inLine(place.line, place.column, said) : said[0].toUpperCase() + said.slice(1)
}

/** `10×10`, `20 torus`, for lists. */
export function sayVariant(words: Words, game: string): string {
  const { name: called, variant } = splitGame(game)
  return variant
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const [name, value] = part.split('=')
      if (value === undefined) return /^\d+$/.test(name) ? `${name}×${name}` : name.replace('x', '×')
      if (name === 'edges') return sayTerm(words, called, 'choices', value)
      if (name === 'holes') return sayTerm(words, called, 'parameters', name)
      if (name === 'players') return words.variant.players(Number(value))
      if (name === 'k') return words.variant.k(Number(value))
      return `${sayTerm(words, called, 'parameters', name)}: ${sayTerm(words, called, 'choices', value)}`
    })
    .join(' · ')
}

/** A move in a sentence: lines break after a hyphen, but not after an arrow. */
export function unbroken(move: string): string {
  return move.replace('->', '→')
}

/** What stood and stands on the board around a move, and what the server tells of the way. */
export interface Changed { before: PlacedPiece[]; after: PlacedPiece[]; steps: Step[] }

/** Of cascades with more steps the server tells only the first waves. */
const maxSteps = 4_000

export function sayMove(words: Words, board: BoardInfo, name: string, move: string, changed: Changed): string {
  const text = board.moves_pieces ? move.replace(board.notation.between_cells, ' – ') : move
  return `${words.said.move(name, text)} ${sayEffects(words, board, name, changed)}`.trim()
}

/** What a move does, for those who do not see it: what turns, overflows or is taken, and what stands then. */
export function sayEffects(words: Words, board: BoardInfo, name: string, { before, after, steps }: Changed): string {
  const sentences: string[] = []
  const flips = countSteps(steps, 'flip')
  const { fields, waves } = countOverflows(steps)
  if (flips > 0) sentences.push(words.said.flips(flips))
  if (fields > 0) {
    sentences.push(steps.length < maxSteps ? words.said.overflows(fields, waves) : words.said.overflowsLong(waves))
    const taken = countTakenOver(before, after)
    if (taken > 0) sentences.push(words.said.takesOver(name, taken))
  }
  if (countSteps(steps, 'capture') > 0) sentences.push(words.said.captures)
  if (countSteps(steps, 'build') > 0) sentences.push(words.said.builds)
  if (countSteps(steps, 'block') > 0) sentences.push(words.said.blocks)
  if (countSteps(steps, 'unblock') > 0) sentences.push(words.said.unblocks)
  sentences.push(sayStanding(words, board, before, after))
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

/** How many each player has now, where that matters and has changed. */
function sayStanding(words: Words, board: BoardInfo, before: PlacedPiece[], after: PlacedPiece[]): string {
  const [what] = board.look.counts
  if (!what) return ''
  const [were, are] = [before, after].map((pieces) => countPieces(pieces, board.players.length, what))
  if (were.join() === are.join()) return ''
  const parts = are.map((count, player) => `${sayPlayer(words, board, player)} ${sayCount(words, board, what, count)}`)
  return words.said.standing(parts.join(', '))
}

export function sayPasses(words: Words, table: { board: BoardInfo; seats: SeatInfo[] }, steps: Step[]): string {
  return whoPasses(steps)
    .map((player) => words.said.passes(saySeatOf(words, table, player)))
    .join(' ')
}

export interface ResultSaying { title: string; detail: string }

type Ended = Pick<TableInfo, 'game' | 'board' | 'seats' | 'result' | 'position'> & { moves: unknown[] }

export function sayResult(words: Words, table: Ended, mine: Player[]): ResultSaying {
  const { result } = table
  if (!result) return { title: words.result.unfinished, detail: '' }
  const details: string[] = []
  let title = words.result.draw
  if (result.winner >= 0) {
    const name = saySeatOf(words, table, result.winner)
    title = mine.length === 1 && mine[0] === result.winner ? words.result.youWon : words.result.won(name)
    if (result.reason === 'rules') details.push(sayEnding(words, table.board, table.position.ending))
  }
  details.push(words.result.reason[result.reason], words.result.after(table.moves.length))
  return { title, detail: details.filter((part) => part !== '').join(', ') }
}

/** How it was won, after “White wins”; nothing if the game does not tell. */
export function sayEnding(words: Words, { game, look }: BoardInfo, ending: Ending | null): string {
  if (!ending) return ''
  const { how } = ending
  return gameWords(words, game).endings?.[how] ?? words.result.endings[how] ?? look.endings[how] ?? ''
}

export function sayEvaluation(words: Words, evaluation: EvaluationInfo, names: string[], toMove: Player): string {
  const { score } = evaluation
  const percent = Math.round(score.expected * 100)
  const mover = names[toMove]
  // What is known without looking ahead has no depth.
  const depth = evaluation.depth > 0 ? ` · ${words.evaluation.depth(evaluation.depth)}` : ''
  if (score.kind === 'draw') return words.evaluation.draw
  if (score.kind === 'win') return words.evaluation.wins(mover, score.plies)
  if (score.kind === 'loss') {
    return names.length === 2
      ? words.evaluation.wins(names[1 - toMove], score.plies)
      : words.evaluation.loses(mover, score.plies)
  }
  if (names.length > 2) return `${words.evaluation.share(mover, percent)}${depth}`
  // Less than that is noise.
  if (Math.abs(percent - 50) <= 2) return `${words.evaluation.even}${depth}`
  const ahead = percent > 50 ? words.evaluation.ahead(mover, percent) : words.evaluation.ahead(names[1 - toMove], 100 - percent)
  return `${ahead}${depth}`
}

/** What stands on a cell, for those who hear the board. */
export function sayCell(words: Words, board: BoardInfo, pieces: PlacedPiece[], cell: Cell): string {
  const piece = pieceAt(pieces, cell)
  return `${printCell(board, cell)}, ${piece ? sayPiece(words, board, piece) : words.cell.empty}`
}

function sayPiece(words: Words, board: BoardInfo, [cell, kind, owner, count]: PlacedPiece): string {
  const player = sayPlayer(words, board, owner)
  switch (kind) {
    case 'hole':
      return words.cell.hole
    case 'base':
      return words.cell.base(player)
    case 'ball':
      // The same fields are rimmed in amber.
      return words.cell.balls(player, count) + (new Geometry(board).capacity(cell) - count <= 1 ? `, ${words.cell.full}` : '')
    case 'tower':
      return words.cell.tower(player, count)
    case 'blocked':
      return words.cell.blocked(player, count)
    case 'stone':
      return words.cell.stone(player)
  }
}
