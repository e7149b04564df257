// The server dies in the middle of games and comes back; windows of the same seat stay in step.
import { beforeEach, describe, expect, test } from 'vitest'
import type { TableWish } from '../src/logic/api'
import { saidCells } from './helpers/boards'
import { spendEvening } from './helpers/evening'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

const atOneScreen: TableWish = { game: 'kaskade:5x5', seats: [{ kind: 'human' }, { kind: 'human' }] }
const againstComputer: TableWish = {
  game: 'othello:6x6',
  seats: [{ kind: 'human' }, { kind: 'computer', player: 'level:1' }],
}

/** The page shows exactly what the server has stored. */
async function checkAgreement(visitor: Visitor): Promise<void> {
  const table = await visitor.table()
  await visitor.waitForMoves(table.moves.length)
  expect(await visitor.moveList()).toEqual(table.moves.map(({ move }) => move))
  await expect.poll(() => visitor.heardBoard()).toEqual(saidCells(table.board, table.position.pieces))
}

const waitForStatus = (visitor: Visitor, status: string): Promise<void> =>
  expect.poll(() => visitor.at('table').getAttribute('data-status'), { message: 'connection', timeout: 30_000 }).toBe(status)

describe('a server that is killed', () => {
  // The browser logs that nobody answers, which is what these tests are about.
  beforeEach(() => evening.tolerate(/ERR_CONNECTION|WebSocket/))

  test('and comes back at the same port: the game goes on', async () => {
    const anna = await evening.seated(againstComputer)
    await anna.playSomeMove()
    const before = await anna.waitForOwnTurnOrEnd(0)
    await evening.server.kill()
    await waitForStatus(anna, 'lost')
    await anna.seesText('status', 'Connection lost, trying again')

    await evening.server.run()
    await waitForStatus(anna, 'open')
    expect((await anna.table()).moves).toEqual(before.moves)
    await checkAgreement(anna)
    await anna.playSomeMove()
    await anna.waitForOwnTurnOrEnd(0)
    await checkAgreement(anna)
    expect((await anna.table()).moves.slice(0, before.moves.length)).toEqual(before.moves)
  })

  test('while somebody moves: the move is kept and played once', async () => {
    const anna = await evening.seated(againstComputer)
    const { board, position } = await anna.table()
    await evening.server.kill()
    await waitForStatus(anna, 'lost')
    await anna.clickCell(board, position.picks[0])
    await anna.seesText('status', 'Your move is kept')
    await evening.server.run()
    await expect.poll(async () => (await anna.table()).moves.length, { timeout: 30_000 }).toBe(2)
    expect((await anna.table()).moves[0].cells).toEqual([position.picks[0]])
    await checkAgreement(anna)
  })

  test('just when a move is on its way: it is neither lost nor doubled', async () => {
    const anna = await evening.seated(atOneScreen)
    // The server dies before, while and after it stores the move, and when all have seen it.
    const moments = [
      () => Promise.resolve(),
      () => anna.table(),
      (count: number) => expect.poll(async () => (await anna.table()).moves.length).toBe(count),
      (count: number) => anna.waitForMoves(count),
    ]
    for (const [round, moment] of moments.entries()) {
      const { board, position, moves } = await anna.table()
      await anna.waitForMoves(moves.length)
      await waitForStatus(anna, 'open')
      const cell = position.picks[round]
      await anna.clickCell(board, cell)
      await moment(moves.length + 1)
      await evening.server.kill()
      await evening.server.run()
      await expect.poll(() => anna.movesSeen(), { message: `round ${round}`, timeout: 30_000 }).toBe(moves.length + 1)
      const after = await anna.table()
      expect(after.moves).toHaveLength(moves.length + 1)
      expect(after.moves[moves.length].cells).toEqual([cell])
      await checkAgreement(anna)
    }
  }, 150_000)

  test('is missed on the start page, which finds it again by itself', async () => {
    const anna = await evening.visitor()
    await anna.page.route('**/api/games', (route) => route.abort('connectionrefused'))
    await anna.go()
    await anna.seesText('unreachable', 'The server does not answer')
    await anna.page.unroute('**/api/games')
    await anna.seesNo('unreachable')
    await anna.sees('play-kaskade')
  })
})

describe('two windows of the same seat', () => {
  test('stay in step, whichever one is used', async () => {
    const left = await evening.seated({ ...atOneScreen, game: 'othello:6x6' })
    const right = await left.anotherWindow()
    await right.watch(left.tableId)
    for (const [count, window] of [left, right, right, left].entries()) {
      await window.playSomeMove()
      for (const somewhere of [left, right]) await somewhere.waitForMoves(count + 1)
      expect(await right.heardBoard()).toEqual(await left.heardBoard())
    }
    await right.press('take-back')
    await left.waitForMoves(3)
    await right.waitForMoves(3)
    expect(await right.moveList()).toEqual(await left.moveList())
    await checkAgreement(left)
    await checkAgreement(right)
  })
})
