// What every part of the page shares: settings, words, the address, dialogs and announcements.
import { placeOf } from '../games'
import { api, ApiError, askWith } from '../logic/api'
import { heldKey, holdKey, splitTicket } from '../logic/key'
import { placeIn, type Listed, type Loadable } from '../logic/loadable'
import { readRoute, type Route } from '../logic/route'
import { keepSettings, languageFor, readSettings, themeFor, type Settings } from '../logic/settings'
import { Refusal } from '../logic/socket'
import { browserKeeper } from '../logic/storage'
import type { GameInfo, ServerInfo } from '../types'
import { de } from '../words/de'
import { en, type Words } from '../words/en'
import { sayProblem } from '../words/sayings'

export const keeper = browserKeeper()
askWith(() => heldKey(keeper))

export type OpenDialog =
  | { kind: 'new'; game: GameInfo }
  | { kind: 'load' }
  | { kind: 'game'; name: string }
  | { kind: 'settings' }
  | { kind: 'status' }
  | { kind: 'help' }

const darkness = matchMedia('(prefers-color-scheme: dark)')
/** Where the side column goes below the board; the screens' style sheets say the same. */
const narrowness = matchMedia('(max-width: 760px), (max-width: 1000px) and (orientation: portrait)')
/** A phone that lies on its side. */
const lowness = matchMedia('(max-height: 500px)')
const coarseness = matchMedia('(pointer: coarse)')
const stillness = matchMedia('(prefers-reduced-motion: reduce)')

const isLoopback = ['localhost', '[::1]'].includes(location.hostname) || location.hostname.startsWith('127.')

/** The ticket in the address, which is taken out of it: nobody shall read it there or send it on. */
function takeTicket(): string | null {
  const { ticket, rest } = splitTicket(location.hash)
  if (ticket !== null) history.replaceState(null, '', rest)
  return ticket
}

class Page {
  private ticket = takeTicket()
  settings = $state<Settings>(readSettings(keeper))
  route = $state.raw<Route>(readRoute(location.hash))
  dialog = $state.raw<OpenDialog | null>(null)
  games = $state.raw<GameInfo[]>([])
  server = $state.raw<ServerInfo | null>(null)
  isServerGone = $state(false)
  /** Whether somebody has gone to another screen since the page was opened. */
  hasMovedOn = false
  /** The program has been ended from here. */
  hasEnded = $state(false)
  /** The game at the table or in the replay, whose rules help explains. */
  currentGame = $state<string | null>(null)
  /** The record that was loaded here, and all games of the text it was chosen from. */
  record = $state.raw<Loadable | null>(sessionRecord())
  collection = $state.raw<Listed[]>([])
  announcement = $state.raw({ text: '', number: 0 })
  systemIsDark = $state(darkness.matches)
  isNarrow = $state(narrowness.matches)
  isLow = $state(lowness.matches)
  isStill = $state(stillness.matches)
  isTouched = $state(coarseness.matches)

  language = $derived(languageFor(this.settings, navigator.languages ?? [navigator.language]))
  /** How dates are written. */
  locale = $derived(this.language === 'en' ? 'en-GB' : 'de')
  words: Words = $derived(this.language === 'de' ? de : en)
  theme = $derived(themeFor(this.settings, this.systemIsDark))

  change(change: Partial<Settings>): void {
    Object.assign(this.settings, change)
    keepSettings(keeper, $state.snapshot(this.settings))
  }

  announce(text: string): void {
    if (text !== '') this.announcement = { text, number: this.announcement.number + 1 }
  }

  go(address: string): void {
    location.hash = address
  }

  async loadGames(): Promise<void> {
    try {
      await this.useTicket()
      const server = await api.server()
      const games = (await api.games()).sort((left, right) => placeOf(left.name) - placeOf(right.name))
      // Only whoever holds the key may let the program connect to others.
      this.games = games.map((game) => ({ ...game, has_remote: game.has_remote && server.has_key }))
      this.server = server
      this.isServerGone = false
    } catch {
      this.isServerGone = true
      setTimeout(() => void this.loadGames(), 3000)
    }
  }

  private async useTicket(): Promise<void> {
    if (this.ticket === null) return
    try {
      holdKey(keeper, await api.takeKey(this.ticket))
    } catch (error) {
      // One that is used up or too old; this browser may have the key already.
      if (!(error instanceof ApiError) || error.problem.code !== 'bad_ticket') throw error
    }
    this.ticket = null
  }

  /** Whether nobody on another machine can open what this page's address leads to. */
  get isOnlyHere(): boolean {
    return isLoopback && this.server !== null && this.server.hosts.length === 0
  }

  /** The whole address of a place on this page, as others can open it. */
  addressFor(hash: string): string {
    const [host] = (isLoopback && this.server?.hosts) || []
    return `${location.protocol}//${host ? host + (location.port && `:${location.port}`) : location.host}/${hash}`
  }

  gameCalled(name: string): GameInfo | undefined {
    return this.games.find((game) => game.name === name)
  }

  /** Keeps a loaded record until the browser's tab is closed, so that reloading shows it again. */
  keepRecord(record: Loadable): void {
    this.record = record
    try {
      sessionStorage.setItem('spielwerk.record', JSON.stringify(record))
    } catch {
      // It is shown all the same, only not after reloading.
    }
  }

  /** Follows the address and the system's wishes as long as the page lives. */
  follow(): void {
    addEventListener('hashchange', () => {
      const ticket = takeTicket()
      if (ticket !== null) {
        this.ticket = ticket
        void this.loadGames()
      }
      this.route = readRoute(location.hash)
      this.hasMovedOn = true
      this.dialog = null
    })
    darkness.addEventListener('change', (event) => (this.systemIsDark = event.matches))
    narrowness.addEventListener('change', (event) => (this.isNarrow = event.matches))
    lowness.addEventListener('change', (event) => (this.isLow = event.matches))
    coarseness.addEventListener('change', (event) => (this.isTouched = event.matches))
    stillness.addEventListener('change', (event) => (this.isStill = event.matches))
  }
}

function sessionRecord(): Loadable | null {
  try {
    return JSON.parse(sessionStorage.getItem('spielwerk.record') ?? 'null') as Loadable | null
  } catch {
    return null
  }
}

export const page = new Page()

/**
 * For the screens that take the place of others, such as of the words shown while they were loaded: the focus that
 * went away with those goes to the board, or where that is only looked at or there is none, to the screen itself.
 */
export function inheritFocus(main: HTMLElement, isLookedAt = false): void {
  if (!page.hasMovedOn || document.activeElement !== document.body) return
  const heir = (isLookedAt ? null : main.querySelector<HTMLElement>('[role=grid]')) ?? main
  heir.focus({ preventScroll: true })
}

/** What to tell a person about an error of the server or the network; `given` is the text it may be about. */
export function reasonOf(error: unknown, given?: Loadable): string {
  const { words } = page
  if (!(error instanceof ApiError || error instanceof Refusal)) return words.failed
  const { problem } = error
  if (problem.code === 'unreachable') return words.unreachable
  return sayProblem(words, problem, given ? placeIn(given, problem) : null)
}
