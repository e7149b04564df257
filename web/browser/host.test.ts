// Whoever runs the program: its key comes with the browser it opens, and only the key opens what strangers must not do.
import { describe, expect, test } from 'vitest'
import { atOnce, spendEvening } from './helpers/evening'
import { Server } from './helpers/server'
import type { Visitor } from './helpers/visitor'

const hasQuit = async (visitor: Visitor): Promise<boolean> => {
  await visitor.press('open-settings')
  await visitor.sees('settings')
  const count = await visitor.at('quit').count()
  await visitor.press('close')
  return count > 0
}

const seatChoices = async (visitor: Visitor): Promise<string[]> => {
  await visitor.openNewGame('kaskade')
  const choices = await visitor.at('seat-choice-1').locator('option').evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  await visitor.press('close')
  return choices
}

describe('the browser that the program opens', () => {
  const evening = spendEvening(() => Server.graphic(['kaskade', '--graphic', '--x', '3', '--y', '3']))

  test('holds the key without a question, and the ticket it came with is good for nobody else', async () => {
    const address = await evening.server.openedAddress()
    const ticket = /key\/([0-9a-f]{32})/.exec(address)?.[1] ?? ''
    const key = await evening.server.key()
    expect(ticket).not.toBe(key)
    const anna = await evening.visitor()
    await anna.page.goto(address)
    await anna.waitForTable()
    expect(anna.page.url()).not.toContain('key')
    expect(await hasQuit(anna)).toBe(true)
    await anna.page.reload()
    await anna.waitForTable()
    expect(await hasQuit(anna)).toBe(true)
    expect(await anna.page.evaluate(() => document.cookie)).toBe('')
    expect(anna.troubles.requests.filter((request) => request.includes(ticket) || request.includes(key))).toEqual([])

    const eve = await evening.visitor()
    evening.tolerate(/status of 403.*\/api\/key$/)
    await eve.page.goto(address)
    await eve.waitForTable()
    expect(await hasQuit(eve)).toBe(false)
  })
})

describe('a browser without the key', () => {
  const evening = spendEvening()

  test('is offered nothing that needs it, until it is given the address with the key', async () => {
    const eve = await evening.visitor()
    await eve.start()
    expect(await hasQuit(eve)).toBe(false)
    expect(await seatChoices(eve)).not.toContain('remote')
    await eve.press('open-kaskade')
    await eve.sees('server-state')
    expect(await eve.at('server-apply').isDisabled()).toBe(true)
    await eve.press('close')

    // As it stands in the terminal, into the same window.
    await eve.page.goto(`${evening.server.origin}/#/key/${await evening.server.key()}`)
    await expect.poll(() => hasQuit(eve)).toBe(true)
    expect(eve.page.url()).toBe(`${evening.server.origin}/#/`)
    expect(await seatChoices(eve)).toContain('remote')
    await eve.press('open-kaskade')
    await eve.sees('server-state')
    expect(await eve.at('server-apply').isDisabled()).toBe(false)
  })

  test('says so in its own language when something is refused', async () => {
    const eve = await evening.visitor({ locale: 'de-DE' })
    evening.tolerate(/status of 403.*\/api\/tables$/)
    const wish = { game: 'kaskade:4x4', seats: [{ kind: 'human' }, { kind: 'remote', server: '127.0.0.1:1' }] }
    await eve.page.goto(`${evening.server.origin}/#/create/${encodeURIComponent(JSON.stringify(wish))}`)
    await eve.press('create-yes')
    await eve.seesText('create-problem', 'Das kann nur, wer den Server gestartet hat')
  })
})

describe('the program', () => {
  const evening = spendEvening()

  test('is ended from its page at once where nobody else plays, and goes on where it was', async () => {
    const anna = await evening.seated({ game: 'othello:6x6', seats: [{ kind: 'human' }, { kind: 'human' }] }, { ...atOnce, hasKey: true })
    await anna.playSomeMove()
    await anna.press('open-settings')
    evening.tolerate(/WebSocket|Failed to load resource/)
    await anna.press('quit')
    await anna.sees('ended')
    await evening.server.hasEnded()
    await evening.server.run()
    await anna.page.reload()
    await anna.waitForTable()
    await anna.waitForMoves(1)
    // The key is still the same.
    expect(await hasQuit(anna)).toBe(true)
  })

  test('is ended only after a question where others play', async () => {
    const { id, token, invites } = await evening.api.create({ game: 'othello:6x6', seats: [{ kind: 'human', name: 'Anna' }, { kind: 'invite' }] })
    await evening.api.join(id, invites[0].invite, 'Bert')
    const anna = await evening.visitor({ ...atOnce, tokens: { [id]: token }, hasKey: true })
    await anna.watch(id)
    await anna.press('open-settings')
    await anna.press('quit')
    // The other game is that of the test before, on a screen which is not Anna's.
    await anna.seesText('quit-question', '2 games with 2 other people would be stopped.')
    expect(await anna.page.evaluate(() => document.activeElement?.getAttribute('data-test'))).toBe('quit-no')
    await anna.press('quit-no')
    await anna.seesNo('quit-question')
    expect((await evening.api.table(id)).result).toBeNull()

    await anna.press('quit')
    evening.tolerate(/WebSocket|Failed to load resource/)
    await anna.press('quit-yes')
    await anna.sees('ended')
    await evening.server.hasEnded()
    await evening.server.run()
  })
})
