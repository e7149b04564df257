// Two people with a browser each: nobody is put out while being there, and nobody gets hints unless both have agreed.
import { describe, expect, test } from 'vitest'
import { addressOf } from '../src/logic/route'
import type { TableWish } from '../src/logic/api'
import { atOnce, spendEvening, type Visit } from './helpers/evening'
import { Server } from './helpers/server'
import type { Visitor } from './helpers/visitor'

const phone: Visit = { ...atOnce, viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }
const patience = 3_000
const evening = spendEvening(() => Server.start(undefined, ['--max-absence', `${patience}ms`]))
const othello: TableWish = { game: 'othello:6x6', seats: [{ kind: 'human', name: 'Anna' }, { kind: 'invite' }] }

async function seat(wish: TableWish, visit: Visit = atOnce): Promise<{ anna: Visitor; bert: Visitor; id: string }> {
  const { id, token, invites } = await evening.api.create(wish)
  const bert = await evening.visitor(visit)
  await bert.go(addressOf.join(id, invites[0].invite))
  await bert.at('join-name').fill('Bert')
  await bert.press('join-take')
  await bert.waitForTable()
  const anna = await evening.visitor({ ...visit, tokens: { [id]: token } })
  await anna.watch(id)
  return { anna, bert, id }
}

/** How many evaluations this browser has asked for. */
const questions = ({ troubles }: Visitor): number => troubles.requests.filter((address) => address.endsWith('/api/evaluate')).length

/** What the server says to a question of the page's own kind. */
function evaluate(visitor: Visitor, question: object): Promise<number> {
  return visitor.page.evaluate(async (body) => {
    const held = JSON.parse(localStorage.getItem('spielwerk.tables') ?? '{}')
    const answer = await fetch('/api/evaluate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: held[(body as { table: string }).table]?.token, ...body }),
    })
    return answer.status
  }, question)
}

for (const [where, visit] of [['at a desk', atOnce], ['on phones', phone]] as const) {
  describe(`hints between people ${where}`, () => {
    test('are off, agreed on by both, and ended by one', async () => {
      const shown: Visit = { ...visit, settings: { ...visit.settings, showsEvaluation: true } }
      const { anna, bert, id } = await seat(othello, shown)
      const question = { game: othello.game, time: '10ms', table: id }
      for (const somebody of [anna, bert]) {
        await somebody.seesText('no-help', 'Off between people until all agree')
        expect(await somebody.at('show-evaluation').count()).toBe(0)
      }
      expect(questions(anna) + questions(bert)).toBe(0)
      evening.tolerate(/403.*\/api\/evaluate/)
      expect([await evaluate(anna, question), await evaluate(bert, question)]).toEqual([403, 403])

      // Whoever misses the hint learns why there is none, and how to get it.
      await anna.press('hint-ask')
      await anna.seesText('help-question', 'Hints and evaluation are off between people')
      await anna.seesOnScreen('help-question-ask')
      await anna.press('help-question-back')
      await anna.seesNo('help-question')
      await anna.press('hint-ask')
      await anna.press('help-question-ask')
      await anna.sees('offer-waiting')
      await bert.seesText('offer', 'Anna would like to allow hints and evaluation for everybody')
      await bert.press('offer-decline')
      await anna.seesText('status', 'Bert declines')
      await anna.sees('no-help')

      // The one who is not to move asks as well.
      await bert.scrollAndPress('help-ask')
      await anna.press('offer-accept')
      await bert.seesText('status', 'Hints and evaluation are allowed now')
      for (const somebody of [anna, bert]) {
        await somebody.sees('agreed-help')
        await somebody.sees('evaluation')
      }
      expect(await evaluate(bert, question)).toBe(200)
      await anna.press('hint-ask')
      await anna.press('hint-play')
      await bert.waitForMoves(1)

      await anna.scrollAndPress('help-end')
      await bert.seesText('status', 'Hints and evaluation are off from now on')
      for (const somebody of [anna, bert]) {
        await somebody.sees('no-help')
        expect(await somebody.at('evaluation').count()).toBe(0)
      }
      expect(await evaluate(bert, question)).toBe(403)
      await bert.press('resign')
      await bert.press('resign-yes')
      for (const somebody of [anna, bert]) await somebody.sees('show-evaluation')
    })
  })
}

describe('hints', () => {
  test('are offered with the invitation, seen before the seat is taken, and go on in the rematch', async () => {
    const anna = await evening.visitor(atOnce)
    await anna.start()
    await anna.openNewGame('othello')
    expect(await anna.at('allow-help').count(), 'nobody else plays').toBe(0)
    await anna.chooseSeat(1, 'link')
    await anna.scrollAndPress('allow-help')
    await anna.startGame()
    const bert = await evening.visitor({ ...atOnce, locale: 'de-DE' })
    await bert.page.goto(await anna.at('invite-1-text').inputValue())
    await bert.seesText('join-help', 'In dieser Partie sind Tipps und Bewertung vom Computer für alle erlaubt.')
    await bert.press('join-take')
    await bert.waitForTable()
    await bert.sees('agreed-help')
    await anna.press('hint-ask')
    await anna.sees('hint')
    await anna.press('resign')
    await anna.press('resign-yes')
    const old = bert.tableId
    await bert.press('rematch')
    await anna.press('offer-accept')
    await expect.poll(() => bert.tableId).not.toBe(old)
    await bert.sees('agreed-help')
  })

  test('are kept from those who watch people play for time, until the end, in the replay too', async () => {
    const { anna, bert, id } = await seat({ ...othello, clock: { time: '100s', increment: '0s' } })
    const shown: Visit = { settings: { ...atOnce.settings, showsEvaluation: true } }
    const carla = await evening.visitor(shown)
    await carla.watch(id)
    await carla.seesText('no-help', 'Off while people play for time')
    expect(await carla.at('help-ask').count()).toBe(0)
    await anna.playSomeMove()
    await carla.waitForMoves(1)
    for (const somebody of [bert, carla]) {
      await somebody.go(addressOf.replay(id))
      await somebody.seesText('no-help', 'off in this game until it is over')
      for (const control of ['analyse', 'best', 'show-evaluation', 'play-on']) expect(await somebody.at(control).count(), control).toBe(0)
    }
    expect(questions(carla) + questions(bert)).toBe(0)
    await anna.press('resign')
    await anna.press('resign-yes')
    await carla.go()
    await carla.go(addressOf.replay(id))
    await carla.sees('analyse')
    await carla.sees('evaluation')
  })

  test('are there for those who watch a game without clocks', async () => {
    const { id } = await seat(othello)
    const carla = await evening.visitor({ settings: { ...atOnce.settings, showsEvaluation: true } })
    await carla.watch(id)
    await carla.seesText('evaluation', /Even|ahead|wins/)
  })
})

describe('a host', () => {
  test('cannot put a friend out who is there, and lets a computer play on once the friend has gone', async () => {
    const { anna, bert, id } = await seat({
      game: 'connect6:20,players=3',
      seats: [{ kind: 'human', name: 'Anna' }, { kind: 'invite' }, { kind: 'computer', player: 'random' }],
    })
    await anna.playSomeMove()
    // The page offers nothing of the kind, and the server refuses it.
    expect(await anna.at('away-replace').count()).toBe(0)
    const refused = await anna.page.evaluate(([table]) => new Promise<string>((done) => {
      const { token } = JSON.parse(localStorage.getItem('spielwerk.tables')!)[table]
      const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/live`)
      socket.onopen = () => {
        socket.send(JSON.stringify({ type: 'hello', token }))
        socket.send(JSON.stringify({ type: 'replace', id: 1, seat: 1, with: { kind: 'computer', player: 'random' } }))
      }
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(String(data))
        if (message.id !== 1) return
        socket.close()
        done(message.code ?? message.type)
      }
    }), [id])
    expect(refused).toBe('opponent_present')

    // A page that is loaded again is no absence.
    await bert.page.reload()
    await bert.waitForTable()
    expect((await anna.table()).seats[1].kind).toBe('invite')
    await bert.context.close()
    await anna.seesText('seat-1', 'away')
    await anna.seesText('away', 'Bert is not there')
    await anna.press('away-replace')
    await anna.seesNo('away')
    // The computers of both seats answer.
    await anna.waitForMoves(3)
  })
})
