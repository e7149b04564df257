// Players who are not there or cannot go on.
import { describe, expect, test } from 'vitest'
import { atOnce, spendEvening } from './helpers/evening'

const evening = spendEvening()
/** Nobody listens there. */
const nowhere = '127.0.0.1:1'

describe('somebody who does not play', () => {
  test('a remote server that is not there can be tried again, then a computer plays on', async () => {
    const anna = await evening.seated({
      game: 'kaskade:4x4',
      seats: [{ kind: 'human', name: 'Anna' }, { kind: 'remote', server: nowhere }],
    })
    await anna.playSomeMove()
    await anna.seesText('trouble', 'Kaskade server cannot go on')
    await anna.seesText('trouble', 'Nobody takes the connection')
    await anna.press('language')
    await anna.seesText('trouble', 'Unter der Adresse des Servers nimmt niemand die Verbindung an.')
    await anna.press('language')
    const { number } = await anna.table()
    await anna.press('trouble-again')
    // It was asked once more, in vain: replaced by itself, and in trouble again.
    await expect.poll(async () => (await anna.table()).number).toBe(number + 2)
    await anna.sees('trouble')
    await anna.press('trouble-replace')
    await anna.waitForMoves(2)
    await anna.seesNo('trouble')
    await anna.seesText('seat-1', 'Computer')
  })

  test('a computer plays instead of a friend who never comes, whose link is good no more', async () => {
    const anna = await evening.visitor(atOnce)
    await anna.start()
    await anna.openNewGame('othello')
    await anna.press('preset-6x6')
    await anna.chooseSeat(1, 'link')
    await anna.startGame()
    const link = await anna.at('invite-1-text').inputValue()
    await anna.sees('invite-only-here')
    await anna.press('invite-1-replace')
    await anna.seesNo('invites')
    await anna.playSomeMove()
    await anna.waitForMoves(2)

    const late = await evening.visitor(atOnce)
    await late.page.goto(link)
    await late.sees('join-gone')
  })

  test('who resigns among three leaves the seat to a computer, and watches', async () => {
    const anna = await evening.seated({
      game: 'connect6:20,players=3',
      seats: [{ kind: 'human', name: 'Anna' }, { kind: 'computer', player: 'random' }, { kind: 'computer', player: 'random' }],
    })
    await anna.playSomeMove()
    await anna.waitForMoves(3)
    await anna.press('resign')
    await anna.seesText('resign-question', 'the computer takes over the seat')
    await anna.press('resign-yes')
    await anna.seesText('seat-0', 'Computer')
    await anna.seesNo('resign')
    expect((await anna.table()).result).toBeNull()
  })
})

describe('an invitation', () => {
  test('is not taken for used up when the server cannot be reached, and taken by trying again', async () => {
    const { id, invites } = await evening.api.create({
      game: 'othello:6x6',
      seats: [{ kind: 'human', name: 'Anna' }, { kind: 'invite' }],
    })
    const bert = await evening.visitor(atOnce)
    await bert.page.goto(`${evening.server.origin}/#/join/${id}/${invites[0].invite}`)
    await bert.sees('join')
    evening.tolerate(/\/join$/)
    // The server carries it out, but the answer is lost.
    await bert.page.route('**/join', async (route) => {
      await route.fetch()
      await route.abort()
    }, { times: 1 })
    await bert.press('join-take')
    await bert.sees('join-problem')
    await bert.press('join-take')
    await bert.waitForTable()
    expect((await bert.table()).seats[1].name).not.toBe('')
  })
})

describe('a program’s wish for a table', () => {
  test('connects to another server only after a person has said so', async () => {
    const anna = await evening.visitor({ ...atOnce, hasKey: true })
    const wish = { game: 'kaskade:4x4', seats: [{ kind: 'human' }, { kind: 'remote', server: nowhere }] }
    const before = (await evening.api.tables('live')).length
    await anna.page.goto(`${evening.server.origin}/#/create/${encodeURIComponent(JSON.stringify(wish))}`)
    await anna.seesText('create-question', nowhere)
    expect((await evening.api.tables('live')).length).toBe(before)
    await anna.press('create-yes')
    await anna.waitForTable()
  })
})
