// Starts the program as a process of its own, and stops it by its process id.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until, within } from './waiting'

const page = resolve(fileURLToPath(import.meta.url), '../../..')
const program = resolve(page, process.env.SPIELWERK_PROGRAM ?? '../build/release/spielwerk')
/** The program with the worked examples of docs/adding-a-game.md. */
export const exampleProgram = resolve(page, process.env.SPIELWERK_EXAMPLE ?? '../build/release/tests/spielwerk_example')

export class Server {
  private process: ChildProcess | null = null
  private said = ''
  private options: string[] = []
  port = 0
  kaskadePort = 0

  private constructor(
    readonly folder: string,
    /** What is run instead of a server at free ports. */
    private readonly command: string[] | null = null,
    private readonly started = program,
  ) {}

  /** A server with a new data folder at free ports; the options are further ones of `serve`. */
  static async start(started = program, options: string[] = []): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), 'spielwerk-browser-')), null, started)
    server.options = options
    await server.run()
    return server
  }

  /** A game's own program that is to show itself in the browser. */
  static async graphic(command: string[]): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), 'spielwerk-browser-')), command)
    // Instead of a browser it finds a program that only notes the address.
    await mkdir(join(server.folder, 'bin'))
    await writeFile(server.opener, '#!/bin/sh\nprintf %s "$1" >"$0.part" && mv "$0.part" "$0.address"\n', { mode: 0o755 })
    await server.run()
    return server
  }

  private get opener(): string { return join(this.folder, 'bin', 'xdg-open') }

  private get environment(): NodeJS.ProcessEnv {
    if (!this.command) return process.env
    return { ...process.env, PATH: `${join(this.folder, 'bin')}:${process.env.PATH}`, DISPLAY: ':0', XDG_DATA_HOME: this.folder }
  }

  /** The address that a program has last asked the browser to open; it is told once. */
  async openedAddress(): Promise<string> {
    const seen = `${this.opener}.seen`
    const isThere = (): Promise<boolean> => rename(`${this.opener}.address`, seen).then(() => true, () => false)
    await until(isThere, () => `no browser was opened:\n${this.said}`)
    return readFile(seen, 'utf8')
  }

  /** Runs another program beside this one, to its end; answers what it printed. */
  async runBeside(command: string[]): Promise<string> {
    const child = spawn(this.started, command, { stdio: ['ignore', 'pipe', 'inherit'], env: this.environment })
    let said = ''
    child.stdout.on('data', (text: Buffer) => (said += String(text)))
    const status = await new Promise((done) => child.once('close', done))
    if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}:\n${said}`)
    return said
  }

  /** The key of whoever runs the program, as it lies in the data folder. */
  async key(): Promise<string> {
    return (await readFile(join(this.folder, ...(this.command ? ['spielwerk'] : []), 'key'), 'utf8')).trim()
  }

  get origin(): string {
    return `http://localhost:${this.port}`
  }

  /** Runs the program, at the ports it had before if there was one before. */
  async run(): Promise<void> {
    this.said = ''
    const child = spawn(
      this.started,
      this.command ?? ['serve', '--no-browser', '--port', String(this.port), '--kaskade-port', String(this.kaskadePort), '--data', this.folder, ...this.options],
      { stdio: ['ignore', 'pipe', 'pipe'], env: this.environment },
    )
    this.process = child
    await new Promise<void>((done, fail) => {
      const hear = (text: Buffer): void => {
        this.said += String(text)
        const address = /Spielwerk is at http:\/\/localhost:(\d+)\//.exec(this.said)
        const kaskade = /Kaskade server at port (\d+);/.exec(this.said)
        if (!address || !kaskade) return
        this.port = Number(address[1])
        this.kaskadePort = Number(kaskade[1])
        done()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.on('error', fail)
      child.on('exit', () => fail(new Error(`the program ended:\n${this.said}`)))
    })
  }

  /** Ends the process as a power cut would. */
  kill(): Promise<void> {
    return this.end('SIGKILL')
  }

  /** Waits until the program has ended by itself. */
  async hasEnded(): Promise<void> {
    const child = this.process
    if (child && child.exitCode === null) await new Promise<void>((done) => child.once('exit', () => done()))
  }

  /** Ends the server for good and leaves nothing behind. */
  async stop(): Promise<void> {
    await this.end('SIGTERM')
    await rm(this.folder, { recursive: true, force: true })
  }

  private async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.process
    this.process = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    child.kill(signal)
    // A server that does not want to go must not outlive the tests.
    await within(ended, 10_000, () => child.kill('SIGKILL'))
  }
}
