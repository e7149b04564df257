// How fast the page is there, how much it weighs, and that even the largest cascade never freezes it.
import { describe, expect, test } from 'vitest'
import type { TableWish } from '../src/logic/api'
import { drawnBalls } from './helpers/boards'
import { atOnce, spendEvening } from './helpers/evening'
import { watchFrames } from './helpers/motion'

const evening = spendEvening()

/** Other programs may keep a machine busy for a moment, so the best of some tries counts. */
async function bestOf(tries: number, goal: number, measure: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < tries && best > goal; ++attempt) best = Math.min(best, await measure())
  return best
}

describe('the page', () => {
  test('shows a table within a second', async () => {
    const seats = [{ kind: 'human' as const }, { kind: 'human' as const }]
    const { id, token } = await evening.api.create({ game: 'kaskade:10x10', seats })
    const best = await bestOf(5, 1000, async () => {
      const anna = await evening.visitor({ ...atOnce, tokens: { [id]: token } })
      await anna.watch(id)
      await anna.board.waitFor()
      const painted = await anna.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity)
      await anna.context.close()
      return painted
    })
    expect(best).toBeLessThan(1000)
  })

  test('weighs less than 300 KB, everything together', async () => {
    const anna = await evening.visitor()
    const devtools = await anna.context.newCDPSession(anna.page)
    await devtools.send('Network.enable')
    const weights = new Map<string, number>()
    const addresses = new Map<string, string>()
    devtools.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, response.url))
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const address = addresses.get(requestId) ?? ''
      if (!address.includes('/api/')) weights.set(address, encodedDataLength)
    })
    await anna.start()
    await anna.press('play-kaskade')
    await anna.waitForTable()
    await anna.page.waitForLoadState('networkidle')
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
    expect([...weights.keys()].some((address) => address.endsWith('.js'))).toBe(true)
    expect([...weights.keys()].some((address) => address.endsWith('.css'))).toBe(true)
    expect(total).toBeGreaterThan(20_000)
    expect(total, JSON.stringify([...weights])).toBeLessThan(300_000)
  })
})

describe('a cascade over a board of 20 by 20', () => {
  const size = 20

  /** Every field is about to overflow but for a corner, which fills up slowly around the only enemy ball. */
  function nearlyFull(room: number): TableWish & { start: string } {
    const cells = Array.from({ length: size * size }, (_, cell) => {
      const [column, row] = [cell % size, Math.floor(cell / size)]
      const edges = [column, row].filter((value) => value === 0 || value === size - 1).length
      if (cell === size * size - 1) return '1b'
      return column >= size - room && row >= size - room ? '0n' : `${3 - edges}a`
    })
    return { game: `kaskade:${size}x${size}`, start: `${cells.join('')}:A`, seats: [{ kind: 'human' }, { kind: 'human' }] }
  }

  test.each([
    ['long', 5],
    ['very long', 8],
  ])('that is %s never freezes the page, ends in time, and leaves the board as the server has it', async (_, room) => {
    const wish = nearlyFull(room)
    const { steps, after } = await evening.api.position({ game: wish.game, position: wish.start, move: '0;0' })
    // The server sends no more of it than this: 60,880 and 129,455 steps would be the whole.
    expect(steps!.length).toBeGreaterThan(20_000)
    expect(steps!.length).toBeLessThan(22_000)
    let lasted = Number.POSITIVE_INFINITY
    const gap = await bestOf(4, 500, async () => {
      const anna = await evening.seated(wish, { settings: { speed: 1 } })
      const { board } = await anna.table()
      const frames = await watchFrames(anna.page)
      const begun = Date.now()
      await anna.clickCell(board, 0)
      await anna.waitForMoves(1)
      await anna.sees('result')
      lasted = Math.min(lasted, Date.now() - begun)
      const gaps = await frames()
      expect(await drawnBalls(anna.board)).toEqual(after!.pieces)
      await anna.context.close()
      return Math.max(...gaps)
    })
    expect(gap).toBeLessThan(500)
    // A show lasts 6 s at most; the rest is for a busy machine.
    expect(lasted).toBeLessThan(10_000)
  }, 180_000)
})
