// Which material a game is made of and in which tint a player's pieces are drawn.
import type { Player } from '../types'

export type Material = 'slate' | 'felt' | 'kaya' | 'sand' | 'paper'
export type Tint = 'black' | 'white' | 'red' | 'blue'

const materials: Record<string, Material> = {
  kaskade: 'slate',
  othello: 'felt',
  connect6: 'kaya',
  towerwars: 'sand',
  tictactoe: 'paper',
}

/** The order of tints where the names of the players are no colours. */
const orders: Record<Material, Tint[]> = {
  slate: ['white', 'black', 'red', 'blue'],
  felt: ['black', 'white', 'red', 'blue'],
  kaya: ['black', 'white', 'red', 'blue'],
  sand: ['red', 'blue', 'black', 'white'],
  paper: ['red', 'blue', 'black', 'white'],
}

export function materialOf(game: string): Material { return materials[game] ?? 'kaya' }

export function tintOf(game: string, players: string[], player: Player): Tint {
  const order = orders[materialOf(game)]
  const names = players.map((name) => name.toLowerCase())
  const areColours = names.length > 0 && names.every((name) => (order as string[]).includes(name))
  if (areColours && names[player] !== undefined) return names[player] as Tint
  return order[Math.max(0, player) % order.length]
}
