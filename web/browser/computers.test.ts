// Computers play each other: paused, move by move, slowly and fast.
import { expect, test } from 'vitest'
import { atOnce, spendEvening } from './helpers/evening'

const evening = spendEvening()

test('computers play each other and are paced by the host', async () => {
  const anna = await evening.visitor(atOnce)
  await anna.start()
  await anna.openNewGame('othello')
  await anna.press('preset-8x8')
  for (const seat of [0, 1]) {
    await anna.chooseSeat(seat, 'computer')
    await anna.at(`seat-player-${seat}`).selectOption('level:1')
  }
  await anna.startGame()
  await expect.poll(() => anna.movesSeen()).toBeGreaterThan(1)

  await anna.press('pause')
  await expect.poll(async () => (await anna.table()).is_paused).toBe(true)
  const paused = (await anna.table()).moves.length
  await anna.waitForMoves(paused)

  // Every move is asked for: whether none comes by itself, however long one waits, tests/server/tables/pacemaker_test.cpp knows.
  for (const steps of [1, 2, 3]) {
    await anna.press('step')
    await anna.waitForMoves(paused + steps)
    expect((await anna.table()).moves).toHaveLength(paused + steps)
  }

  await anna.at('delay').fill('0')
  await expect.poll(async () => (await anna.table()).delay).toBe(4000)
  await anna.press('pause')
  await expect.poll(async () => (await anna.table()).is_paused).toBe(false)
  await expect.poll(() => anna.at('step').isDisabled()).toBe(true)

  await anna.at('delay').fill('7')
  await anna.sees('result')
  const { result, moves } = await anna.table()
  expect(await anna.at('result').getAttribute('data-result')).toBe(result?.text)
  await anna.waitForMoves(moves.length)
  expect(await anna.at('pace').count()).toBe(0)
})

test('a watcher sees the game but cannot pace it', async () => {
  const { id } = await evening.api.create({
    game: 'kaskade:6x6',
    seats: [{ kind: 'computer', player: 'level:1' }, { kind: 'computer', player: 'level:1' }],
    delay: '100ms',
  })
  const bert = await evening.visitor(atOnce)
  await bert.watch(id)
  await expect.poll(() => bert.movesSeen()).toBeGreaterThan(3)
  expect(await bert.at('pace').count()).toBe(0)
})
