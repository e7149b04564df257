// What helps a player at the table: taking back, hints, trying moves out, and how moves are shown.
import { describe, expect, test } from 'vitest'
import type { TableWish } from '../src/logic/api'
import { drawnBalls, saidCells } from './helpers/boards'
import { ordinaryCascade } from './helpers/cascades'
import { spendEvening } from './helpers/evening'
import { lastingOf, watchBoard, watchRolling } from './helpers/motion'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

/** A corner that overflows into a field that overflows in turn. */
const cascade = { game: 'kaskade:4x4', start: '1a2a0n0n0n2b0n0n0n0n0n0n0n0n0n1b:A', move: '0;0', cell: 0 }

const againstComputer: TableWish = {
  game: cascade.game,
  start: cascade.start,
  seats: [{ kind: 'human', name: 'Anna' }, { kind: 'computer', player: 'level:1' }],
}
const atOneScreen: TableWish = { ...againstComputer, seats: [{ kind: 'human' }, { kind: 'human' }] }

async function boardAfterCascade(): Promise<string[]> {
  const { board, after } = await evening.api.position({ game: cascade.game, position: cascade.start, move: cascade.move })
  return saidCells(board, after!.pieces)
}

async function clickCascade(visitor: Visitor): Promise<void> {
  const { board } = await visitor.table()
  await visitor.clickCell(board, cascade.cell)
}

describe('against the computer', () => {
  test('take back gives the own move back, with the computer’s answer', async () => {
    const anna = await evening.seated(againstComputer)
    const before = await anna.heardBoard()
    expect(await anna.at('take-back').isDisabled()).toBe(true)
    for (const way of ['button', 'key']) {
      await anna.playSomeMove()
      await anna.waitForMoves(2)
      if (way === 'button') await anna.press('take-back')
      else await anna.page.keyboard.press('u')
      await anna.waitForMoves(0)
      expect(await anna.heardBoard()).toEqual(before)
      expect((await anna.table()).moves).toEqual([])
      await anna.waitForTurn(0)
    }
  })

  test('a hint shows a move and why, can be left, and can be played', async () => {
    const anna = await evening.seated(againstComputer)
    const { position } = await anna.table()
    await anna.press('hint-ask')
    await anna.seesText('hint', /\d;\d looks best/)
    await anna.seesText('hint', /is ahead, \d+ %|wins in \d+ move|Even/)
    const marked = anna.board.locator('path.hint')
    expect(await marked.getAttribute('d')).not.toBe('')
    await anna.press('hint-back')
    await anna.seesNo('hint')
    expect(await marked.getAttribute('d')).toBe('')
    expect((await anna.table()).position.text).toBe(position.text)

    await anna.page.keyboard.press('h')
    await anna.sees('hint')
    const hinted = /(\d;\d) looks best/.exec(await anna.text('hint'))?.[1]
    await anna.press('hint-play')
    await anna.waitForMoves(2)
    expect((await anna.table()).moves[0].move).toBe(hinted)
  })

  test('a move is tried out with its cascade, left without a trace, and then played', async () => {
    const anna = await evening.seated(againstComputer, {})
    const before = await anna.heardBoard()
    const after = await boardAfterCascade()
    await anna.press('try')
    await anna.sees('trying')
    await clickCascade(anna)
    await anna.seesText('trial', '0;0 would do this')
    await expect.poll(() => anna.heardBoard()).toEqual(after)
    expect((await anna.table()).moves).toEqual([])

    await anna.press('trial-back')
    await anna.seesNo('trial')
    expect(await anna.heardBoard()).toEqual(before)
    expect((await anna.table()).moves).toEqual([])
    await anna.press('trying-stop')

    await anna.page.keyboard.press('t')
    await anna.sees('trying')
    await clickCascade(anna)
    await anna.press('trial-play')
    await anna.waitForMoves(2)
    expect((await anna.table()).moves[0].move).toBe(cascade.move)
  })

  test('who wants to see moves before they count is asked each time', async () => {
    const anna = await evening.seated(againstComputer)
    await anna.press('confirm-moves')
    await clickCascade(anna)
    await anna.sees('trial')
    await anna.page.keyboard.press('Escape')
    await anna.seesNo('trial')
    await clickCascade(anna)
    await anna.press('trial-play')
    await anna.waitForMoves(2)
  })
})

test('the evaluation tells who is ahead, follows the game, and can be switched off', async () => {
  const anna = await evening.seated({ game: 'tictactoe:3x3', seats: [{ kind: 'human' }, { kind: 'human' }] })
  /** How much of the bar is X's, as it is drawn when it has come to rest. */
  const share = (): Promise<number> =>
    anna.at('evaluation').locator('.bar').evaluate((bar) => {
      const [part, whole] = [bar.firstElementChild!, bar].map((element) => element.getBoundingClientRect().width)
      return Math.round((10 * part) / whole) / 10
    })
  expect(await anna.at('evaluation').count()).toBe(0)
  await anna.press('show-evaluation')
  await anna.seesText('evaluation', 'A certain draw')
  await expect.poll(share).toBe(0.5)
  for (const cell of [1, 0, 7]) await anna.play([cell])
  const { game, position } = await anna.table()
  expect((await evening.api.evaluate(game, position.text)).score).toMatchObject({ kind: 'win', plies: 5 })
  await anna.seesText('evaluation', 'O wins in 5 moves')
  await expect.poll(share).toBe(0)
  await anna.press('take-back')
  await anna.seesText('evaluation', 'A certain draw')
  await expect.poll(share).toBe(0.5)
  for (const cell of [7, 8]) await anna.play([cell])
  await anna.seesText('evaluation', 'X wins in 1 move')
  await expect.poll(share).toBe(1)
  await anna.press('show-evaluation')
  await anna.seesNo('evaluation')
})

describe('an overflow', () => {
  test('is shown step by step, or at once', async () => {
    const anna = await evening.seated(atOneScreen, {})
    const after = await boardAfterCascade()
    expect(await anna.at('mode-stepwise').getAttribute('aria-pressed')).toBe('true')
    const stepwise = await watchBoard(anna.board)
    await clickCascade(anna)
    await expect.poll(() => anna.heardBoard()).toEqual(after)
    // The ball is placed, the corner overflows, its neighbour overflows.
    expect(new Set((await stepwise()).map(({ board }) => board)).size).toBeGreaterThanOrEqual(3)

    await anna.press('take-back')
    await anna.waitForMoves(0)
    await anna.press('mode-instant')
    expect(await anna.at('speed').count()).toBe(0)
    const instant = await watchBoard(anna.board)
    await clickCascade(anna)
    await expect.poll(() => anna.heardBoard()).toEqual(after)
    expect(new Set((await instant()).map(({ board }) => board)).size).toBe(1)
  })

  test('however long is shown at once to people who want little motion', async () => {
    const wish = ordinaryCascade()
    const anna = await evening.seated(wish, { settings: { mode: 'stepwise', speed: 0.25 }, reducedMotion: 'reduce' })
    const { board, after } = await evening.api.position({ game: wish.game, position: wish.start, move: wish.move })
    const changes = await watchBoard(anna.board)
    const rolling = await watchRolling(anna.board)
    await anna.clickCell(board, wish.cell)
    await expect.poll(() => drawnBalls(anna.board)).toEqual(after!.pieces)
    expect((await rolling()).waves).toBe(0)
    expect(await changes()).toHaveLength(1)
    expect(await anna.board.evaluate((root) => root.getAnimations({ subtree: true }).length)).toBe(0)
  })

  test('takes longer when the speed is slow', async () => {
    const anna = await evening.seated(atOneScreen, {})
    const after = await boardAfterCascade()
    const lasting: number[] = []
    for (const speed of ['-2', '2']) {
      await anna.at('speed').fill(speed)
      const changes = await watchBoard(anna.board)
      await clickCascade(anna)
      await expect.poll(() => anna.heardBoard()).toEqual(after)
      lasting.push(lastingOf(await changes()))
      await anna.press('take-back')
      await anna.waitForMoves(0)
    }
    const [slow, fast] = lasting
    // A wave takes 880 ms at the slowest speed, and there are two after the first picture.
    expect(slow).toBeGreaterThan(1200)
    expect(fast).toBeLessThan(slow / 2)
  })

  test('that is still being shown gives way to the next move', async () => {
    const anna = await evening.seated(atOneScreen, { settings: { speed: 0.25 } })
    await clickCascade(anna)
    await anna.waitForMoves(1)
    const begun = Date.now()
    await anna.playSomeMove()
    await anna.waitForMoves(2)
    expect((await anna.table()).moves).toHaveLength(2)
    expect(Date.now() - begun).toBeLessThan(10_000)
  })
})
