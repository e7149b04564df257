// The new-game dialog: what is chosen there is played, and is there again the next time.
import { describe, expect, test } from 'vitest'
import { atOnce, spendEvening } from './helpers/evening'

const evening = spendEvening()

test('after the seats were swapped the computer begins', async () => {
  const anna = await evening.visitor(atOnce)
  await anna.start()
  await anna.openNewGame('tictactoe')
  expect(await anna.at('seat-choice-0').inputValue()).toBe('you')
  await anna.at('seat-name-0').fill('Anna')
  await anna.at('seat-player-1').selectOption('level:1')
  await anna.press('swap')
  expect(await anna.at('seat-choice-0').inputValue()).toBe('computer')
  expect(await anna.at('seat-player-0').inputValue()).toBe('level:1')
  expect(await anna.at('seat-choice-1').inputValue()).toBe('you')
  expect(await anna.at('seat-name-1').inputValue()).toBe('Anna')
  await anna.startGame()

  await anna.waitForMoves(1)
  const table = await anna.table()
  expect(table.seats.map(({ kind, name }) => [kind, name])).toEqual([['computer', 'level:1'], ['human', 'Anna']])
  expect(table.moves.map(({ player }) => player)).toEqual([0])
  await anna.waitForTurn(1)
  await anna.seesText('status', 'Your move')
  await anna.playSomeMove()
})

describe('Tic-Tac-Toe', () => {
  test('is won by as many in a row as were chosen, on a board of the chosen size', async () => {
    const anna = await evening.visitor(atOnce)
    await anna.start()
    await anna.openNewGame('tictactoe')
    await anna.chooseRectangle(6, 5)
    // More than fit in the shorter side cannot be asked for.
    evening.tolerate(/status of 400.*\/api\/position$/)
    await anna.at('parameter-k').fill('6')
    await expect.poll(() => anna.text('new-game-problem')).not.toBe('')
    await anna.at('parameter-k').fill('4')
    await expect.poll(() => anna.text('new-game-problem')).toBe('')
    await anna.chooseSeat(1, 'here')
    await anna.startGame()

    const { game, board } = await anna.table()
    expect(game).toBe('tictactoe:6x5,k=4')
    // Here the rows are said first.
    expect([board.rows, board.columns]).toEqual([6, 5])
    for (const cell of [1, 6, 2, 7, 3, 8]) await anna.play([cell])
    // Three in a row of either are not enough here.
    expect((await anna.table()).result).toBeNull()
    expect(await anna.at('result').count()).toBe(0)
    await anna.play([4])
    await anna.seesText('result', 'X wins')
    expect(await anna.at('result').getAttribute('data-result')).toBe('1-0')
    expect(await anna.board.locator('[data-line]').count()).toBe(1)
  })
})

test('what was chosen is remembered for each game', async () => {
  const anna = await evening.visitor(atOnce)
  await anna.start()
  await anna.openNewGame('kaskade')
  await anna.chooseRectangle(7, 5)
  await anna.at('seat-name-0').fill('Anna')
  await anna.at('seat-player-1').selectOption('level:2')
  await anna.at('seat-time-1').fill('1.5')
  await anna.press('with-clock')
  await anna.at('clock-minutes').fill('2')
  await anna.at('clock-increment').fill('7')
  await anna.startGame()
  expect((await anna.table()).clock).toEqual({ time: 120_000, increment: 7000 })
  await anna.press('home')
  await anna.openNewGame('connect6')
  await anna.press('own-variant')
  await anna.press('parameter-size-20')
  await anna.press('parameter-edges-torus')
  await anna.press('parameter-players-3')
  await anna.chooseSeat(2, 'here')
  await anna.startGame()

  await anna.press('home')
  await anna.page.reload()
  await anna.openNewGame('kaskade')
  const values = ['parameter-size-0', 'parameter-size-1', 'seat-name-0', 'seat-choice-1', 'seat-player-1', 'seat-time-1', 'clock-minutes', 'clock-increment']
  expect(await Promise.all(values.map((name) => anna.at(name).inputValue()))).toEqual(['7', '5', 'Anna', 'computer', 'level:2', '1.5', '2', '7'])
  await anna.press('close')
  await anna.openNewGame('connect6')
  for (const chosen of ['parameter-size-20', 'parameter-edges-torus', 'parameter-players-3']) {
    expect(await anna.at(chosen).getAttribute('aria-pressed'), chosen).toBe('true')
  }
  expect(await anna.at('seat-choice-2').inputValue()).toBe('here')
  await anna.press('close')
  await anna.openNewGame('othello')
  expect(await anna.at('preset-8x8').getAttribute('aria-pressed'), 'a game that was not played yet').toBe('true')
  await anna.press('close')

  // Without the dialog it is the same again, if that was against the computer.
  await anna.press('play-kaskade')
  await anna.waitForTable()
  const table = await anna.table()
  expect(table.game).toBe('kaskade:7x5')
  expect(table.clock).toEqual({ time: 120_000, increment: 7000 })
  expect(table.seats[1]).toMatchObject({ kind: 'computer', player: 'level:2' })
})
