// Each game is played from the start page to its result against the computer, click by click.
import { describe, expect, test } from 'vitest'
import { drawnCells } from './helpers/boards'
import { spendEvening } from './helpers/evening'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

const games: { name: string; choose: (visitor: Visitor) => Promise<void> }[] = [
  { name: 'kaskade', choose: (visitor) => visitor.chooseRectangle(4, 3) },
  { name: 'othello', choose: (visitor) => visitor.chooseRectangle(4, 4) },
  { name: 'tictactoe', choose: (visitor) => visitor.press('preset-3x3') },
  { name: 'towerwars', choose: (visitor) => visitor.chooseSize(4) },
  { name: 'connect6', choose: (visitor) => visitor.press('preset-18') },
]

describe('a whole game against the computer', () => {
  test.each(games)('of $name', async ({ name, choose }) => {
    const anna = await evening.visitor()
    await anna.start()
    await anna.openNewGame(name)
    await choose(anna)
    await anna.at('seat-player-1').selectOption('level:1')
    await anna.startGame()

    let table = await anna.table()
    expect(table.moves).toEqual([])
    expect(table.seats.map((seat) => seat.kind)).toEqual(['human', 'computer'])
    while (table.result === null) {
      expect(table.moves.length).toBeLessThan(200)
      await anna.play(await evening.api.goodMove(table))
      table = await anna.waitForOwnTurnOrEnd(0)
    }

    await anna.sees('result')
    expect(await anna.at('result').getAttribute('data-result')).toBe(table.result.text)
    expect(await anna.moveList()).toEqual(table.moves.map(({ move }) => move))
    const pieces = table.position.pieces.map(([cell]) => cell).sort((left, right) => left - right)
    await expect.poll(() => drawnCells(anna.board)).toEqual(pieces)
    if (table.result.winner === 0) expect(await anna.text('result')).toContain('You win!')
  }, 180_000)
})
