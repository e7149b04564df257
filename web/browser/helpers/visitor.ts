// One person with a browser window of their own: what they do on the page, in words of the games.
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { BoardInfo, Cell, TableInfo } from '../../src/types'
import { heardCells, placeOf, placeOfCell, withoutRemarks } from './boards'
import type { Point } from '../../src/board/geometry'
import type { ServerApi } from './server_api'

/** What should not happen in any window; each test ends by looking at it. */
export interface Troubles { errors: string[]; requests: string[] }

/** Why nobody can click there without scrolling, in the page: beyond the screen's edge or covered; '' if one can. */
function whyUnseen(target: Element, place: { x: number; y: number } | null): string {
  const area = target.getBoundingClientRect()
  const { left, top, right, bottom } = place
    ? new DOMRect(area.left + place.x, area.top + place.y, 0, 0)
    : area
  // Half a pixel is lost when places are rounded.
  const slack = 0.5
  if (left < -slack || top < -slack || right > innerWidth + slack || bottom > innerHeight + slack) {
    return `beyond the edge: ${[left, top, right, bottom].map(Math.round)} of ${innerWidth}x${innerHeight}`
  }
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return target.contains(over) ? '' : `under ${over?.outerHTML.slice(0, 80)}`
}

export class Visitor {
  constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly troubles: Troubles,
    private readonly api: ServerApi,
    private readonly origin: () => string,
  ) {}

  // ---- Looking

  at(test: string): Locator { return this.page.getByTestId(test) }

  get board(): Locator { return this.at('table').locator('[role=grid]') }

  async sees(test: string): Promise<void> { await this.at(test).waitFor() }

  async seesNo(test: string): Promise<void> { await this.at(test).waitFor({ state: 'hidden' }) }

  text(test: string): Promise<string> { return this.at(test).innerText() }

  async seesText(test: string, text: string | RegExp): Promise<void> {
    await expect.poll(() => this.at(test).innerText(), { message: test }).toMatch(text)
  }

  /** The id of the table in the address. */
  get tableId(): string {
    const found = /#\/table\/(.+)$/.exec(this.page.url())
    if (!found) throw new Error(`no table at ${this.page.url()}`)
    return decodeURIComponent(found[1])
  }

  table(): Promise<TableInfo> { return this.api.table(this.tableId) }

  async movesSeen(): Promise<number> { return Number(await this.at('table').getAttribute('data-moves')) }

  async waitForMoves(count: number): Promise<void> {
    await expect.poll(() => this.movesSeen(), { message: 'moves on the page' }).toBe(count)
  }

  /** The moves in the list beside the board. */
  async moveList(): Promise<string[]> {
    return (await this.at('moves').locator('.move').allInnerTexts()).map((move) => move.trim())
  }

  /** What is said of the cells of the table's board, without remarks on moves. */
  async heardBoard(): Promise<string[]> { return withoutRemarks(await heardCells(this.board)) }

  async isMyTurn(seat: number): Promise<boolean> {
    return (await this.at(`seat-${seat}`).getAttribute('data-turn')) === 'true'
  }

  async waitForTurn(seat: number): Promise<void> {
    await expect.poll(() => this.isMyTurn(seat), { message: `turn of seat ${seat}` }).toBe(true)
  }

  announcement(): Promise<string> { return this.at('announcement').innerText() }

  /** Notes everything that is said in the live region from now on. */
  async listen(): Promise<() => Promise<string[]>> {
    await this.at('announcement').evaluate((region) => {
      const said: string[] = []
      new MutationObserver(() => said.push(region.textContent?.trim() ?? '')).observe(region, { childList: true, subtree: true, characterData: true })
      Object.assign(globalThis, { said })
    })
    return () => this.page.evaluate(() => (globalThis as unknown as { said: string[] }).said)
  }

  // ---- Going somewhere

  async go(address = ''): Promise<void> {
    await this.page.goto(`${this.origin()}/${address}`)
    await this.page.locator('main').first().waitFor()
  }

  async start(): Promise<void> {
    await this.go()
    await this.sees('play-kaskade')
  }

  async watch(id: string): Promise<void> {
    await this.go(`#/table/${id}`)
    await this.waitForTable()
  }

  async waitForTable(): Promise<void> {
    await expect.poll(() => this.at('table').getAttribute('data-status'), { message: 'connection' }).toBe('open')
  }

  /** Another window of the same browser. */
  async anotherWindow(): Promise<Visitor> {
    return new Visitor(await this.context.newPage(), this.context, this.troubles, this.api, this.origin)
  }

  // ---- Clicking what is seen, and only that

  /** Clicks or taps a control where it is: people do not see what is below the edge or under something else. */
  async press(control: string | Locator): Promise<void> {
    const target = this.found(control)
    await this.seesOnScreen(target)
    if (await this.isTouched()) await target.tap()
    else await target.click()
  }

  /** Scrolls to a control first, as people do to lists and settings that are farther down the page. */
  async scrollAndPress(control: string | Locator): Promise<void> {
    // To the middle: at the edges bars may cover it.
    await this.found(control).evaluate((target) => target.scrollIntoView({ block: 'center' }))
    await this.press(control)
  }

  /** The whole control is on the screen without scrolling, and its middle is not covered. */
  async seesOnScreen(control: string | Locator): Promise<void> {
    const target = this.found(control)
    await target.waitFor()
    await expect.poll(() => target.evaluate(whyUnseen, null), { message: `${control} on the screen` }).toBe('')
  }

  async seesCellOnScreen(board: BoardInfo, cell: Cell): Promise<void> {
    await this.seesPlace(() => placeOfCell(this.board, board, cell), `field ${cell}`)
  }

  private async seesPlace(placed: () => Promise<Point>, name: string): Promise<void> {
    await this.board.waitFor()
    await expect.poll(async () => this.board.evaluate(whyUnseen, await placed()), { message: `${name} on the screen` }).toBe('')
  }

  private found(control: string | Locator): Locator { return typeof control === 'string' ? this.at(control) : control }

  private isTouched(): Promise<boolean> { return this.page.evaluate(() => matchMedia('(pointer: coarse)').matches) }

  // ---- The new-game dialog

  async openNewGame(game: string): Promise<void> {
    await this.press(`more-${game}`)
    await this.waitForPreview()
  }

  /** The dialog grows when the picture of the board comes. */
  async waitForPreview(): Promise<void> {
    await this.sees('new-game')
    await this.at('preview').locator('svg').first().waitFor()
  }

  async chooseRectangle(width: number, height: number): Promise<void> {
    await this.press('own-variant')
    await this.at('parameter-size-0').fill(String(width))
    await this.at('parameter-size-1').fill(String(height))
  }

  async chooseSize(size: number): Promise<void> {
    await this.press('own-variant')
    await this.at('parameter-size').fill(String(size))
  }

  async chooseSeat(seat: number, choice: string): Promise<void> {
    await this.at(`seat-choice-${seat}`).selectOption(choice)
  }

  async startGame(): Promise<void> {
    await this.press('start-game')
    await this.waitForTable()
  }

  // ---- Playing

  /** Clicks or taps a field where it is seen. */
  async clickCell(board: BoardInfo, cell: Cell): Promise<void> {
    await this.pressBoard(() => placeOfCell(this.board, board, cell), `field ${cell}`)
  }

  async clickPlace(board: BoardInfo, column: number, row: number): Promise<void> {
    await this.pressBoard(() => placeOf(this.board, board, column, row), `column ${column}, row ${row}`)
  }

  private async pressBoard(placed: () => Promise<Point>, name: string): Promise<void> {
    await this.seesPlace(placed, name)
    const position = await placed()
    if (await this.isTouched()) await this.board.tap({ position })
    else await this.board.click({ position })
  }

  /** Clicks the cells of a move and waits until the server has carried it out. */
  async play(cells: Cell[]): Promise<void> {
    const { board, moves } = await this.table()
    await this.waitForMoves(moves.length)
    for (const cell of cells) await this.clickCell(board, cell)
    await expect.poll(() => this.movesSeen(), { message: `after the click on ${cells}` }).toBeGreaterThan(moves.length)
  }

  async playSomeMove(): Promise<Cell[]> {
    const cells = await this.api.someMove(await this.table())
    await this.play(cells)
    return cells
  }

  /** Waits until the table is over or this seat is to move, and tells what it is like then. */
  async waitForOwnTurnOrEnd(seat: number): Promise<TableInfo> {
    let table = await this.table()
    await expect
      .poll(async () => {
        table = await this.table()
        return table.result !== null || table.position.to_move === seat
      }, { message: 'the computer moves', timeout: 40_000 })
      .toBe(true)
    await this.waitForMoves(table.moves.length)
    return table
  }
}
