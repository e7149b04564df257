// The values of the new-game dialog, how they are remembered, and the table they ask for.
import type { GameInfo, SeatWish } from '../types'
import type { TableWish } from './api'
import { keep, readKept, type Keeper } from './storage'
import { playersOf, printGame, readVariant, type VariantValues } from './variant'

/** Who sits there, as the dialog says it: `you` and `here` are both people at this screen. */
export type SeatChoice = 'you' | 'here' | 'link' | 'computer' | 'remote'

export interface SeatForm {
  choice: SeatChoice
  name: string
  /** `level:4`, `max`, `simple`. */
  player: string
  /** Seconds for a move; empty for the server's own choice. */
  seconds: string
  host: string
  port: string
}

export interface GameForm {
  values: VariantValues
  seats: SeatForm[]
  hasClock: boolean
  minutes: number
  increment: number
  /** Whether hints and evaluation are offered to those who are invited. */
  hasHelp: boolean
}

const key = 'spielwerk.games'
const maxSeats = 4

export function usualSeat(choice: SeatChoice): SeatForm {
  return { choice, name: '', player: 'level:4', seconds: '', host: 'localhost', port: '4711' }
}

export function usualForm(game: GameInfo): GameForm {
  return {
    values: readVariant(game.parameters, ''),
    seats: Array.from({ length: maxSeats }, (_, index) => usualSeat(index === 0 ? 'you' : 'computer')),
    hasClock: false,
    minutes: 5,
    increment: 3,
    hasHelp: false,
  }
}

/** What was chosen for this game the last time; values the game no longer knows are left out. */
export function rememberedForm(keeper: Keeper, game: GameInfo): GameForm {
  const usual = usualForm(game)
  const kept = readKept<Record<string, Partial<GameForm> | undefined>>(keeper, key, {})[game.name]
  if (!kept || typeof kept !== 'object') return usual
  const values = { ...usual.values }
  for (const name of Object.keys(values)) {
    const value = kept.values?.[name]
    if (typeof value === 'string') values[name] = value
  }
  const seats = usual.seats.map((seat, index) => ({ ...seat, ...kept.seats?.[index] }))
  for (const seat of seats) {
    if (seat.choice === 'remote' && !game.has_remote) seat.choice = 'computer'
  }
  return {
    values,
    seats,
    hasClock: kept.hasClock === true,
    minutes: Number(kept.minutes ?? usual.minutes) || usual.minutes,
    increment: Number(kept.increment ?? usual.increment) || 0,
    hasHelp: kept.hasHelp === true,
  }
}

export function rememberForm(keeper: Keeper, game: GameInfo, form: GameForm): void {
  const kept = readKept<Record<string, unknown>>(keeper, key, {})
  keep(keeper, key, { ...kept, [game.name]: form })
}

/** What 'Play the computer' plays: as the last time, if that was against the computer. */
export function computerForm(keeper: Keeper, game: GameInfo): GameForm {
  const form = rememberedForm(keeper, game)
  const seats = form.seats.slice(0, playersOf(game, form.values))
  const isAgainstComputer =
    seats.filter((seat) => seat.choice === 'you').length === 1 &&
    seats.every((seat) => seat.choice === 'you' || seat.choice === 'computer')
  return isAgainstComputer ? form : { ...form, seats: usualForm(game).seats, hasClock: false }
}

function seatWish(seat: SeatForm): SeatWish {
  const name = seat.name.trim()
  switch (seat.choice) {
    case 'you':
    case 'here':
      return name ? { kind: 'human', name } : { kind: 'human' }
    case 'link':
      return { kind: 'invite' }
    case 'computer': {
      const wish: SeatWish = { kind: 'computer', player: seat.player }
      if (name) wish.name = name
      if (Number(seat.seconds) > 0) wish.time = `${Math.round(Number(seat.seconds) * 1000)}ms`
      return wish
    }
    case 'remote': {
      // An IPv6 address has colons itself.
      const host = seat.host.includes(':') && !seat.host.startsWith('[') ? `[${seat.host}]` : seat.host
      return { kind: 'remote', server: `${host.trim()}:${String(seat.port).trim()}` }
    }
  }
}

/** Whether different people would play each other: everybody at this screen is one, whoever comes by a link another. */
export function isBetweenPeople(game: GameInfo, form: GameForm): boolean {
  const choices = form.seats.slice(0, playersOf(game, form.values)).map(({ choice }) => choice)
  const isHere = choices.some((choice) => choice === 'you' || choice === 'here')
  return choices.filter((choice) => choice === 'link').length + (isHere ? 1 : 0) > 1
}

/** `yourName` is shown where the dialog gives you no other name. */
export function tableWish(game: GameInfo, form: GameForm, yourName: string): TableWish {
  const seats = form.seats
    .slice(0, playersOf(game, form.values))
    .map((seat) => seatWish(seat.choice === 'you' && !seat.name.trim() ? { ...seat, name: yourName } : seat))
  const wish: TableWish = { game: printGame(game, form.values), seats }
  if (form.hasHelp && isBetweenPeople(game, form)) wish.help = true
  if (form.hasClock) {
    wish.clock = { time: `${Math.round(form.minutes * 60)}s`, increment: `${Math.round(form.increment)}s` }
  }
  return wish
}
