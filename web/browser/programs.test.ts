// Programs that lead to the page or play through the API: the bot of the documents as it stands
// there, and addresses that make a table.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { spendEvening } from './helpers/evening'

const evening = spendEvening()
const documents = resolve(fileURLToPath(import.meta.url), '../../../docs')

test('the bot of docs/api.md plays every game', async () => {
  const text = await readFile(resolve(documents, 'api.md'), 'utf8')
  const bot = /```js\n([^]*?)```/.exec(text)?.[1] ?? ''
  expect(bot).toContain('function playOneGame')
  const anna = await evening.visitor()
  await anna.start()
  // TowerWars knows no draw: at random it can take very long.
  for (const game of ['kaskade', 'othello', 'tictactoe', 'connect6']) {
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
