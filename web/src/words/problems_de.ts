// What is wrong with texts that people have given, in German; also what the server says in English about what it
// expects and why a move is not possible, as far as no single game says it.
import { gamePages } from '../games'
import type { Phrase } from '../games/game_page'
import type { Words } from './en'
import { refusalsDe } from './refusals_de'

const parameters: Record<string, string> = { size: 'Größe', edges: 'Ränder', players: 'Spieler', k: 'k', columns: 'Spalten', rows: 'Zeilen', width: 'Spalten', height: 'Zeilen' }
const parameter = (name: string): string => parameters[name] ?? name
const either = (list: string): string => list.replaceAll(' or ', ' oder ').replaceAll("'", '')

/** What is expected: „Erwartet: …“. */
const expectations: Phrase[] = [
  // Records
  ["a game, beginning with '[Game '", () => 'eine Partie, die mit [Game beginnt'],
  ["'\"' and the value of the tag", () => '" und der Wert der Angabe'],
  ["'\"' at the end of the value", () => '" am Ende des Werts'],
  ["']' at the end of the tag", () => '] am Ende der Angabe'],
  ['a move or the result, with which every game ends', () => 'ein Zug oder das Ergebnis, mit dem jede Partie endet'],
  ['a move or a result', () => 'ein Zug oder ein Ergebnis'],
  ['a field from a1 to h8', () => 'ein Feld von a1 bis h8'],
  ['a result such as {}, {} or *', (win, draw) => `ein Ergebnis wie ${win}, ${draw} oder *`],
  ['a score: 0.000 to 1.000, win:N, loss:N or draw', () => 'eine Bewertung: 0.000 bis 1.000, win:N, loss:N oder draw'],
  ['a number of plies from {} to {}', (min, max) => `eine Zahl von Zügen von ${min} bis ${max}`],
  ['the end of the score', () => 'das Ende der Bewertung'],
  // Fields and moves
  ['a column from {} to {}', (first, last) => `eine Spalte von ${first} bis ${last}`],
  ['a row from {} to {}', (first, last) => `eine Zeile von ${first} bis ${last}`],
  ['the end of the field', () => 'das Ende des Felds'],
  ['the end of the move', () => 'das Ende des Zugs'],
  // Games and variants
  ['a game: {}', (names) => `ein Spiel: ${names}`],
  ['{} from {} to {}, as long as the shorter side of {}', (name, min, max, size) => `${parameter(name)} von ${min} bis ${max}, höchstens die kürzere Seite von ${size}`],
  ["'x' and the second number", () => 'x und die zweite Zahl'],
  ['nothing more', () => 'nichts mehr'],
  ['{} only once', (name) => `${parameter(name)} nur einmal`],
  ['{} {}..{} in steps of {}', (name, min, max, step) => `${parameter(name)} von ${min} bis ${max} in Schritten von ${step}`],
  ['{} {}..{}', (name, min, max) => `${parameter(name)} von ${min} bis ${max}`],
  ['{} {}|{}', (name, one, other) => `${parameter(name)} ${one} oder ${other}`],
  ['{}|{}', (one, other) => `${one} oder ${other}`],
  // Positions
  ["':' and the player to move", () => ': und wer am Zug ist'],
  ['the player to move, {}', (names) => `wer am Zug ist, ${either(names)}`],
  ['the end of the board', () => 'das Ende des Bretts'],
  ["'/' and the next row", () => '/ und die nächste Zeile'],
  ["'.' or one of '{}'", (signs) => `. oder eines von ${signs}`],
  ['an even number of free fields', () => 'eine gerade Zahl freier Felder'],
  ['no finished row of {} when {} moved last', (owner, last) => `keine fertige Reihe von ${owner}, wenn ${last} zuletzt gezogen hat`],
  // Addresses of servers
  ['HOST or HOST:PORT', () => 'ADRESSE oder ADRESSE:PORT'],
  ["']' behind the address", () => '] hinter der Adresse'],
  ["':' and a port", () => ': und ein Port'],
  ['a port from {} to {}', (min, max) => `ein Port von ${min} bis ${max}`],
  ['the end behind the port', () => 'das Ende hinter dem Port'],
  // Signs
  ["one of '{}' or a blank", (signs) => `eines von ${signs} oder ein Leerzeichen`],
  ["one of '{}'", (signs) => `eines von ${signs}`],
  ['one of {}', (names) => `eines von ${names}`],
  ["'{}'", (sign) => sign],
]

/** Why a move is not possible. */
const objections: Phrase[] = [
  ['the game is over', () => 'Die Partie ist zu Ende'],
  ['{} is taken by {}', (field, player) => `${field} ist schon von ${player} besetzt`],
  ['the two stones need two different fields', () => 'Die beiden Steine brauchen zwei verschiedene Felder'],
  ['the two fields of a pair are named in ascending order', () => 'Die beiden Felder werden in aufsteigender Folge genannt'],
  ['{} is occupied', (field) => `${field} ist besetzt`],
]

export const generalPhrases: readonly Phrase[] = [...expectations, ...objections]

function patternOf(english: string): RegExp {
  const parts = english.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.+?)')}$`, 's')
}

/**
 * A problem does not say of which game it is, so the phrases of all games are tried: before the general ones, some of
 * which fit almost anything. The first that fits is taken.
 */
const phrases = [...[...gamePages.values()].flatMap(({ words }) => words.de.phrases ?? []), ...generalPhrases]
const patterns = phrases.map(([english, german]) => ({ pattern: patternOf(english), german }))

/** What the server says in English; nothing if it is not known. */
function phrase(english: string): string {
  for (const { pattern, german } of patterns) {
    const found = pattern.exec(english)
    if (found) return german(...found.slice(1))
  }
  return ''
}

export const problemsDe: Words['problem'] = {
  inLine: (line, column, said) => `Zeile ${line}, Spalte ${column}: ${said}`,
  codes: {
    expected: ({ expected, found, after }) => {
      const wanted = phrase(expected)
      if (!wanted) return found ? `„${found}“ passt hier nicht.` : 'Hier fehlt etwas.'
      return `Erwartet: ${wanted}${found ? `; da steht „${found}“` : after ? ` nach „${after}“` : ''}.`
    },
    not_possible: ({ move, objection }) => {
      const because = phrase(objection)
      return `${move} ist nicht möglich${because ? `: ${because}` : ''}.`
    },
    no_game: () => 'In diesem Text steht keine Partie.',
    unknown_game: ({ found }) => `Ein Spiel „${found}“ gibt es nicht.`,
    tag_name: ({ found }) => `„${found}“ ist kein Name einer Angabe.`,
    tags_first: () => 'Game und Variant stehen zuerst, und nur einmal.',
    second_tag: ({ tag }) => `Die Angabe ${tag} steht zweimal da.`,
    too_long: ({ max }) => `Das ist länger als ${max} Bytes.`,
    too_many: ({ max, what }) => `Mehr als ${max} ${{ moves: 'Züge', tags: 'Angaben', 'bytes of comments': 'Bytes in Anmerkungen' }[what] ?? ''}.`,
    move_number: ({ found }) => `Die Zugnummer „${found}“ gehört nicht hierher.`,
    comment_end: () => 'Die Anmerkung hat kein Ende, „}“.',
    early_evaluation: () => 'Eine Bewertung steht vor dem ersten Zug.',
    second_evaluation: () => 'Derselbe Zug hat eine zweite Bewertung.',
    contradicts_rules: ({ result, right }) => `Das Ergebnis ${result} widerspricht den Regeln, nach denen es ${right} ist.`,
    contradicts_tag: ({ result, right }) => `Das Ergebnis ${result} widerspricht der Angabe Result, ${right}.`,
    no_pass: () => 'Hier muss niemand passen.',
    ...refusalsDe,
  },
}
