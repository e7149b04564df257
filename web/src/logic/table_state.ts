// A table as this browser knows it, kept up to date by the server's messages.
import type { EventBody, Player, SeatInfo, ServerMessage, TableInfo, You } from '../types'

export interface TableState { table: TableInfo; you: You }

/** What a message has changed for somebody who looks at the table. */
export type Change =
  | { kind: 'nothing' }
  | { kind: 'whole' }
  | { kind: 'event'; event: EventBody }
  | { kind: 'presence' }
  /** Events are missing: the whole table has to be asked for. */
  | { kind: 'gap' }

export function applyMessage(
  state: TableState | null,
  message: ServerMessage,
): { state: TableState | null; change: Change } {
  if (message.type === 'table') {
    return { state: { table: message.table, you: message.you }, change: { kind: 'whole' } }
  }
  if (state === null) {
    return { state, change: { kind: message.type === 'event' ? 'gap' : 'nothing' } }
  }
  const { table, you } = state
  if (message.type === 'event') {
    if (message.number <= table.number) return { state, change: { kind: 'nothing' } }
    const { first_move, moves, ...rest } = message.change
    if (message.number > table.number + 1 || first_move > table.moves.length) {
      return { state, change: { kind: 'gap' } }
    }
    const changed: TableInfo = {
      ...table,
      ...rest,
      number: message.number,
      moves: [...table.moves.slice(0, first_move), ...moves],
    }
    // A seat that a computer has taken over is nobody's any more.
    const seats = you.seats.filter((seat) => isPerson(changed.seats[seat]))
    const still = seats.length === you.seats.length ? you : { ...you, seats }
    return { state: { table: changed, you: still }, change: { kind: 'event', event: message.event } }
  }
  if (message.type === 'presence') {
    const seats = table.seats.map((seat, index) => ({ ...seat, present: message.present[index], gone: message.gone[index] }))
    return {
      state: { table: { ...table, seats, watchers: message.watchers }, you },
      change: { kind: 'presence' },
    }
  }
  return { state, change: { kind: 'nothing' } }
}

export function isPerson(seat: SeatInfo | undefined): boolean {
  return seat?.kind === 'human' || seat?.kind === 'invite'
}

/** Whether a seat still waits for whoever is invited. */
export function isOpen(seat: SeatInfo | undefined): boolean {
  return seat?.kind === 'invite' && seat.name === ''
}

/** Whether the engine keeps silent: people play who have not agreed on help, and one plays or they play for time. */
export function isHelpOff({ table, you }: TableState): boolean {
  return table.help === 'off' && table.result === null && (you.seats.length > 0 || table.clock !== null)
}

/** Whether it is the turn of a seat that this browser holds. */
export function isMyTurn({ table, you }: TableState): boolean {
  return table.result === null && you.seats.includes(table.position.to_move)
}

/** The one seat this browser plays, or null: a watcher, or several people at one screen. */
export function mySeat(you: You): Player | null {
  return you.seats.length === 1 ? you.seats[0] : null
}

export function isBetweenComputers(table: TableInfo): boolean {
  return table.seats.every((seat) => seat.kind === 'computer' || seat.kind === 'remote')
}

/** Whether a computer or a server is about to move, and nothing keeps it from doing so. */
export function isThinking(table: TableInfo): boolean {
  const seat = table.seats[table.position.to_move]
  const isAutomatic = seat?.kind === 'computer' || seat?.kind === 'remote'
  return isAutomatic && !table.seats.some(isOpen) && table.result === null && !table.is_paused && table.trouble === null
}

/** Whether this browser has been asked something and has yet to answer. */
export function isAsked({ table, you }: TableState): boolean {
  return table.offer !== null && table.offer.waiting.some((seat) => you.seats.includes(seat))
}

/** Whether taking back would give a move back to one of this browser's seats. */
export function canTakeBack({ table, you }: TableState): boolean {
  return table.offer === null && table.moves.some((move) => you.seats.includes(move.player))
}
