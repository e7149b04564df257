// Names and records of other people are text and nothing else, and no window talks to other machines.
import { describe, expect, test } from 'vitest'
import { printMove } from '../src/logic/notation'
import type { ClientCommand, ServerMessage } from '../src/types'
import { atOnce, spendEvening } from './helpers/evening'
import { TelnetPlayer } from './helpers/telnet'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

const markup = '<img src=x onerror=wasRun=1>'

/** The name is there to be read, and nothing has become of it. */
async function checkIsText(visitor: Visitor, where: string): Promise<void> {
  await expect.poll(() => visitor.page.locator('body').innerText(), { message: where }).toContain(markup)
  expect(await visitor.page.locator('img').count(), where).toBe(0)
  expect(await visitor.page.evaluate(() => 'wasRun' in globalThis), where).toBe(false)
}

describe('a name with markup in it', () => {
  test('is text at tables, in invitations, lists, results, announcements and replays', async () => {
    const anna = await evening.visitor(atOnce)
    await anna.start()
    await anna.press('open-settings')
    await anna.at('settings-name').fill(markup)
    await anna.press('close')
    await anna.openNewGame('tictactoe')
    await anna.chooseSeat(1, 'link')
    await anna.startGame()
    await checkIsText(anna, 'table')

    const bert = await evening.visitor(atOnce)
    await bert.page.goto(await anna.at('invite-1-text').inputValue())
    await bert.seesText('join', 'against')
    await checkIsText(bert, 'join')
    await bert.at('join-name').fill(`${markup}2`)
    await bert.press('join-take')
    await bert.waitForTable()
    await anna.seesText('seat-1', `${markup}2`)
    await checkIsText(bert, 'seats')
    await anna.playSomeMove()
    await bert.waitForMoves(1)
    await expect.poll(() => bert.announcement()).toContain(markup)
    await bert.playSomeMove()
    await anna.waitForMoves(2)
    await bert.press('take-back')
    await anna.seesText('offer', `${markup}2`)
    await checkIsText(anna, 'offer')

    const carla = await evening.visitor(atOnce)
    await carla.start()
    await carla.seesText('live', markup)
    await checkIsText(carla, 'live tables')
    await bert.press('resign')
    await bert.press('resign-yes')
    await bert.sees('result')
    await checkIsText(bert, 'result')
    await bert.press('replay')
    await bert.sees('replay-screen')
    await checkIsText(bert, 'replay')
    await carla.seesText('finished', markup)
    await checkIsText(carla, 'finished games')
  })

  test('is text in a loaded record, with its comments and its faults', async () => {
    const anna = await evening.visitor(atOnce)
    await anna.start()
    await anna.press('open-load')
    await anna.at('record-text').fill(`[Game "tictactoe"]\n[Player1 "${markup}"]\n\nB2 {a comment ${markup}} A1 ${markup} *`)
    await anna.press('record-show')
    await anna.sees('replay-screen')
    await anna.press('forward')
    await anna.page.getByText(`a comment ${markup}`).waitFor()
    await checkIsText(anna, 'record')
  })

  test('is text in the dialog of the Kaskade server', async () => {
    const { port } = await evening.api.kaskade()
    const player = await TelnetPlayer.connect(port)
    try {
      const name = markup.replaceAll('=', '')
      await player.say(`init(xDim=3;yDim=3;begin=c;user=${name})`, /board/)
      const anna = await evening.visitor()
      await anna.start()
      await anna.press('open-kaskade')
      await anna.seesText('server-connections', name)
      expect(await anna.page.locator('img').count()).toBe(0)
    } finally {
      player.leave()
    }
  })
})

describe('a window that does not keep to the rules', () => {
  /** Sends commands over a connection of its own, with the token this browser has, and tells the answers. */
  function command(visitor: Visitor, id: string, commands: ClientCommand[]): Promise<ServerMessage[]> {
    return visitor.page.evaluate(([table, wanted]) => new Promise<ServerMessage[]>((done, fail) => {
      const held = JSON.parse(localStorage.getItem('spielwerk.tables') ?? '{}') as Record<string, { token: string }>
      const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/tables/${table}/live`)
      const answers: ServerMessage[] = []
      const sendNext = (): void => {
        if (answers.length < wanted.length) return socket.send(JSON.stringify({ ...wanted[answers.length], id: answers.length }))
        socket.close()
        done(answers)
      }
      socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', token: held[table]?.token }))
      socket.onerror = () => fail(new Error('no connection'))
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(String(data)) as ServerMessage
        if (message.type === 'done' || message.type === 'refused') answers.push(message)
        if (message.type === 'done' || message.type === 'refused' || message.type === 'table') sendNext()
      }
    }), [id, commands] as const)
  }

  test('is refused with a reason, and the board stays as it is', async () => {
    const { id, token, invites } = await evening.api.create({ game: 'othello:6x6', seats: [{ kind: 'human', name: 'Anna' }, { kind: 'invite' }] })
    const { token: guest } = await evening.api.join(id, invites[0].invite, 'Bert')
    const anna = await evening.visitor({ ...atOnce, tokens: { [id]: token } })
    const bert = await evening.visitor({ ...atOnce, tokens: { [id]: guest } })
    const carla = await evening.visitor(atOnce)
    for (const somebody of [anna, bert, carla]) await somebody.watch(id)
    const { board, position, number } = await anna.table()
    const before = await anna.heardBoard()
    const legal = printMove(board, [position.picks[0]])
    const corner = printMove(board, [0])
    const move = (text: string, at = 0): ClientCommand => ({ type: 'move', move: text, at })

    const answers = [
      // Where nothing is turned, where there is no field, what is no move, and what was meant for another position.
      ...(await command(anna, id, [move(corner), move('Z99'), move('<img>'), move(legal, 3)])),
      // It is Anna's turn; her seat is neither Bert's to play nor to give up, and Carla has none.
      ...(await command(bert, id, [move(legal), { type: 'resign', seat: 0 }])),
      ...(await command(carla, id, [move(legal), { type: 'take_back', at: 0 }])),
    ]
    const codes = ['not_possible', 'expected', 'expected', 'stale', 'not_your_turn', 'not_your_seat', 'not_seated', 'not_seated']
    expect(answers).toEqual(codes.map((code) => ({ type: 'refused', id: expect.any(Number), code, reason: expect.stringMatching(/\w+ \w+/), parameters: expect.any(Object) })))
    expect(await evening.api.table(id)).toMatchObject({ number, moves: [], position: { text: position.text }, result: null })
    for (const somebody of [anna, bert, carla]) {
      await somebody.waitForMoves(0)
      expect(await somebody.heardBoard()).toEqual(before)
    }
    await anna.play([position.picks[0]])
    await bert.waitForMoves(1)
  })
})

describe('the watch over the windows', () => {
  // Every other test relies on it, so it is shown to notice what it should.
  test('notices errors, violations of the policy and requests to elsewhere', async () => {
    const anna = await evening.visitor()
    await anna.start()
    const { errors, requests } = anna.troubles
    expect(errors).toEqual([])
    expect(requests.length).toBeGreaterThan(3)
    expect(requests.every((address) => address.startsWith(`${evening.server.origin}/`))).toBe(true)

    await anna.page.evaluate(() => {
      queueMicrotask(() => {
        throw new Error('thrown on purpose')
      })
      console.error('logged on purpose')
      void fetch('http://127.0.0.1:9/').catch(() => null)
      document.body.insertAdjacentHTML('beforeend', '<p style="color: red">styled on purpose</p>')
    })
    evening.tolerate(/on purpose|Content Security Policy|^CSP|Failed to fetch|127\.0\.0\.1/)
    await expect.poll(() => errors.join('\n')).toMatch(/thrown: thrown on purpose/)
    await expect.poll(() => errors.join('\n')).toMatch(/console: logged on purpose/)
    await expect.poll(() => errors.join('\n')).toMatch(/CSP: connect-src http:\/\/127\.0\.0\.1:9/)
    await expect.poll(() => errors.join('\n')).toMatch(/CSP: style-src/)
  })

  test('sees the page’s policy forbid everything that is not its own', async () => {
    const answer = await fetch(`${evening.server.origin}/`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toBe([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '))
  })
})
