// Checks that players get the colours their names say, or the game's own order.
import { describe, expect, it } from 'vitest'
import { materialOf, tintOf } from './tints'

describe('tintOf', () => {
  it('believes names that are colours', () => {
    expect(tintOf('othello', ['black', 'white'], 1)).toBe('white')
    expect(tintOf('connect6', ['white', 'black'], 0)).toBe('white')
    expect(tintOf('towerwars', ['Red', 'Blue'], 1)).toBe('blue')
  })

  it('takes the order of the game for other names', () => {
    const players = ['P1', 'P2', 'P3', 'P4']
    expect(players.map((_, player) => tintOf('connect6', players, player)))
      .toEqual(['black', 'white', 'red', 'blue'])
    expect(tintOf('kaskade', ['A', 'B'], 0)).toBe('white')
    expect(tintOf('tictactoe', ['X', 'O'], 1)).toBe('blue')
  })

  it('draws an unknown game on wood', () => {
    expect(materialOf('halma')).toBe('kaya')
  })
})
