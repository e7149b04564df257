// Programs that lead to the page or play through the API: the bot of the documents as it stands
// there, addresses that make a table, and games' own programs that open such an address.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { spendEvening } from './helpers/evening'
import { Server } from './helpers/server'

const evening = spendEvening()
const documents = resolve(fileURLToPath(import.meta.url), '../../../docs')

test('the bot of docs/api.md plays every game', async () => {
  const text = await readFile(resolve(documents, 'api.md'), 'utf8')
  const bot = /```js\n([^]*?)```/.exec(text)?.[1] ?? ''
  expect(bot).toContain('function playOneGame')
  const anna = await evening.visitor()
  await anna.start()
  for (const game of ['kaskade', 'othello', 'tictactoe', 'connect6', 'towerwars']) {
    const played = (await anna.page.evaluate(`(async () => {
      ${bot}
      return playOneGame(location.origin, '${game}')
    })()`)) as { id: string; moves: number; result: string }
    expect(played.moves).toBeGreaterThan(4)
    expect(played.result).toMatch(/^(1-0|0-1|1\/2-1\/2)$/)
  }
})

test('an address with a wish makes that table', async () => {
  const anna = await evening.visitor()
  const wish = {
    game: 'kaskade:5x4',
    start: `${'1a1b'.padEnd(40, '0n')}:A`,
    seats: [{ kind: 'human' }, { kind: 'computer', player: 'level:1' }],
  }
  await anna.go(`#/create/${encodeURIComponent(JSON.stringify(wish))}`)
  await anna.waitForTable()
  const table = await anna.table()
  expect(table.game).toBe('kaskade:5x4')
  expect(table.position.pieces).toEqual([[0, 'ball', 0, 1], [1, 'ball', 1, 1]])
  expect(await anna.isMyTurn(0)).toBe(true)
})

test('a wish that cannot be granted is explained', async () => {
  const anna = await evening.visitor()
  evening.tolerate(/status of 400/)
  const wish = { game: 'kaskade:50x4', seats: [{ kind: 'human' }, { kind: 'human' }] }
  await anna.go(`#/create/${encodeURIComponent(JSON.stringify(wish))}`)
  await anna.seesText('create-problem', /columns 3\.\.20/)
})

describe('a program with --graphic', () => {
  const started = spendEvening(() => Server.graphic(['towerwars', '--graphic', '-size', '6', '-blue', 'adv2']))

  test('serves the page and opens the table it was asked for', async () => {
    const address = await started.server.openedAddress()
    expect(address).toMatch(new RegExp(`^${started.server.origin}/#/key/[0-9a-f]{32}/create/`))
    const anna = await started.visitor()
    await anna.page.goto(address)
    await anna.waitForTable()
    const table = await anna.table()
    expect(table.game).toBe('towerwars:6')
    expect(table.seats).toMatchObject([{ kind: 'human' }, { kind: 'computer', player: 'adv2' }])
    expect(await anna.board.getAttribute('aria-rowcount')).toBe('6')
    await anna.playSomeMove()
    await anna.waitForMoves(2)
  })

  test('uses the server that runs already', async () => {
    const command = ['kaskade', '--graphic', '--x', '4', '--y', '3', '--b', 'level:1', '--setup', `${'1a1b'.padEnd(24, '0n')}`, '--begin', 'b']
    const said = await started.server.runBeside(command)
    const address = await started.server.openedAddress()
    const shown = address.replace(/key\/[0-9a-f]{32}\//, '')
    const own = address.replace(/key\/[0-9a-f]{32}/, `key/${await started.server.key()}`)
    expect(said).toBe(`Spielwerk is running already, at ${shown}\nYour own address, which may end it and change its settings: ${own}\n`)
    expect(shown.startsWith(`${started.server.origin}/#/create/`)).toBe(true)
    const anna = await started.visitor()
    await anna.page.goto(address)
    await anna.waitForTable()
    const table = await anna.table()
    expect(table.game).toBe('kaskade:4x3')
    expect(table.start).toBe(`${'1a1b'.padEnd(24, '0n')}:B`)
    expect(table.seats).toMatchObject([{ kind: 'human' }, { kind: 'computer', player: 'level:1' }])
    // The computer begins here.
    await anna.waitForMoves(1)
    await anna.waitForTurn(0)
    await anna.playSomeMove()
  })
})
