// The whole page without a mouse: a game from the start page to its result, seen and heard.
import { expect, test } from 'vitest'
import type { BoardInfo, Cell } from '../src/types'
import { atOnce, spendEvening } from './helpers/evening'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

const focusedHook = (visitor: Visitor): Promise<string> =>
  visitor.page.evaluate(() => document.activeElement?.getAttribute('data-test') ?? document.activeElement?.getAttribute('role') ?? '')

/** Whether the focus can be seen where it is: by an outline, or on a board by the ring around a field. */
const isFocusSeen = (visitor: Visitor): Promise<boolean> =>
  visitor.page.evaluate(() => {
    const element = document.activeElement!
    if (element.getAttribute('role') === 'grid') return element.querySelector('.focus path') !== null
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
  })

/** Tabs on until this is focused; wherever it stops on the way, that is to be seen. */
async function tabTo(visitor: Visitor, hook: string, key = 'Tab'): Promise<void> {
  for (let press = 0; press < 80; ++press) {
    await visitor.page.keyboard.press(key)
    const focused = await focusedHook(visitor)
    if (focused !== '') expect(await isFocusSeen(visitor), `focus on ${focused}`).toBe(true)
    if (focused === hook) return
  }
  throw new Error(`Tab never reaches ${hook}`)
}

async function focusedCell(visitor: Visitor): Promise<Cell> {
  const name = await visitor.board.getAttribute('aria-activedescendant')
  expect(await visitor.page.locator(`[id="${name}"]`).count(), 'the focused cell exists').toBe(1)
  return Number(/-cell-(\d+)$/.exec(name ?? '')?.[1])
}

/** Walks over the board by arrows: rows first, because on hexagons up and down go zigzag. */
async function walkTo(visitor: Visitor, board: BoardInfo, cell: Cell): Promise<void> {
  const walk = async (distance: number, forward: string, backward: string): Promise<void> => {
    for (let step = 0; step < Math.abs(distance); ++step) await visitor.page.keyboard.press(distance > 0 ? forward : backward)
  }
  const rowOf = (of: Cell): number => Math.floor(of / board.columns)
  await walk(rowOf(cell) - rowOf(await focusedCell(visitor)), 'ArrowDown', 'ArrowUp')
  await walk(cell - (await focusedCell(visitor)), 'ArrowRight', 'ArrowLeft')
  expect(await focusedCell(visitor)).toBe(cell)
}

test('a game is played by keys alone, from the start page to the result and the rematch', async () => {
  const anna = await evening.visitor()
  await anna.start()
  expect(await anna.at('announcement').getAttribute('aria-live')).toBe('polite')
  await tabTo(anna, 'play-tictactoe')
  const said = await anna.listen()
  await anna.page.keyboard.press('Enter')
  await anna.waitForTable()
  await expect.poll(() => focusedHook(anna)).toBe('grid')
  expect(await isFocusSeen(anna)).toBe(true)

  let table = await anna.table()
  while (table.result === null) {
    const [cell] = await evening.api.goodMove(table)
    await walkTo(anna, table.board, cell)
    await anna.page.keyboard.press(table.moves.length === 0 ? 'Enter' : ' ')
    await expect.poll(() => anna.movesSeen()).toBeGreaterThan(table.moves.length)
    table = await anna.waitForOwnTurnOrEnd(0)
  }
  await anna.sees('result')

  const all = (await said()).join('\n')
  for (const [count, { move, player }] of table.moves.entries()) {
    const name = player === 0 ? 'X' : 'Computer, level 4'
    expect(all, `move ${count + 1}`).toContain(`${name}: ${move}.`)
  }
  expect(all).toContain('Your turn.')
  expect(all).toMatch(/A draw|You win!|Computer, level 4 wins/)

  await tabTo(anna, 'rematch')
  const old = anna.tableId
  await anna.page.keyboard.press('Enter')
  await expect.poll(() => anna.tableId).not.toBe(old)
})

test('two cells are chosen by keys, the choice is undone, and what happens is said', async () => {
  const anna = await evening.seated({ game: 'towerwars:4', seats: [{ kind: 'human' }, { kind: 'human' }] })
  const said = await anna.listen()
  await tabTo(anna, 'grid')
  const table = await anna.table()
  const [first, second] = await evening.api.someMove(table)
  await walkTo(anna, table.board, first)
  await anna.page.keyboard.press('Enter')
  await expect.poll(() => said()).toContainEqual(expect.stringMatching(/chosen\.$/))
  await anna.page.keyboard.press('Enter')
  await expect.poll(() => said()).toContainEqual('Choice undone.')
  await anna.page.keyboard.press('Enter')
  await walkTo(anna, table.board, second)
  await anna.page.keyboard.press('Enter')
  await expect.poll(() => anna.movesSeen()).toBe(1)
  expect((await anna.table()).moves[0].cells).toEqual([first, second])
})

test('dialogs keep the focus inside and give it back', async () => {
  const anna = await evening.visitor()
  await anna.start()
  await tabTo(anna, 'more-othello')
  await anna.page.keyboard.press('Enter')
  await anna.sees('new-game')
  for (let press = 0; press < 40; ++press) {
    await anna.page.keyboard.press('Tab')
    // The browser's own frame may come in between, but nothing of the page behind the dialog.
    const isInside = await anna.page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)
    expect(isInside).toBe(true)
  }
  await anna.page.keyboard.press('Escape')
  await anna.seesNo('new-game')
  expect(await focusedHook(anna)).toBe('more-othello')

  await anna.page.keyboard.press('?')
  await anna.sees('help')
  await anna.page.keyboard.press('Escape')
  await anna.seesNo('help')
  expect(await focusedHook(anna)).toBe('more-othello')
})

test('the focus comes along to every screen, and is nowhere lost', async () => {
  const anna = await evening.visitor(atOnce)
  await anna.start()
  expect(await focusedHook(anna), 'a page just opened').toBe('')
  const said = await anna.listen()
  await anna.press('play-kaskade')
  await anna.waitForTable()
  await expect.poll(() => focusedHook(anna), { message: 'after Play the computer' }).toBe('grid')
  await expect.poll(said).toContain('Kaskade 6×6. Your move')
  await anna.press('home')
  await anna.sees('play-kaskade')
  const focusedId = (): Promise<string | undefined> => anna.page.evaluate(() => document.activeElement?.id)
  await expect.poll(focusedId, { message: 'back at the start' }).toBe('main')

  await anna.openNewGame('tictactoe')
  await anna.chooseSeat(1, 'here')
  await anna.startGame()
  await expect.poll(() => focusedHook(anna), { message: 'after the dialog' }).toBe('grid')
  await anna.press('resign')
  await anna.press('resign-yes')
  await anna.press('rematch')
  await expect.poll(() => anna.table().then(({ result }) => result)).toBe(null)
  await anna.waitForTable()
  await expect.poll(() => focusedHook(anna), { message: 'after a rematch' }).toBe('grid')

  const { tableId } = anna
  for (const [address, screen, hook] of [[`#/replay/${tableId}`, 'replay-screen', 'replay-screen'], ['#/table/unknown', 'gone', 'gone']]) {
    await anna.page.evaluate((hash) => (location.hash = hash), address)
    await anna.sees(screen)
    await expect.poll(() => focusedHook(anna), { message: address }).toBe(hook)
  }
  evening.tolerate(/unknown/)
})

test('the first Tab leads past the header', async () => {
  const anna = await evening.visitor()
  await anna.start()
  await anna.page.keyboard.press('Tab')
  expect(await anna.page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content')
  await anna.page.keyboard.press('Enter')
  expect(await anna.page.evaluate(() => document.activeElement?.id)).toBe('main')
})
