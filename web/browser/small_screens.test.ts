// Phones of all sizes, upright and on their side: what needs an answer is at the board, and never over its fields.
import { describe, expect, test } from 'vitest'
import type { BoardInfo, Cell } from '../src/types'
import { atOnce, spendEvening, type Visit } from './helpers/evening'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

const screen = (width: number, height: number, locale = 'en-GB'): { name: string; visit: Visit } => ({
  name: `${width}x${height}, ${locale}`,
  visit: { ...atOnce, viewport: { width, height }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, locale },
})
// German words are longer.
const screens = [screen(390, 844), screen(360, 640), screen(320, 568), screen(320, 568, 'de-DE'), screen(844, 390)]

/** Anna with her phone and Bert at his desk play Connect6 on its usual board, and Anna is to move. */
async function seat(visit: Visit): Promise<{ anna: Visitor; bert: Visitor; board: BoardInfo }> {
  const { id, token, invites } = await evening.api.create({ game: 'connect6:18', seats: [{ kind: 'human', name: 'Anna' }, { kind: 'invite' }] })
  const guest = await evening.api.join(id, invites[0].invite, 'Bert')
  const anna = await evening.visitor({ ...visit, tokens: { [id]: token } })
  const bert = await evening.visitor({ ...atOnce, tokens: { [id]: guest.token } })
  await anna.watch(id)
  await bert.watch(id)
  return { anna, bert, board: (await anna.table()).board }
}

const cellAt = (board: BoardInfo, column: number, row: number): Cell => row * board.columns + column

/** The corners of a board, from which one sees whether anything hides some of it. */
async function seesWholeBoard(visitor: Visitor, board: BoardInfo): Promise<void> {
  const last = board.columns * board.rows - 1
  for (const corner of [0, board.columns - 1, last - board.columns + 1, last]) await visitor.seesCellOnScreen(board, corner)
}

async function tryMove(visitor: Visitor, board: BoardInfo, cells: Cell[]): Promise<void> {
  for (const cell of cells) await visitor.clickCell(board, cell)
  await visitor.sees('trial')
}

const scroll = (visitor: Visitor, to: 'top' | 'bottom'): Promise<void> =>
  visitor.page.evaluate((where) => scrollTo(0, where === 'top' ? 0 : document.documentElement.scrollHeight), to)

describe.each(screens)('on a screen of $name', ({ visit }) => {
  test('a tried move is played by a button at the board', async () => {
    const { anna, board } = await seat(visit)
    await seesWholeBoard(anna, board)
    await tryMove(anna, board, [cellAt(board, 5, 5), cellAt(board, 7, 7)])
    await seesWholeBoard(anna, board)
    await anna.seesOnScreen('trial-back')
    await anna.press('trial-play')
    await anna.waitForMoves(1)
  })

  test('a second tap on the last stone plays the move, one on the first lifts it, one elsewhere changes the last', async () => {
    const { anna, board } = await seat(visit)
    const [first, second, other] = [cellAt(board, 5, 5), cellAt(board, 7, 7), cellAt(board, 17, 17)]
    await tryMove(anna, board, [first, second])
    await anna.clickCell(board, other)
    await anna.seesText('trial', '5;5;17;17')
    await anna.clickCell(board, first)
    await anna.seesNo('trial')
    await anna.clickCell(board, second)
    await anna.seesText('trial', '7;7;17;17')
    expect((await anna.table()).moves).toEqual([])
    await anna.clickCell(board, second)
    await anna.waitForMoves(1)
    expect((await anna.table()).moves[0].cells).toEqual([second, other])
  })

  test('offers are seen beside a tried move, wherever one has scrolled to', async () => {
    const { anna, bert, board } = await seat(visit)
    await tryMove(anna, board, [cellAt(board, 10, 10), cellAt(board, 17, 17)])
    await bert.press('offer-draw')
    await anna.sees('offer')
    await seesWholeBoard(anna, board)
    for (const place of ['bottom', 'top'] as const) {
      await scroll(anna, place)
      for (const control of ['offer-accept', 'offer-decline', 'trial-play', 'trial-back']) await anna.seesOnScreen(control)
    }
    await anna.press('offer-decline')
    await anna.seesNo('offer')
    await anna.press('trial-play')
    await anna.waitForMoves(1)
    await bert.waitForMoves(1)

    await bert.play([cellAt(board, 0, 0), cellAt(board, 1, 1)])
    await bert.press('take-back')
    await anna.press('offer-accept')
    await anna.waitForMoves(1)

    await bert.press('resign')
    await bert.press('resign-yes')
    await anna.sees('result')
    await bert.press('rematch')
    for (const control of ['offer-accept', 'offer-decline', 'rematch', 'replay']) await anna.seesOnScreen(control)
    const old = anna.tableId
    await anna.press('offer-accept')
    await expect.poll(() => anna.tableId).not.toBe(old)
  })

  test('what a player can do is at hand, and resigning is asked where one looks', async () => {
    const { anna, bert, board } = await seat(visit)
    for (const control of ['take-back', 'hint-ask', 'try', 'offer-draw', 'resign']) await anna.seesOnScreen(control)
    await anna.press('resign')
    await seesWholeBoard(anna, board)
    await anna.press('resign-no')
    await anna.seesNo('resign-question')
    await anna.press('offer-draw')
    await bert.press('offer-accept')
    await anna.seesOnScreen('rematch')
  })

  test('TowerWars on 26 by 26 is seen as a whole, and nearer when asked', async () => {
    const anna = await evening.seated({ game: 'towerwars:26', seats: [{ kind: 'human' }, { kind: 'human' }] }, visit)
    const table = await anna.table()
    const { board, position } = table
    const frame = anna.page.locator('.frame')
    const hidden = (): Promise<number[]> =>
      frame.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [scrollWidth - clientWidth, scrollHeight - clientHeight])
    await seesWholeBoard(anna, board)
    expect(await hidden()).toEqual([0, 0])

    await anna.press('closer')
    const fieldWidth = (): Promise<number> => anna.board.locator('[role=gridcell]').first().evaluate((cell) => cell.getBoundingClientRect().width)
    await expect.poll(fieldWidth, { message: 'a field for fingers' }).toBeGreaterThanOrEqual(24)
    expect(Math.max(...(await hidden()))).toBeGreaterThan(0)
    // Before the first move one sees those pieces that can move.
    const near = position.picks[Math.floor(position.picks.length / 2)]
    const [to] = await evening.api.seconds(table, near)
    await anna.clickCell(board, near)
    await anna.press('closer')
    await seesWholeBoard(anna, board)
    await anna.clickCell(board, to)
    await anna.press('trial-play')
    await anna.waitForMoves(1)
    expect((await anna.table()).moves[0].cells).toEqual([near, to])
  })
})
