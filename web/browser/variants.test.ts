// Variants that are played differently: holes, a torus, four players, towers.
import { describe, expect, test } from 'vitest'
import { printMove } from '../src/logic/notation'
import type { Cell, StepKind, TableInfo } from '../src/types'
import { drawnCells, heardCells, placeOfCell } from './helpers/boards'
import { atOnce, spendEvening } from './helpers/evening'
import { middleGames } from './helpers/middle_games'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

/** A legal move that does this, by the server's rules. */
async function moveThatDoes(kind: StepKind, table: TableInfo): Promise<Cell[]> {
  for (const first of table.position.picks) {
    for (const second of await evening.api.seconds(table, first)) {
      const move = printMove(table.board, [first, second])
      const { steps } = await evening.api.position({ game: table.game, position: table.position.text, move })
      if (steps?.some((step) => step[1] === kind)) return [first, second]
    }
  }
  throw new Error(`no move does ${kind} at ${table.position.text}`)
}

describe('Othello', () => {
  test('is played with the holes that were painted in the dialog', async () => {
    const anna = await evening.visitor(atOnce)
    await anna.start()
    await anna.openNewGame('othello')
    await anna.press('preset-6x6')
    const preview = anna.at('preview').locator('[role=grid]')
    await expect.poll(() => preview.getAttribute('aria-rowcount')).toBe('6')
    const { board } = await evening.api.position({ game: 'othello:6x6' })
    const isHole = async (cell: Cell): Promise<boolean> => (await heardCells(preview))[cell]?.includes('hole') ?? false
    const paint = async (cell: Cell): Promise<void> => {
      const wanted = !(await isHole(cell))
      await preview.click({ position: await placeOfCell(preview, board, cell) })
      await expect.poll(() => isHole(cell), { message: `hole ${cell}` }).toBe(wanted)
    }
    for (const cell of [0, 7, 35, 30]) await paint(cell)
    await paint(30)
    await anna.chooseSeat(1, 'here')
    await anna.startGame()

    const table = await anna.table()
    const holes = table.position.pieces.filter(([, kind]) => kind === 'hole').map(([cell]) => cell)
    expect(holes).toEqual([0, 7, 35])
    const heard = await anna.heardBoard()
    expect(holes.map((cell) => heard[cell])).toEqual(['A1, hole', 'B2, hole', 'F6, hole'])
    await anna.clickCell(table.board, 7)
    await anna.seesText('status', 'Nothing can be played on B2')
    await anna.playSomeMove()
    await anna.playSomeMove()
    expect((await anna.table()).moves).toHaveLength(2)
  })
})

describe('Connect6', () => {
  const twoHere = [{ kind: 'human' as const }, { kind: 'human' as const }]

  test('on the torus a click on the margin picks the field it stands for', async () => {
    const anna = await evening.seated({ game: 'connect6:20,edges=torus', seats: twoHere })
    const { board } = await anna.table()
    await anna.clickPlace(board, -1, 3)
    await anna.seesText('status', 'Now the second stone')
    await anna.clickPlace(board, 20, 21)
    await anna.waitForMoves(1)
    const { moves } = await anna.table()
    expect([...moves[0].cells].sort((left, right) => left - right)).toEqual([20, 79])
    // Both are near an edge and are drawn again in the margin: one beside it, one at three sides of a corner.
    await expect.poll(() => anna.board.locator('.echo').count()).toBe(4)
  })

  test('the first stone of a pair is taken back as long as the second is not placed', async () => {
    const anna = await evening.seated({ game: 'connect6:18', seats: twoHere })
    const { board } = await anna.table()
    const ghosts = anna.board.locator('.ghost')
    for (const way of ['click', 'key']) {
      await anna.clickCell(board, 100)
      await anna.seesText('status', 'Now the second stone')
      expect(await ghosts.count()).toBe(1)
      if (way === 'click') await anna.clickCell(board, 100)
      else await anna.page.keyboard.press('Escape')
      await anna.seesText('status', 'Black to move')
      expect(await ghosts.count()).toBe(0)
    }
    expect((await anna.table()).moves).toEqual([])
    await anna.play([201, 170])
    expect([...(await anna.table()).moves[0].cells].sort((left, right) => left - right)).toEqual([170, 201])
    await expect.poll(() => drawnCells(anna.board)).toEqual([170, 201])
  })

  test('on the torus a row goes on across the edge and wins', async () => {
    const rows = Array.from({ length: 20 }, () => '.'.repeat(20))
    rows[4] = '1................111'
    rows[8] = '...2..2..2..2.......'
    const anna = await evening.seated({ game: 'connect6:20,edges=torus', start: `${rows.join('/')}:P1`, seats: twoHere })
    const { board } = await anna.table()
    await anna.clickPlace(board, 21, 4)
    await anna.clickPlace(board, 2, 4)
    await anna.seesText('result', /with six in a row/)
    expect(await anna.board.locator('[data-line]').count()).toBeGreaterThan(1)
  })

  test('four people play at one screen, one after the other', async () => {
    const anna = await evening.visitor(atOnce)
    await anna.start()
    await anna.openNewGame('connect6')
    await anna.press('preset-20,players=4')
    const names = ['Anna', 'Bert', 'Carla', 'Dirk']
    for (const [seat, name] of names.entries()) {
      await anna.chooseSeat(seat, seat === 0 ? 'you' : 'here')
      await anna.at(`seat-name-${seat}`).fill(name)
    }
    await anna.startGame()
    for (let move = 0; move < 8; ++move) {
      await anna.waitForTurn(move % 4)
      await anna.seesText('status', `${names[move % 4]} to move`)
      await anna.playSomeMove()
    }
    expect((await anna.table()).moves.map(({ player }) => player)).toEqual([0, 1, 2, 3, 0, 1, 2, 3])
    await anna.press('take-back')
    await anna.waitForMoves(7)
  })
})

test('clocks are for four as well', async () => {
  const anna = await evening.visitor()
  await anna.start()
  await anna.openNewGame('connect6')
  await anna.press('with-clock')
  await anna.press('preset-20,players=4')
  await anna.startGame()
  expect((await anna.table()).clock).toEqual({ time: 300_000, increment: 3000 })
  for (const seat of [0, 1, 2, 3]) await anna.seesText(`clock-${seat}`, '5:00')
})

describe('TowerWars', () => {
  const seats = [{ kind: 'human' as const, name: 'Rosa' }, { kind: 'human' as const, name: 'Blanka' }]
  const begin = (start: string): Promise<Visitor> => evening.seated({ game: 'towerwars:4', start, seats }, {})

  async function pieceAfter(visitor: Visitor, cells: Cell[]): Promise<string> {
    await visitor.play(cells)
    const { board, position } = await visitor.table()
    const piece = position.pieces.find(([cell]) => cell === cells[1])
    expect(board.game).toBe('towerwars')
    await expect.poll(async () => (await visitor.heardBoard())[cells[0]]).toContain('empty')
    expect(await visitor.board.locator(`[data-body="${cells[1]}"]`).count()).toBe(1)
    return `${piece?.[1]} of ${piece?.[2]}`
  }

  test('a tower is blocked from afar', async () => {
    const rosa = await begin('RB,.,R1,./R,R,.,./R,.,B1,B/.,B,B,BB:red')
    const cells = await moveThatDoes('block', await rosa.table())
    expect(await pieceAfter(rosa, cells)).toBe('blocked of 1')
    expect((await rosa.heardBoard())[cells[1]]).toBe('C3, blocked tower of Blue, height 1')
    await expect.poll(() => rosa.announcement()).toContain('Blocks a tower')
    await rosa.board.locator(`[data-body="${cells[1]}"] [data-shackle]`).waitFor()
  })

  test('a stone is captured', async () => {
    const rosa = await begin('RB,.,R1,./R,R,B,./R,.,B1,B/.,B,.,BB:red')
    const cells = await moveThatDoes('capture', await rosa.table())
    expect(await pieceAfter(rosa, cells)).toMatch(/ of 0$/)
    await expect.poll(() => rosa.announcement()).toContain('Captures')
  })

  test('a stone or tower under the pointer shows where it can go', async () => {
    const rosa = await evening.seated({ ...middleGames.towerwars, seats })
    const table = await rosa.table()
    const playable = async (): Promise<Cell[]> =>
      (await heardCells(rosa.board)).flatMap((text, cell) => (text.includes('can be played') ? [cell] : []))
    const towers = table.position.pieces.filter(([, kind]) => kind === 'tower').map(([cell]) => cell)
    expect(table.position.picks.some((cell) => towers.includes(cell))).toBe(true)
    const outlines = async (): Promise<number> => (await rosa.board.locator('path.target').getAttribute('d'))?.match(/M/g)?.length ?? 0
    for (const first of table.position.picks) {
      const seconds = await evening.api.seconds(table, first)
      await rosa.board.hover({ position: await placeOfCell(rosa.board, table.board, first) })
      await expect.poll(playable, { message: `from ${first}` }).toEqual([...seconds].sort((left, right) => left - right))
      await expect.poll(outlines, { message: `drawn from ${first}` }).toBe(seconds.length)
    }
    await rosa.board.hover({ position: await placeOfCell(rosa.board, table.board, 35) })
    await expect.poll(playable, { message: 'from the enemy’s base' }).toEqual([])
    expect((await rosa.table()).moves).toEqual([])
  })

  test('a stone that was chosen shows where it can go, and what is out of reach', async () => {
    const rosa = await begin('RB,.,R1,./R,R,.,./R,.,B1,B/.,B,B,BB:red')
    const { board, position } = await rosa.table()
    await rosa.clickCell(board, 15)
    await rosa.seesText('status', 'No piece of yours can move from D4')
    const first = position.picks[0]
    const seconds = await evening.api.seconds(await rosa.table(), first)
    await rosa.clickCell(board, first)
    await rosa.seesText('status', 'Now choose the second field')
    await expect.poll(async () => {
      const heard = await heardCells(rosa.board)
      return heard.flatMap((text, cell) => (text.includes('can be played') ? [cell] : []))
    }).toEqual([...seconds].sort((left, right) => left - right))
    await rosa.clickCell(board, 15)
    await rosa.seesText('status', 'D4 cannot be reached from')
    await rosa.page.keyboard.press('Escape')
    await rosa.seesText('status', 'Rosa to move')
    expect((await rosa.table()).moves).toEqual([])
  })
})
