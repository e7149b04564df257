// Starts the program as a process of its own, and stops it by its process id.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const page = resolve(fileURLToPath(import.meta.url), '../../..')
const program = resolve(page, process.env.SPIELWERK_PROGRAM ?? '../build/release/spielwerk')

export class Server {
  private process: ChildProcess | null = null
  private said = ''
  port = 0
  kaskadePort = 0

  private constructor(readonly folder: string) {}

  /** A server with a new data folder at free ports. */
  static async start(): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), 'spielwerk-browser-')))
    await server.run()
    return server
  }

  get origin(): string {
    return `http://localhost:${this.port}`
  }

  /** Runs the program, at the ports it had before if there was one before. */
  async run(): Promise<void> {
    this.said = ''
    const child = spawn(
      program,
      ['serve', '--no-browser', '--port', String(this.port), '--kaskade-port', String(this.kaskadePort), '--data', this.folder],
      { stdio: ['ignore', 'pipe', 'pipe'] },
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
    const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await ended
    clearTimeout(impatience)
  }
}
