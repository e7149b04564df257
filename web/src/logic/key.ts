// The key of whoever runs the program. The browser that the program opens gets a ticket for it with the address, and
// keeps the key where only pages of this very address and port can read it: a cookie would go to every port.
import { keep, readKept, type Keeper } from './storage'

const name = 'spielwerk.key'

/** What an address carries for the page alone, and the address without it. */
export function splitTicket(hash: string): { ticket: string | null; rest: string } {
  const found = /^#\/key\/([0-9a-f]{32})(\/.*)?$/.exec(hash)
  return found ? { ticket: found[1], rest: `#${found[2] ?? '/'}` } : { ticket: null, rest: hash }
}

export function heldKey(keeper: Keeper): string | null {
  const key = readKept<unknown>(keeper, name, null)
  return typeof key === 'string' ? key : null
}

export function holdKey(keeper: Keeper, key: string): void {
  keep(keeper, name, key)
}
