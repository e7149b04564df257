// Every screen and dialog, light and dark, without serious faults for people who see or hear differently.
import { source } from 'axe-core'
import type { AxeResults, RunOptions } from 'axe-core'
import { describe, expect, test } from 'vitest'
import type { TableWish } from '../src/logic/api'
import { addressOf } from '../src/logic/route'
import { atOnce, spendEvening, type Visit } from './helpers/evening'
import { middleGames, recordOf } from './helpers/middle_games'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

/** What axe finds that keeps people out, each with the element it is about. */
async function seriousFaults(visitor: Visitor): Promise<string[]> {
  // What is still fading in has colours that nobody will see.
  await visitor.page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))))
  await visitor.page.evaluate(source)
  // Without the details of what is good, which nobody reads, it takes half the time.
  const { violations } = await visitor.page.evaluate(
    () => (globalThis as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }).axe.run({ resultTypes: ['violations'] }),
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
    await anna.chooseSeat(1, 'here')
    await anna.sees('allow-help')
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
    await bert.sees('join-help')
    await check(bert, 'join')
    await bert.press('join-take')
    await bert.waitForTable()
    await bert.press('hint-ask')
    await bert.sees('help-question')
    await check(bert, 'no hints')
    await bert.press('help-question-ask')
    await anna.press('offer-accept')
    await bert.sees('agreed-help')
    await check(bert, 'hints agreed on')
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
    ['open-kaskade', 'server-state'],
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

describe('in the system’s colours, whichever they are', () => {
  /** Without doing everything again for the other colours. */
  async function checkBoth(visitor: Visitor, what: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.page.emulateMedia({ colorScheme })
      await visitor.page.locator(`html[data-theme=${colorScheme}]`).waitFor()
      await check(visitor, `${what} in ${colorScheme} colours`)
    }
  }

  /** The start page with something in each of its lists, and a table with as much around it as there can be. */
  async function checkStartAndTable(visit: Visit): Promise<Visitor> {
    const own = await evening.api.create({ ...middleGames.othello, clock: { time: '300s', increment: '3s' } })
    await evening.api.create({ game: 'kaskade:6x6', start: middleGames.kaskade.start, seats: here })
    await evening.api.create({ ...finished, moves: ['A1', 'B1', 'A2', 'B2', 'A3'] })
    const anna = await evening.visitor({ ...visit, settings: { ...visit.settings, showsEvaluation: true }, tokens: { [own.id]: own.token } })
    await anna.start()
    for (const list of ['continue', 'live', 'finished']) await anna.at(list).locator('li').first().waitFor()
    await checkBoth(anna, 'start')
    await anna.watch(own.id)
    await anna.press('hint-ask')
    await anna.sees('hint')
    await checkBoth(anna, 'table')
    return anna
  }

  test('a move that is tried out', async () => {
    const anna = await evening.seated(middleGames.kaskade)
    await anna.press('try')
    await anna.sees('trying')
    await checkBoth(anna, 'trying')
    const { board, position } = await anna.table()
    await anna.clickCell(board, position.picks[0])
    await anna.sees('trial')
    await checkBoth(anna, 'trial')
  })

  test('an offer on both sides, and an invitation that is gone', async () => {
    const { id, token, invites } = await evening.api.create({ game: 'othello:6x6', seats: [here[0], { kind: 'invite' }] })
    const { invite } = invites[0]
    const { token: guest } = await evening.api.join(id, invite, 'Bert')
    const anna = await evening.visitor({ ...atOnce, tokens: { [id]: token } })
    const bert = await evening.visitor({ ...atOnce, tokens: { [id]: guest } })
    for (const somebody of [anna, bert]) await somebody.watch(id)
    await anna.press('offer-draw')
    await anna.sees('offer-waiting')
    await checkBoth(anna, 'offering')
    await bert.sees('offer')
    await checkBoth(bert, 'being asked')

    const carla = await evening.visitor(atOnce)
    await carla.go(addressOf.join(id, invite))
    await carla.sees('join-gone')
    await checkBoth(carla, 'gone')
  })

  test('a player in trouble, a wish for another server, a wish that cannot be granted', async () => {
    const seats: TableWish['seats'] = [here[0], { kind: 'remote', server: '127.0.0.1:1' }]
    const anna = await evening.seated({ game: 'kaskade:4x4', seats })
    await anna.playSomeMove()
    await anna.sees('trouble')
    await checkBoth(anna, 'trouble')
    await anna.go(`#/create/${encodeURIComponent(JSON.stringify({ game: 'kaskade:4x4', seats }))}`)
    await anna.sees('create-question')
    await checkBoth(anna, 'a question before connecting')
    evening.tolerate(/status of 400.*\/api\/tables$/)
    await anna.go(`#/create/${encodeURIComponent(JSON.stringify({ game: 'chess', seats: here }))}`)
    await anna.sees('create-problem')
    await checkBoth(anna, 'a wish that cannot be granted')
  })

  test('the question before others’ games are stopped', async () => {
    await evening.api.create({ game: 'othello:6x6', seats: here })
    const anna = await evening.visitor({ ...atOnce, hasKey: true })
    await anna.start()
    await anna.press('open-settings')
    await anna.press('quit')
    await anna.sees('quit-question')
    await checkBoth(anna, 'quitting while others play')
  })

  test('a server that is gone, from the table and from the start page', async () => {
    const anna = await evening.seated({ game: 'othello:6x6', seats: here })
    evening.tolerate(/WebSocket|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET/)
    await evening.server.kill()
    await anna.seesText('status', 'Connection lost')
    await checkBoth(anna, 'lost')
    await anna.press('home')
    await anna.sees('unreachable')
    await checkBoth(anna, 'unreachable')
    await evening.server.run()
    await anna.seesNo('unreachable')
  })

  test('the start page and a table on a phone', async () => {
    await checkStartAndTable({ ...atOnce, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true })
  })

  test('a list of games to choose from, and a position of a finished game', async () => {
    const anna = await evening.visitor(atOnce)
    await anna.start()
    await anna.press('open-load')
    await anna.at('record-text').fill(`${recordOf(finished)}\n${recordOf(finished)}`)
    await anna.press('record-show')
    await anna.sees('record-games')
    await checkBoth(anna, 'games')
    await anna.press('record-other')
    await anna.at('record-text').fill('tictactoe:3x3 O.X/.X./X.O:O')
    await anna.press('record-show')
    await anna.sees('over')
    await checkBoth(anna, 'over')
  })

  test('a record with a problem', async () => {
    const anna = await evening.visitor(atOnce)
    await anna.start()
    evening.tolerate(/status of 400.*\/api\/replay$/)
    await anna.press('open-load')
    await anna.at('record-text').fill('once upon a time')
    await anna.press('record-show')
    await expect.poll(() => anna.text('load-problem')).not.toBe('')
    await checkBoth(anna, 'no record')
    await anna.at('record-text').fill(recordOf({ ...finished, moves: ['B2', 'A1', 'A1'] }))
    await anna.press('record-show')
    await anna.sees('record-problem')
    await checkBoth(anna, 'record-problem')
  })

  test('the start page and a table in German', async () => {
    const anna = await checkStartAndTable({ ...atOnce, locale: 'de-DE' })
    expect(await anna.text('take-back')).toBe('Zurück')
  })
})
