// What every test file begins with: a server, a browser, and visitors whose windows stay without errors.
import { chromium, selectors, type Browser, type BrowserContextOptions, type ConsoleMessage } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { TableWish } from '../../src/logic/api'
import type { Settings } from '../../src/logic/settings'
import { Server } from './server'
import { ServerApi } from './server_api'
import { Visitor, type Troubles } from './visitor'

export interface Visit extends BrowserContextOptions {
  /** Settings the browser has kept from an earlier visit. */
  settings?: Partial<Settings>
  /** The tokens of tables where they have a seat already. */
  tokens?: Record<string, string>
  /** Whether their browser has been opened by the program, and holds its key. */
  hasKey?: boolean
}

/** Motion that is shown at once, where a test is not about it. */
export const atOnce: Visit = { settings: { mode: 'instant' } }

export class Evening {
  server!: Server
  browser!: Browser
  readonly api = new ServerApi(() => this.server.origin, () => this.server.key())
  private visitors: Visitor[] = []
  private tolerated: RegExp[] = []

  constructor(private readonly start: () => Promise<Server>) {}

  async begin(): Promise<void> {
    selectors.setTestIdAttribute('data-test')
    this.server = await this.start()
    this.browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
  }

  async end(): Promise<void> {
    await this.browser?.close()
    await this.server?.stop()
  }

  /** Somebody with a browser of their own, which knows nothing yet. */
  async visitor({ settings = {}, tokens = {}, hasKey = false, ...options }: Visit = {}): Promise<Visitor> {
    const held = Object.entries(tokens).map(([id, token]) => [id, { token, created: Date.now() }])
    const localStorage = [
      { name: 'spielwerk.settings', value: JSON.stringify(settings) },
      { name: 'spielwerk.tables', value: JSON.stringify(Object.fromEntries(held)) },
    ]
    if (hasKey) localStorage.push({ name: 'spielwerk.key', value: JSON.stringify(await this.server.key()) })
    const context = await this.browser.newContext({
      locale: 'en-GB',
      viewport: { width: 1280, height: 860 },
      storageState: { cookies: [], origins: [{ origin: this.server.origin, localStorage }] },
      ...options,
    })
    context.setDefaultTimeout(20_000)
    const troubles: Troubles = { errors: [], requests: [] }
    await context.exposeBinding('tellViolation', (_, text: string) => troubles.errors.push(`CSP: ${text}`))
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { tellViolation } = globalThis as unknown as { tellViolation: (text: string) => void }
        tellViolation(`${event.violatedDirective} ${event.blockedURI}`)
      })
    })
    context.on('request', (request) => troubles.requests.push(request.url()))
    context.on('weberror', (error) => troubles.errors.push(`thrown: ${error.error().message}`))
    context.on('console', (message: ConsoleMessage) => {
      if (message.type() === 'error') troubles.errors.push(`console: ${message.text()} ${message.location().url}`)
    })
    context.on('page', (window) => {
      window.on('websocket', (socket) => troubles.requests.push(socket.url().replace(/^ws/, 'http')))
    })
    const visitor = new Visitor(await context.newPage(), context, troubles, this.api, () => this.server.origin)
    this.visitors.push(visitor)
    return visitor
  }

  /** A table that the test has made, and somebody who sits there. */
  async seated(wish: TableWish, visit: Visit = atOnce): Promise<Visitor> {
    const { id, token } = await this.api.create(wish)
    const visitor = await this.visitor({ ...visit, tokens: { [id]: token } })
    await visitor.watch(id)
    return visitor
  }

  /** Errors this test causes on purpose, such as by killing the server. */
  tolerate(error: RegExp): void { this.tolerated.push(error) }

  /** After each test: nothing went wrong in any window, and nothing was asked of other machines. */
  async leave(): Promise<void> {
    const errors = this.visitors.flatMap(({ troubles }) => troubles.errors)
      .filter((error) => !this.tolerated.some((pattern) => pattern.test(error)))
    const outside = this.visitors.flatMap(({ troubles }) => troubles.requests)
      .filter((address) => !address.startsWith(`${this.server.origin}/`) && !/^(data|blob):/.test(address))
    const contexts = this.visitors.map(({ context }) => context)
    this.visitors = []
    this.tolerated = []
    await Promise.all(contexts.map((context) => context.close()))
    expect(errors, 'errors in the windows').toEqual([])
    expect(outside, 'requests to elsewhere').toEqual([])
  }
}

/** To be called once at the top of a test file, or of a group of tests with a server of its own. */
export function spendEvening(start: () => Promise<Server> = () => Server.start()): Evening {
  const evening = new Evening(start)
  beforeAll(() => evening.begin())
  afterEach(() => evening.leave())
  afterAll(() => evening.end())
  return evening
}
