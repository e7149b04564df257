// Watches what a board draws while a move is shown, and how evenly the browser draws.
import type { Locator, Page } from 'playwright-core'

export interface Drawn { board: string; at: number }

/** Notes every different picture of the pieces from now on; the answer tells them and stops. */
export async function watchBoard(grid: Locator): Promise<() => Promise<Drawn[]>> {
  await grid.evaluate((root) => {
    const drawn: { board: string; at: number }[] = []
    const picture = (): string =>
      [...root.querySelectorAll('[data-body]')]
        .map((body) => `${body.getAttribute('data-body')}:${body.querySelectorAll('circle.white').length}:${body.querySelectorAll('circle.black').length}`)
        .join(' ')
    let last = picture()
    const observer = new MutationObserver(() => {
      const board = picture()
      if (board === last) return
      last = board
      drawn.push({ board, at: performance.now() })
    })
    observer.observe(root, { subtree: true, childList: true, attributes: true })
    Object.assign(globalThis, { stopWatching: () => (observer.disconnect(), drawn) })
  })
  return () => grid.evaluate(() => (globalThis as unknown as { stopWatching: () => Drawn[] }).stopWatching())
}

/** Milliseconds from the first picture to the last. */
export function lastingOf(drawn: Drawn[]): number {
  return drawn.length === 0 ? 0 : drawn[drawn.length - 1].at - drawn[0].at
}

/** Measures the times between frames from now on; the answer tells them and stops. */
export async function watchFrames(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const gaps: number[] = []
    let last = performance.now()
    let isWatching = true
    const frame = (): void => {
      const now = performance.now()
      gaps.push(now - last)
      last = now
      if (isWatching) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    Object.assign(globalThis, { stopFrames: () => ((isWatching = false), gaps) })
  })
  return () => page.evaluate(() => (globalThis as unknown as { stopFrames: () => number[] }).stopFrames())
}
