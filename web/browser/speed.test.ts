// How fast the page is there, how much it weighs, and that even the largest cascade never freezes it.
import { describe, expect, test } from 'vitest'
import { drawnBalls } from './helpers/boards'
import { nearlyFull, ordinaryCascade } from './helpers/cascades'
import { atOnce, spendEvening } from './helpers/evening'
import { watchFirstBoard, watchFrames, watchRolling } from './helpers/motion'
import { shownGames } from './helpers/shown_games'

const evening = spendEvening()

/** Other programs may keep a machine busy for a moment, so the best of some tries counts. */
async function bestOf(tries: number, goal: number, measure: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < tries && best > goal; ++attempt) best = Math.min(best, await measure())
  return best
}

/** For docs/performance.md: `FIGURES=1 npx vitest run --config vitest.browser.config.ts --mode alone`. */
function tell(figure: string): void {
  if (process.env.FIGURES) console.info(figure)
}

/** The gap that this part of all gaps does not exceed. */
function partOf(gaps: number[], part: number): number {
  return [...gaps].sort((left, right) => left - right)[Math.ceil(gaps.length * part) - 1]
}

describe('the page', () => {
  test('shows a table with all its pieces within a second', async () => {
    const { id, token } = await evening.api.create(shownGames.kaskade)
    const best = await bestOf(5, 1000, async () => {
      const anna = await evening.visitor({ ...atOnce, tokens: { [id]: token } })
      const drawn = await watchFirstBoard(anna.page)
      await anna.watch(id)
      const waited = await drawn()
      expect(await drawnBalls(anna.board)).toEqual((await anna.table()).position.pieces)
      await anna.context.close()
      return waited
    })
    tell(`a table is drawn after ${best.toFixed(0)} ms`)
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
    tell(`the page weighs ${total} bytes`)
    expect([...weights.keys()].some((address) => address.endsWith('.js'))).toBe(true)
    expect([...weights.keys()].some((address) => address.endsWith('.css'))).toBe(true)
    expect(total).toBeGreaterThan(20_000)
    expect(total, JSON.stringify([...weights])).toBeLessThan(300_000)
  })
})

describe('a cascade over a board of 20 by 20', () => {
  test.each([
    ['long', 5],
    ['very long', 8],
  ])('that is %s never freezes the page, ends in time, and leaves the board as the server has it', async (_, room) => {
    const wish = nearlyFull(room)
    const { steps, after } = await evening.api.position({ game: wish.game, position: wish.start, move: wish.move })
    // The server sends no more of it than this: 60,880 and 129,455 steps would be the whole.
    expect(steps!.length).toBeGreaterThan(4_000)
    expect(steps!.length).toBeLessThan(6_000)
    let lasted = Number.POSITIVE_INFINITY
    const gap = await bestOf(4, 500, async () => {
      const anna = await evening.seated(wish, { settings: { speed: 1 } })
      const { board } = await anna.table()
      const frames = await watchFrames(anna.page)
      const begun = Date.now()
      await anna.clickCell(board, wish.cell)
      await anna.waitForMoves(1)
      await anna.sees('result')
      lasted = Math.min(lasted, Date.now() - begun)
      const gaps = await frames()
      expect(await drawnBalls(anna.board)).toEqual(after!.pieces)
      await anna.context.close()
      return Math.max(...gaps)
    })
    tell(`a cascade of ${steps!.length} steps that are sent: longest frame ${gap.toFixed(0)} ms`)
    expect(gap).toBeLessThan(500)
    // A show lasts 6 s at most; the rest is for a busy machine.
    expect(lasted).toBeLessThan(10_000)
  }, 180_000)

  test('that is as long as in an ordinary game runs evenly, or leaves waves out to do so', async () => {
    const wish = ordinaryCascade()
    const { steps, after } = await evening.api.position({ game: wish.game, position: wish.start, move: wish.move })
    const waves = new Set(steps!.filter(([, kind]) => kind === 'roll').map(([wave]) => wave)).size
    // There is time to show each of so many.
    expect(waves).toBeGreaterThan(50)
    expect(waves).toBeLessThan(65)
    let measured = { median: Number.POSITIVE_INFINITY, late: Number.POSITIVE_INFINITY, maxMedian: 0 }
    for (let attempt = 0; attempt < 4 && (measured.median > measured.maxMedian || measured.late > 100); ++attempt) {
      const anna = await evening.seated(wish, { settings: { speed: 1 } })
      const { board } = await anna.table()
      const rolling = await watchRolling(anna.board)
      await anna.clickCell(board, wish.cell)
      await anna.waitForMoves(1)
      // Asking seldom, because asking takes time from the frames.
      await expect.poll(() => drawnBalls(anna.board), { interval: 500 }).toEqual(after!.pieces)
      const { gaps, waves: shown } = await rolling()
      await anna.context.close()
      expect(shown, 'waves that were seen').toBeGreaterThan(3)
      // Where everything is drawn without a graphics card, fewer waves may be shown at a slower rate.
      tell(`${steps!.length} steps in ${waves} waves, of which ${shown} were drawn: frames every ${partOf(gaps, 0.5).toFixed(1)} ms, 95 % within ${partOf(gaps, 0.95).toFixed(0)} ms`)
      measured = { median: partOf(gaps, 0.5), late: partOf(gaps, 0.95), maxMedian: shown < waves ? 40 : 20 }
    }
    expect(measured.median, 'median between frames').toBeLessThanOrEqual(measured.maxMedian)
    expect(measured.late, 'all but the slowest twentieth').toBeLessThanOrEqual(100)
  }, 180_000)
})
