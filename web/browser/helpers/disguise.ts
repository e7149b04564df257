// A game of the server in disguise: the page gets it under a name it has never heard, with a plain look, on any board.
import type { Page } from 'playwright-core'
import type { BoardInfo, Look } from '../../src/types'

export interface Disguise {
  /** What the server calls it, and what the page hears. */
  real: string
  realTitle: string
  name: string
  title: string
  board: Partial<BoardInfo> & { look: Look }
}

/** The same JSON with names, titles and boards exchanged. */
export function disguised<T>(value: T, disguise: Disguise): T {
  const { real, realTitle, name, title, board } = disguise
  const change = (inner: unknown, key = ''): unknown => {
    if (typeof inner === 'string') {
      const isGame = key === 'game' || key === 'name'
      if (inner === realTitle) return title
      return isGame ? inner.replace(new RegExp(`^${real}(?=:|$)`), name) : inner
    }
    if (Array.isArray(inner)) return inner.map((each) => change(each))
    if (inner === null || typeof inner !== 'object') return inner
    // Games, tables and replays have titles; those of other games stay as they are.
    const { game, name: called } = inner as { game?: string; name?: string }
    if ('title' in inner && 'board' in inner && (game ?? called ?? '').split(':')[0] !== real) return inner
    const copy = Object.fromEntries(Object.entries(inner).map(([each, of]) => [each, change(of, each)]))
    return 'look' in inner && 'shape' in inner && (inner as BoardInfo).game === real ? { ...copy, ...board } : copy
  }
  return change(value) as T
}

export async function wear(page: Page, disguise: Disguise): Promise<void> {
  const uncovered = (text: string): string => text.replaceAll(`"${disguise.name}:`, `"${disguise.real}:`).replaceAll(`"${disguise.name}"`, `"${disguise.real}"`)
  const covered = (text: string): string => JSON.stringify(disguised(JSON.parse(text), disguise))
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    const answer = await route.fetch({ postData: request.postData() === null ? undefined : uncovered(request.postData()!) })
    const isJson = (answer.headers()['content-type'] ?? '').includes('json')
    await route.fulfill({ response: answer, body: isJson ? covered(await answer.text()) : await answer.text() })
  })
  await page.routeWebSocket('**/live', (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => server.send(message))
    server.onMessage((message) => socket.send(covered(String(message))))
  })
}
