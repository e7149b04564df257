// People at different machines: invited by a link, asked for consent, watched by others.
import { describe, expect, test } from 'vitest'
import { addressOf } from '../src/logic/route'
import { atOnce, spendEvening, type Evening } from './helpers/evening'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

/** Anna makes a table of Othello in the dialog and has the link for her friend. */
async function invite(host: Evening): Promise<{ anna: Visitor; link: string }> {
  const anna = await host.visitor(atOnce)
  await anna.start()
  await anna.openNewGame('othello')
  await anna.press('preset-6x6')
  await anna.at('seat-name-0').fill('Anna')
  await anna.chooseSeat(1, 'link')
  await anna.startGame()
  return { anna, link: await anna.at('invite-1-text').inputValue() }
}

async function join(link: string, name: string): Promise<Visitor> {
  const guest = await evening.visitor(atOnce)
  await guest.page.goto(link)
  await guest.sees('join')
  await guest.at('join-name').fill(name)
  await guest.press('join-take')
  await guest.waitForTable()
  return guest
}

async function seat(): Promise<{ anna: Visitor; bert: Visitor; link: string }> {
  const { anna, link } = await invite(evening)
  return { anna, bert: await join(link, 'Bert'), link }
}

describe('a game by invitation', () => {
  test('nobody can move before the friend has come, then both play and see each other’s moves', async () => {
    const { anna, link } = await invite(evening)
    await anna.seesText('status', 'Waiting for your friend')
    const before = await anna.table()
    await anna.clickCell(before.board, before.position.picks[0])
    expect((await anna.table()).moves).toEqual([])

    const bert = await join(link, 'Bert')
    await anna.seesText('seat-1', 'Bert')
    await anna.seesNo('invites')
    await bert.seesText('seat-0', 'Anna')
    for (let round = 0; round < 3; ++round) {
      await anna.playSomeMove()
      await bert.waitForMoves(2 * round + 1)
      expect(await bert.heardBoard()).toEqual(await anna.heardBoard())
      await bert.playSomeMove()
      await anna.waitForMoves(2 * round + 2)
      expect(await anna.heardBoard()).toEqual(await bert.heardBoard())
    }
    expect(await anna.moveList()).toEqual(await bert.moveList())
  })

  test('the link is good for one person only, and brings that person back', async () => {
    const { anna, bert, link } = await seat()
    const late = await evening.visitor(atOnce)
    await late.page.goto(link)
    await late.sees('join-gone')
    await bert.page.goto('about:blank')
    await anna.seesText('seat-1', 'away')
    await bert.page.goto(link)
    await bert.waitForTable()
    expect(bert.tableId).toBe(anna.tableId)
    await expect.poll(() => anna.text('seat-1')).not.toContain('away')
  })

  test('a move is taken back if the other one agrees', async () => {
    const { anna, bert } = await seat()
    await anna.playSomeMove()
    await bert.waitForMoves(1)
    const before = await anna.heardBoard()
    await bert.playSomeMove()
    await anna.waitForMoves(2)

    await bert.press('take-back')
    await bert.sees('offer-waiting')
    await anna.seesText('offer', 'Bert would like to take back')
    await anna.press('offer-decline')
    await bert.seesText('status', 'Anna declines')
    await bert.seesNo('offer-waiting')
    expect((await bert.table()).moves).toHaveLength(2)

    await bert.press('take-back')
    await anna.press('offer-accept')
    for (const somebody of [anna, bert]) {
      await somebody.waitForMoves(1)
      expect(await somebody.heardBoard()).toEqual(before)
    }
    await bert.waitForTurn(1)
    await bert.playSomeMove()
    await anna.waitForMoves(2)
  })

  test('a draw is offered, declined, offered again and agreed', async () => {
    const { anna, bert } = await seat()
    await anna.playSomeMove()
    await bert.waitForMoves(1)
    await anna.press('offer-draw')
    await anna.sees('offer-waiting')
    await bert.seesText('offer', 'Anna offers a draw')
    await bert.press('offer-decline')
    await anna.seesText('status', 'Bert declines')
    expect((await anna.table()).result).toBeNull()

    await bert.press('offer-draw')
    await anna.press('offer-accept')
    for (const somebody of [anna, bert]) await somebody.seesText('result', /A draw\s+by agreement/)
  })

  test('who resigns loses; in the rematch the other one begins', async () => {
    const { anna, bert } = await seat()
    await anna.playSomeMove()
    await bert.waitForMoves(1)
    await anna.press('resign')
    await anna.press('resign-no')
    await anna.seesNo('resign-question')
    expect((await anna.table()).result).toBeNull()
    await anna.press('resign')
    await anna.press('resign-yes')
    await bert.seesText('result', /You win!\s+by resignation/)
    await anna.seesText('result', 'Bert wins')
    expect(await anna.at('result').getAttribute('data-result')).toBe('0-1')

    const old = anna.tableId
    await anna.press('rematch')
    await bert.seesText('offer', 'Anna would like to play again')
    await bert.press('offer-accept')
    for (const somebody of [anna, bert]) {
      await expect.poll(() => somebody.tableId).not.toBe(old)
      await somebody.waitForTable()
    }
    expect(anna.tableId).toBe(bert.tableId)
    expect((await anna.table()).seats.map(({ name }) => name)).toEqual(['Bert', 'Anna'])
    await bert.playSomeMove()
    await anna.waitForMoves(1)
    await anna.playSomeMove()
    await bert.waitForMoves(2)
  })
})

test('two at one screen, a friend by link and a computer play to a result that everybody sees', async () => {
  const rows = Array.from({ length: 20 }, () => '.'.repeat(20))
  rows[5] = '....33333...........'
  rows[14] = '.....2..1..4........'
  const { id, token, invites } = await evening.api.create({
    game: 'connect6:20,players=4',
    start: `${rows.join('/')}:P4`,
    seats: [{ kind: 'human', name: 'Anna' }, { kind: 'human', name: 'Bert' }, { kind: 'invite' }, { kind: 'computer', player: 'random' }],
  })
  const anna = await evening.visitor({ ...atOnce, tokens: { [id]: token } })
  await anna.watch(id)
  await anna.seesText('status', 'Waiting for your friend')
  expect((await anna.table()).moves).toEqual([])
  const dirk = await evening.visitor(atOnce)
  await dirk.watch(id)

  const carla = await join(`${evening.server.origin}/${addressOf.join(id, invites[0].invite)}`, 'Carla')
  await anna.waitForMoves(1)
  for (const [seat, name] of ['Anna', 'Bert'].entries()) {
    await anna.seesText('status', `${name} to move`)
    await carla.clickCell((await carla.table()).board, 399)
    expect((await carla.table()).moves, 'a friend plays only her own stones').toHaveLength(seat + 1)
    await anna.playSomeMove()
    await carla.waitForMoves(seat + 2)
  }
  await carla.seesText('status', 'Your move')
  const { position, moves } = await carla.table()
  expect(moves.map(({ player }) => player)).toEqual([3, 0, 1])
  // Whichever end of her row the others have left open, and anything else.
  const end = [103, 109].find((cell) => position.picks.includes(cell))!
  await carla.play([end, position.picks.find((cell) => cell !== end)!])

  await carla.seesText('result', /You win!\s+with six in a row/)
  for (const somebody of [anna, dirk]) await somebody.seesText('result', /Carla wins\s+with six in a row/)
  for (const somebody of [anna, carla, dirk]) {
    expect(await somebody.at('result').getAttribute('data-result')).toBe('0-0-1-0')
    expect(await somebody.board.locator('[data-line]').count()).toBe(1)
  }
})

describe('somebody who watches', () => {
  test('sees every move live and can do nothing', async () => {
    const { anna, bert } = await seat()
    const carla = await evening.visitor(atOnce)
    await carla.start()
    await carla.scrollAndPress(carla.page.locator(`[data-test="live"] [data-test="tile-${anna.tableId}"] a`))
    await carla.waitForTable()
    await anna.seesText('status', '1 watcher')
    expect(await carla.board.getAttribute('aria-readonly')).toBe('true')
    for (const control of ['take-back', 'hint-ask', 'try', 'resign', 'offer-draw', 'confirm-moves']) {
      expect(await carla.at(control).count(), control).toBe(0)
    }
    const { board, position } = await carla.table()
    await carla.clickCell(board, position.picks[0])
    await carla.page.keyboard.press('u')

    await anna.playSomeMove()
    await carla.waitForMoves(1)
    await bert.waitForMoves(1)
    await bert.playSomeMove()
    await carla.waitForMoves(2)
    expect(await carla.heardBoard()).toEqual(await anna.heardBoard())
    expect(await carla.moveList()).toEqual(await bert.moveList())

    await bert.press('take-back')
    await anna.sees('offer')
    expect(await carla.at('offer').count()).toBe(0)
    await anna.press('offer-accept')
    await carla.waitForMoves(1)
    await bert.press('resign')
    await bert.press('resign-yes')
    await carla.seesText('result', 'Anna wins')
    expect(await carla.at('rematch').count()).toBe(0)
  })
})
