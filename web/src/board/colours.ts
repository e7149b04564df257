// In which colour a player's pieces are drawn.
import type { Colour, Look, Player } from '../types'

const usual: Colour[] = ['black', 'white', 'red', 'blue']

/** Of more players than the board at hand has, such as in a dialog, the next ones look as they usually do. */
export function colourOf({ colours }: Look, player: Player): Colour {
  const number = Math.max(0, player)
  return colours[number] ?? usual[number % usual.length]
}
