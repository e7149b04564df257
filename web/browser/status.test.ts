// How the server is doing, on the page of whoever runs it.
import { describe, expect, test } from 'vitest'
import { spendEvening } from './helpers/evening'

const evening = spendEvening()

describe('the status of the server', () => {
  test('is shown to whoever holds the key and follows what happens', async () => {
    const anna = await evening.visitor({ hasKey: true })
    await anna.start()
    await anna.press('open-settings')
    await anna.press('open-status')
    await anna.seesText('status-since', /Running since .*Spielwerk \d/)
    await anna.seesText('status-storage', 'Every move is stored')
    await anna.seesText('status-tables', /games that go on\s*0/)
    await anna.seesText('status-people', /addresses\s*1/)

    const seats = [{ kind: 'human', name: 'Anna' }, { kind: 'human', name: 'Bert' }] as const
    await evening.api.create({ game: 'othello:8x8', seats: [...seats] })
    await anna.seesText('status-tables', /games that go on\s*1/)
    await fetch(`${evening.server.origin}/api/status`).then((answer) => expect(answer.status).toBe(403))
    await anna.seesText('status-refusals', /not allowed\s*1/)
    await anna.press('close')
  })

  test('is said in German too, and not offered without the key', async () => {
    const anna = await evening.visitor({ hasKey: true, locale: 'de-DE' })
    await anna.start()
    await anna.press('open-settings')
    await anna.press('open-status')
    await anna.seesText('status-storage', 'Jeder Zug wird gespeichert')
    const eve = await evening.visitor()
    await eve.start()
    await eve.press('open-settings')
    await eve.sees('settings')
    expect(await eve.at('open-status').count()).toBe(0)
  })
})
