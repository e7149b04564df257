// What is said of the events at a table to those who are there.
import { isMyTurn, type TableState } from '../logic/table_state'
import type { EventBody, Player, TableInfo } from '../types'
import type { Words } from './en'
import { sayMove, sayPasses, sayPlayer, sayResult, saySeatOf, sayTrouble } from './sayings'

/** What is heard, and what stands below the board; null leaves what stands there. */
export interface EventSaying { said: string; note: string | null }

/** `before` is the table before the event, if it was known. */
export function sayEvent(words: Words, event: EventBody, state: TableState, before: TableInfo | null): EventSaying {
  const { table, you } = state
  const nameOf = (seat: Player): string => saySeatOf(words, table, seat)
  const heard = (said: string): EventSaying => ({ said, note: null })
  switch (event.type) {
    case 'moved': {
      const changed = { before: before?.position.pieces ?? [], after: table.position.pieces, steps: table.steps }
      const move = sayMove(words, table.board, nameOf(event.seat), event.move, changed)
      const passes = sayPasses(words, table, table.steps)
      // A move declines what waited for an answer.
      const isDeclined = before?.offer && you.seats.includes(before.offer.seat) && !you.seats.includes(event.seat)
      const note = joined(isDeclined ? words.offer.declined(nameOf(event.seat)) : '', passes)
      return { said: joined(move, note, sayTurn(words, state)), note }
    }
    case 'ended': {
      const { title, detail } = sayResult(words, table, you.seats)
      return heard(`${title}, ${detail}.`)
    }
    case 'taken_back':
      return heard(words.said.takenBack(event.to))
    case 'seated':
      return heard(words.said.seated(event.name))
    case 'offered':
      return heard(you.seats.includes(event.seat) ? '' : words.offer[event.what](nameOf(event.seat)))
    case 'answered': {
      const note = event.accepts ? words.offer.accepted(nameOf(event.seat)) : words.offer.declined(nameOf(event.seat))
      return { said: note, note }
    }
    case 'troubled':
      return heard(`${words.trouble.title(nameOf(event.seat))}: ${sayTrouble(words, event, table.seats[event.seat])}`)
    case 'replaced':
      return heard(words.said.replaced(sayPlayer(words, table.board, event.seat)))
    case 'help_switched': {
      const note = event.is_on ? words.hints.switchedOn : words.hints.switchedOff
      return { said: note, note }
    }
    default:
      return heard('')
  }
}

/** Whose turn it is; nothing when the game is over by the rules. */
export function sayTurn(words: Words, state: TableState): string {
  const { table, you } = state
  if (isMyTurn(state) && you.seats.length === 1) return words.said.yourTurn
  return table.position.to_move < 0 ? '' : words.said.turnOf(saySeatOf(words, table, table.position.to_move))
}

function joined(...sentences: string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ')
}
