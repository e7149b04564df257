// The lists of the start page: what was left unfinished, what others play, what is over.
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TableWish } from '../src/logic/api'
import { atOnce, spendEvening } from './helpers/evening'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

const seats: TableWish['seats'] = [{ kind: 'human', name: 'Anna' }, { kind: 'human', name: 'Bert' }]
const finished: TableWish = { game: 'tictactoe:3x3', moves: ['A1', 'B1', 'A2', 'B2', 'A3'], seats }

function tileOf(visitor: Visitor, list: string, id: string): Locator {
  return visitor.at(list).getByTestId(`tile-${id}`)
}

/** The ids of the tables in a list, in order. */
function listed(visitor: Visitor, list: string): Promise<string[]> {
  return visitor.at(list).locator('li').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-test')!.replace('tile-', '')))
}

test('a game that was left is continued where it was, and leaves the list when it is not wanted', async () => {
  const anna = await evening.visitor(atOnce)
  await anna.start()
  expect(await anna.at('continue').count()).toBe(0)
  await anna.press('play-tictactoe')
  await anna.waitForTable()
  await anna.play([4])
  const left = await anna.waitForOwnTurnOrEnd(0)

  await anna.press('home')
  const tile = tileOf(anna, 'continue', left.id)
  await expect.poll(() => tile.innerText()).toContain('2 moves')
  expect(await tile.locator('[data-body]').count()).toBe(2)
  expect(await tileOf(anna, 'live', left.id).count(), 'the own game among those of others').toBe(0)
  await anna.scrollAndPress(tile.getByRole('link'))
  await anna.waitForTable()
  expect(anna.tableId).toBe(left.id)
  expect(await anna.moveList()).toEqual(left.moves.map(({ move }) => move))
  await anna.playSomeMove()

  await anna.press('home')
  await anna.press(`forget-${left.id}`)
  await anna.seesNo('continue')
  // It goes on to exist among the others, and the seat is still there for who changes their mind.
  await tileOf(anna, 'live', left.id).waitFor()
  await anna.page.reload()
  await tileOf(anna, 'live', left.id).waitFor()
  expect(await anna.at('continue').count()).toBe(0)
  await anna.scrollAndPress(tileOf(anna, 'live', left.id).getByRole('link'))
  await anna.waitForTable()
  await anna.waitForOwnTurnOrEnd(0)
  await anna.sees('resign')
})

test('earlier games are offered only where there are any', async () => {
  for (let count = 0; count < 6; ++count) await evening.api.create(finished)
  const anna = await evening.visitor()
  await anna.start()
  await expect.poll(() => listed(anna, 'finished')).toHaveLength(6)
  expect(await anna.at('earlier').count()).toBe(0)
})

test('of finished games the latest are listed, and earlier ones when they are asked for', async () => {
  const ids: string[] = []
  for (let count = 0; count < 9; ++count) {
    const { id } = await evening.api.create(finished)
    ids.unshift(id)
    // Each at a moment of its own, so that their order is certain.
    await expect.poll(async () => (await evening.api.table(id)).now).toBeGreaterThan((await evening.api.table(id)).created)
  }
  expect((await evening.api.tables('finished')).slice(0, 9).map(({ id }) => id)).toEqual(ids)

  const anna = await evening.visitor()
  await anna.start()
  await expect.poll(() => listed(anna, 'finished')).toEqual(ids.slice(0, 6))
  await anna.scrollAndPress('earlier')
  await expect.poll(async () => (await listed(anna, 'finished')).slice(0, 9)).toEqual(ids)
  await anna.seesNo('earlier')
  await anna.scrollAndPress(tileOf(anna, 'finished', ids[8]).getByRole('link'))
  await anna.sees('replay-screen')
  expect(await anna.moveList()).toEqual(finished.moves)
})
