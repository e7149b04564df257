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

export interface Rolling {
  /** Milliseconds between frames, from the first rolling ball to the last. */
  gaps: number[]
  /** How many waves of rolling balls were drawn. */
  waves: number
}

/** Measures the frames while balls roll, and counts the waves that are drawn; the answer tells them and stops. */
export async function watchRolling(grid: Locator): Promise<() => Promise<Rolling>> {
  await grid.evaluate((root) => {
    const frames: number[] = []
    const changes: number[] = []
    let waves = 0
    let isWatching = true
    const frame = (): void => {
      frames.push(performance.now())
      if (isWatching) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    const isRoll = (node: Node): boolean =>
      node instanceof Element && (node.closest('[data-roll]') ?? node.querySelector('[data-roll]')) !== null
    const observer = new MutationObserver((mutations) => {
      const isMoved = mutations.some(({ type, target, addedNodes, removedNodes }) =>
        (type === 'attributes' ? [target] : [...addedNodes, ...removedNodes]).some(isRoll))
      if (!isMoved) return
      changes.push(performance.now())
      if (root.querySelector('[data-roll] *')) ++waves
    })
    observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['d'] })
    Object.assign(globalThis, {
      stopRolling: () => {
        isWatching = false
        observer.disconnect()
        const [first, last] = [changes[0] ?? Infinity, changes[changes.length - 1] ?? 0]
        const gaps = frames.slice(1).flatMap((at, index) => (frames[index] >= first && at <= last ? [at - frames[index]] : []))
        return { gaps, waves }
      },
    })
  })
  return () => grid.evaluate(() => (globalThis as unknown as { stopRolling: () => Rolling }).stopRolling())
}

/** From the next navigation on: when a board with pieces was first on the screen, in milliseconds after it began. */
export async function watchFirstBoard(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const drawn = new Promise<number>((done) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('[role=grid] [data-body] *')) return
        observer.disconnect()
        // The first callback comes before the frame is drawn, the second after it.
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))
      })
      observer.observe(document, { subtree: true, childList: true })
    })
    Object.assign(globalThis, { firstBoard: drawn })
  })
  return () => page.evaluate(() => (globalThis as unknown as { firstBoard: Promise<number> }).firstBoard)
}
