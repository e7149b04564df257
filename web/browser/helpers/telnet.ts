// A program that plays on the Kaskade server by lines of text, as telnet would.
import { connect, type Socket } from 'node:net'
import { until } from './waiting'

export class TelnetPlayer {
  private text = ''
  private constructor(private readonly socket: Socket) {
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => (this.text += part))
  }

  static connect(port: number): Promise<TelnetPlayer> {
    return new Promise((done, fail) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => done(new TelnetPlayer(socket)))
      socket.once('error', fail)
    })
  }

  /** Sends a line and waits until the answer has what is expected; answers what came meanwhile. */
  async say(line: string, expected: RegExp): Promise<string> {
    this.text = ''
    this.socket.write(`${line}\r\n`)
    await until(() => expected.test(this.text), () => `to ${line} the answer was: ${this.text}`)
    return this.text
  }

  leave(): void {
    this.socket.destroy()
  }
}
