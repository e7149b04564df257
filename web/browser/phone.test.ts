// The page on a phone: everything fits, and fingers play.
import { expect, test } from 'vitest'
import { atOnce, spendEvening, type Visit } from './helpers/evening'
import { middleGames } from './helpers/middle_games'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

const phone: Visit = { ...atOnce, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

async function checkFits(visitor: Visitor, what: string): Promise<void> {
  const { wide, width } = await visitor.page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }))
  expect(wide, `${what} scrolls sideways`).toBeLessThanOrEqual(width)
}

/** Fingers need room: at least 24 pixels, as WCAG asks. */
async function checkTouchable(visitor: Visitor): Promise<void> {
  const small = await visitor.page.locator('button:visible, a.button:visible, select:visible').evaluateAll((controls) =>
    controls
      .map((control) => ({ name: control.getAttribute('data-test') ?? control.textContent, area: control.getBoundingClientRect() }))
      .filter(({ area }) => area.width < 24 || area.height < 24)
      .map(({ name }) => name),
  )
  expect(small).toEqual([])
}

test('the start page fits, and a game is begun and played by taps', async () => {
  const anna = await evening.visitor(phone)
  await anna.start()
  await checkFits(anna, 'start')
  await checkTouchable(anna)
  await anna.scrollAndPress('play-tictactoe')
  await anna.waitForTable()
  await checkFits(anna, 'table')
  await checkTouchable(anna)
  const table = await anna.table()
  const area = (await anna.board.boundingBox())!
  expect(area.x).toBeGreaterThanOrEqual(0)
  expect(area.width).toBeGreaterThan(250)
  expect(area.y + area.height, 'the whole board is seen').toBeLessThanOrEqual(844)
  await anna.clickCell(table.board, table.position.picks[4])
  await anna.waitForMoves(2)
  expect((await anna.table()).moves[0].cells).toEqual([table.position.picks[4]])
  await anna.press('take-back')
  await anna.waitForMoves(0)
})

test.each(Object.entries(middleGames))('the table of %s fits and is played by taps', async (_, wish) => {
  const anna = await evening.seated({ ...wish, seats: wish.seats.map(() => ({ kind: 'human' as const })) }, phone)
  await checkFits(anna, wish.game)
  const table = await anna.table()
  for (const cell of await evening.api.someMove(table)) await anna.clickCell(table.board, cell)
  // Of large boards a move is shown first, because small fields are easily missed.
  if (table.board.columns > 12) await anna.press('trial-play')
  await anna.waitForMoves(1)
})

test('dialogs fit', async () => {
  const anna = await evening.visitor(phone)
  await anna.start()
  for (const game of ['kaskade', 'othello', 'connect6', 'towerwars', 'tictactoe']) {
    await anna.scrollAndPress(`more-${game}`)
    await anna.waitForPreview()
    await checkFits(anna, game)
    await anna.press('close')
    await anna.seesNo('new-game')
  }
  for (const [button, dialog] of [['open-settings', 'settings'], ['open-help', 'help'], ['load', 'load-record']]) {
    await anna.scrollAndPress(button)
    await anna.sees(dialog)
    await checkFits(anna, dialog)
    await anna.press('close')
    await anna.seesNo(dialog)
  }
})

test('a replay fits', async () => {
  const anna = await evening.seated({ game: 'tictactoe:3x3', moves: ['B2', 'A1', 'C1'], seats: [{ kind: 'human' }, { kind: 'human' }] }, phone)
  await anna.go(`#/replay/${anna.tableId}`)
  await anna.sees('replay-screen')
  await checkFits(anna, 'replay')
  await anna.press('forward')
  await expect.poll(() => anna.at('replay-screen').getAttribute('data-index')).toBe('1')
})
