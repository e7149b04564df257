// The tokens of the tables at which this browser has a seat.
import type { Player } from '../types'
import type { Asker } from './api'
import { keep, readKept, type Keeper } from './storage'

export interface HeldTable {
  token: string
  created: number
  /** For the host: what to send to friends. */
  invites?: { seat: Player; invite: string }[]
  /** Whether the game is known to be over. */
  isOver?: boolean
  /** Not to be offered any more; the seat is still held. */
  isHidden?: boolean
}

/** A secret of the server's kind: 128 random bits as hexadecimal digits. */
export function makeToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const key = 'spielwerk.tables'
/** Enough for everybody's memory, and no storage fills up. */
const maxHeld = 200

export function heldTables(keeper: Keeper): Record<string, HeldTable> {
  const held = readKept<unknown>(keeper, key, {})
  return held !== null && typeof held === 'object' ? (held as Record<string, HeldTable>) : {}
}

export function tokenOf(keeper: Keeper, id: string): string | undefined {
  return heldTables(keeper)[id]?.token
}

/** Who this browser is at a table, for the server to know whether it may have help there; nobody at none. */
export function askerAt(keeper: Keeper, id: string | null): Partial<Asker> {
  if (id === null) return {}
  const token = tokenOf(keeper, id)
  return token ? { table: id, token } : { table: id }
}

export function holdTable(keeper: Keeper, id: string, table: HeldTable): void {
  const entries = Object.entries({ ...heldTables(keeper), [id]: table })
  entries.sort(([, left], [, right]) => right.created - left.created)
  keep(keeper, key, Object.fromEntries(entries.slice(0, maxHeld)))
}

export function invitesOf(keeper: Keeper, id: string): { seat: Player; invite: string }[] {
  return heldTables(keeper)[id]?.invites ?? []
}

/** The tokens of all games that may still go on. */
export function tokensInPlay(keeper: Keeper): string[] {
  return [...new Set(Object.values(heldTables(keeper)).flatMap((table) => (table.isOver ? [] : [table.token])))]
}

function note(keeper: Keeper, id: string, change: Partial<HeldTable>): void {
  const table = heldTables(keeper)[id]
  if (table) holdTable(keeper, id, { ...table, ...change })
}

/** Its token is kept, for a rematch, but it is not looked for any more. */
export function noteOver(keeper: Keeper, id: string): void { note(keeper, id, { isOver: true }) }

export function hideTable(keeper: Keeper, id: string): void { note(keeper, id, { isHidden: true }) }

export function forgetTable(keeper: Keeper, id: string): void {
  const held = { ...heldTables(keeper) }
  delete held[id]
  keep(keeper, key, held)
}
