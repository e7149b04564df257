// Every screen and dialog, light and dark, without serious faults for people who see or hear differently.
import { source } from 'axe-core'
import type { AxeResults } from 'axe-core'
import { describe, expect, test } from 'vitest'
import type { TableWish } from '../src/logic/api'
import { atOnce, spendEvening } from './helpers/evening'
import { middleGames, recordOf } from './helpers/middle_games'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

/** What axe finds that keeps people out, each with the element it is about. */
async function seriousFaults(visitor: Visitor): Promise<string[]> {
  // What is still fading in has colours that nobody will see.
  await visitor.page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))))
  await visitor.page.evaluate(source)
  const { violations } = await visitor.page.evaluate(
    () => (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id} (${help}): ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
}

async function check(visitor: Visitor, what: string): Promise<void> {
  expect.soft(await seriousFaults(visitor), what).toEqual([])
}

const here = [{ kind: 'human' as const, name: 'Anna' }, { kind: 'human' as const, name: 'Bert' }]
const finished: TableWish = { game: 'tictactoe:3x3', moves: ['B2', 'A1', 'C1', 'A3'], seats: here }

describe.each(['light', 'dark'] as const)('in %s colours', (theme) => {
  const visit = { settings: { ...atOnce.settings, theme } }

  test('the start page with tables of all kinds', async () => {
    await evening.api.create({ game: 'kaskade:6x6', start: middleGames.kaskade.start, seats: here })
    const anna = await evening.seated(finished, visit)
    await anna.play([5])
    await anna.play([3])
    await anna.start()
    await anna.sees('live')
    await check(anna, 'start')
  })

  test.each(['kaskade', 'othello', 'connect6', 'towerwars', 'tictactoe'])('the new-game dialog of %s', async (game) => {
    const anna = await evening.visitor(visit)
    await anna.start()
    await anna.openNewGame(game)
    await anna.press('own-variant')
    await anna.press('with-clock')
    await anna.chooseSeat(0, 'link')
    await check(anna, game)
  })

  test.each(Object.entries(middleGames))('the table of %s', async (_, wish) => {
    const clock = wish.seats.length === 2 ? { time: '300s', increment: '3s' } : undefined
    const anna = await evening.seated({ ...wish, clock }, { settings: { ...visit.settings, showsEvaluation: true } })
    await anna.press('hint-ask')
    await anna.sees('hint')
    await check(anna, wish.game)
  })

  test('a table that waits for a friend, and the invitation', async () => {
    const anna = await evening.visitor(visit)
    await anna.start()
    await anna.openNewGame('tictactoe')
    await anna.chooseSeat(1, 'link')
    await anna.startGame()
    await check(anna, 'invites')
    const link = await anna.at('invite-1-text').inputValue()
    const bert = await evening.visitor(visit)
    await bert.page.goto(link)
    await bert.sees('join-take')
    await check(bert, 'join')
  })

  test('the result', async () => {
    const anna = await evening.seated(finished, visit)
    await anna.press('resign')
    await check(anna, 'resigning')
    await anna.press('resign-yes')
    await anna.sees('result')
    await check(anna, 'result')
  })

  test('computers being paced', async () => {
    const computer = { kind: 'computer' as const, player: 'level:1' }
    const anna = await evening.seated({ game: 'othello:8x8', seats: [computer, computer], delay: '10s' }, visit)
    await anna.sees('pace')
    await anna.press('pause')
    await check(anna, 'pace')
  })

  test('a replay with its graph', async () => {
    const anna = await evening.visitor(visit)
    await anna.start()
    await anna.press('open-load')
    await anna.sees('load-record')
    await check(anna, 'load')
    await anna.at('record-text').fill(recordOf(finished))
    await anna.press('record-show')
    await anna.sees('replay-screen')
    await anna.press('analyse')
    await anna.sees('graph')
    await anna.seesNo('analysis-stop')
    await anna.press('last')
    await anna.press('best')
    await anna.sees('best-text')
    await check(anna, 'replay')
  })

  test.each([
    ['open-server', 'server-state'],
    ['open-settings', 'settings'],
    ['open-help', 'help'],
  ])('what %s opens', async (button, seen) => {
    const anna = await evening.visitor(visit)
    await anna.start()
    await anna.press(button)
    await anna.sees(seen)
    await check(anna, button)
  })

  test('a table that does not exist', async () => {
    const anna = await evening.visitor(visit)
    evening.tolerate(/404|WebSocket/)
    await anna.go('#/table/nowhere')
    await anna.sees('gone')
    await check(anna, 'gone')
  })
})
