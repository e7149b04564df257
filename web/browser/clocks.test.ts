// Games with clocks: whose clock runs, what a move adds, and what happens when no time is left.
import { expect, test } from 'vitest'
import type { TableWish } from '../src/logic/api'
import { spendEvening } from './helpers/evening'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

const game = 'tictactoe:5x5,k=4'
const seats: TableWish['seats'] = [{ kind: 'human', name: 'Anna' }, { kind: 'human', name: 'Bert' }]

/** The seconds a clock shows: `1:40`, `0:09.4`. */
async function shownSeconds(visitor: Visitor, seat: number): Promise<number> {
  const [minutes, seconds] = (await visitor.text(`clock-${seat}`)).split(':').map(Number)
  return 60 * minutes + seconds
}

/** The page shows what the server has, but for the time it takes to ask. */
async function checkAgreement(visitor: Visitor): Promise<void> {
  const { clocks } = await visitor.table()
  for (const [seat, left] of clocks!.entries()) {
    expect(Math.abs((await shownSeconds(visitor, seat)) - left / 1000), `clock of seat ${seat}`).toBeLessThan(3)
  }
}

test('the clock of whoever is to move runs, from the second move on, and a move adds to it', async () => {
  const anna = await evening.seated({ game, seats, clock: { time: '100s', increment: '30s' } })
  await expect.poll(async () => {
    const { now, created } = await anna.table()
    return now - created
  }).toBeGreaterThan(1200)
  expect([await anna.text('clock-0'), await anna.text('clock-1')], 'before the first move').toEqual(['1:40', '1:40'])

  await anna.play([0])
  await expect.poll(() => shownSeconds(anna, 1)).toBeLessThanOrEqual(99)
  expect(await anna.text('clock-0'), 'of the one who has moved').toBe('1:40')
  await checkAgreement(anna)

  const before = await shownSeconds(anna, 1)
  await anna.play([1])
  await expect.poll(() => shownSeconds(anna, 1)).toBeGreaterThan(before + 20)
  const rested = await anna.text('clock-1')
  await expect.poll(() => shownSeconds(anna, 0)).toBeLessThanOrEqual(99)
  expect(await anna.text('clock-1'), 'of the one who has moved').toBe(rested)
  await checkAgreement(anna)
})

test('whoever has no time left loses on time', async () => {
  const anna = await evening.seated({ game, seats, clock: { time: '1s', increment: '0s' } })
  const bert = await evening.visitor()
  await bert.watch(anna.tableId)
  await anna.play([0])
  for (const somebody of [anna, bert]) {
    await somebody.seesText('result', /Anna wins\s+on time/)
    expect(await somebody.at('result').getAttribute('data-result')).toBe('1-0')
  }
  for (const somebody of [anna, bert]) {
    expect([await somebody.text('clock-0'), await somebody.text('clock-1')]).toEqual(['0:01.0', '0:00.0'])
  }
  const { result, position } = await anna.table()
  expect(result).toEqual({ text: '1-0', winner: 0, reason: 'time' })
  expect(position.outcome, 'by the rules it could go on').toBeNull()
  expect(await anna.board.getAttribute('aria-readonly')).toBe('true')
})

test('a clock goes on while somebody comes to watch', async () => {
  const anna = await evening.seated({ game, seats, clock: { time: '100s', increment: '0s' } })
  await anna.play([0])
  await expect.poll(() => shownSeconds(anna, 1)).toBeLessThanOrEqual(98)
  const bert = await evening.visitor()
  await bert.watch(anna.tableId)
  await anna.seesText('status', '1 watcher')
  expect(await shownSeconds(anna, 1)).toBeLessThanOrEqual(98)
})
