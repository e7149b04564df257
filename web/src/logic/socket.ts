// The live connection to a table: comes back by itself, and neither loses nor repeats a move.
import type { ClientCommand, ClientMessage, MoveInfo, Problem, ServerMessage } from '../types'
import { applyMessage, type Change, type TableState } from './table_state'

export interface SocketLike {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
  send(text: string): void
  close(): void
}

export type ConnectionStatus = 'connecting' | 'open' | 'lost' | 'closed'

/** A command that the server did not carry out; the problem is `lost` if the connection broke before the answer. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.reason)
  }
}

function refuse(code: 'lost' | 'stale'): Refusal {
  return new Refusal({ code, reason: '', parameters: {} })
}

interface Pending {
  command: ClientCommand
  isSent: boolean
  resolve: () => void
  reject: (refusal: Refusal) => void
}

export interface ConnectionOptions {
  open: () => SocketLike
  token?: string
  /** Shows where remote players are. */
  key?: string
  /** Moves of the table from one on: asked for where a table message has only the latest. */
  movesFrom: (first: number) => Promise<MoveInfo[]>
  onchange: (change: Change, state: TableState) => void
  onstatus: (status: ConnectionStatus) => void
}

const firstPause = 500
const longestPause = 8000
/** If nothing was missed, nothing is said after a hello: then the table counts as known after this time. */
const quietTime = 400
/** A server that has been spoken to and says nothing for so long is not there any more, whatever the system says. */
const answerTime = 6000
/** After so long without a word the server is asked whether it is there. */
const pingPause = 20_000

export class TableConnection {
  state: TableState | null = null
  private socket: SocketLike | null = null
  private status: ConnectionStatus = 'connecting'
  private isSettled = false
  private failures = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private silence: ReturnType<typeof setTimeout> | undefined
  private ping: ReturnType<typeof setTimeout> | undefined
  private pending = new Map<number, Pending>()
  private lastId = 0
  /** What comes while the earlier moves of a long game are asked for. */
  private held: ServerMessage[] | null = null

  constructor(private readonly options: ConnectionOptions) {
    this.connect()
  }

  /** Resolves when the server has carried the command out; else throws a Refusal. */
  send(command: ClientCommand): Promise<void> {
    const canWait = command.type === 'move' || command.type === 'take_back'
    if (this.status === 'closed' || (!this.isSettled && !canWait)) return Promise.reject(refuse('lost'))
    const id = (this.lastId += 1)
    return new Promise((resolve, reject) => {
      this.pending.set(id, { command, isSent: false, resolve, reject })
      if (this.isSettled) this.sendPending()
    })
  }

  /** Tries at once, when the machine has just come back to its network. */
  retry(): void {
    if (this.status !== 'lost') return
    clearTimeout(this.timer)
    this.connect()
  }

  close(): void {
    clearTimeout(this.timer)
    this.stopListening()
    this.setStatus('closed')
    const socket = this.socket
    this.socket = null
    socket?.close()
    this.rejectAll(() => true)
  }

  private setStatus(status: ConnectionStatus): void {
    this.status = status
    this.options.onstatus(status)
  }

  private connect(): void {
    this.isSettled = false
    this.held = null
    const socket = this.options.open()
    this.socket = socket
    this.expectAnswer()
    socket.onopen = () => {
      if (socket !== this.socket) return
      const hello: ClientMessage = { type: 'hello', token: this.options.token, key: this.options.key, after: this.state?.table.number }
      socket.send(JSON.stringify(hello))
      if (this.state) this.timer = setTimeout(() => this.settle(), quietTime)
    }
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(String(event.data))
    }
    socket.onclose = () => {
      if (socket === this.socket) this.lose()
    }
  }

  /** From now on silence means that the connection is lost. */
  private expectAnswer(): void {
    this.silence ??= setTimeout(() => {
      const socket = this.socket
      this.lose()
      socket?.close()
    }, answerTime)
  }

  private stopListening(): void {
    clearTimeout(this.silence)
    clearTimeout(this.ping)
    this.silence = undefined
  }

  private heardSomething(): void {
    this.stopListening()
    this.ping = setTimeout(() => {
      this.socket?.send(JSON.stringify({ type: 'ping', id: (this.lastId += 1) } satisfies ClientMessage))
      this.expectAnswer()
    }, pingPause)
  }

  private receive(text: string): void {
    this.heardSomething()
    const message = JSON.parse(text) as ServerMessage
    if (message.type === 'done' || message.type === 'refused') {
      this.answer(message)
      return
    }
    if (this.held) this.held.push(message)
    else if (message.type === 'table' && message.table.first_move > 0) void this.complete(message)
    else this.take(message)
  }

  /** Asks for the moves that a table message has left out. */
  private async complete(message: Extract<ServerMessage, { type: 'table' }>): Promise<void> {
    const { socket } = this
    const held: ServerMessage[] = (this.held = [])
    const { first_move } = message.table
    const moves: MoveInfo[] = []
    try {
      while (moves.length < first_move) {
        const more = await this.options.movesFrom(moves.length)
        if (more.length === 0) throw new Error('moves are missing')
        moves.push(...more)
      }
    } catch {
      // It is tried again from the beginning.
      if (socket === this.socket) socket?.close()
      return
    }
    if (socket !== this.socket) return
    this.held = null
    const table = { ...message.table, first_move: 0, moves: [...moves.slice(0, first_move), ...message.table.moves] }
    for (const each of [{ ...message, table }, ...held]) this.take(each)
  }

  private take(message: ServerMessage): void {
    const { state, change } = applyMessage(this.state, message)
    if (change.kind === 'gap') {
      this.state = null
      this.socket?.close()
      return
    }
    this.state = state
    if (state && change.kind !== 'nothing') this.options.onchange(change, state)
    if (!this.isSettled) {
      // Missed events arrive in one go; what was not answered is looked at when they are all there.
      clearTimeout(this.timer)
      if (message.type === 'table') this.settle()
      else this.timer = setTimeout(() => this.settle(), quietTime / 4)
    }
  }

  private settle(): void {
    clearTimeout(this.timer)
    this.isSettled = true
    this.failures = 0
    this.heardSomething()
    this.setStatus('open')
    for (const [id, pending] of this.pending) {
      if (this.hasHappened(pending.command)) this.finish(id, null)
      else if (!this.isStillMeant(pending.command)) this.finish(id, refuse('stale'))
    }
    this.sendPending()
  }

  private sendPending(): void {
    for (const [id, pending] of this.pending) {
      if (pending.isSent) continue
      pending.isSent = true
      this.socket?.send(JSON.stringify({ ...pending.command, id }))
      this.expectAnswer()
    }
  }

  private answer(message: Extract<ServerMessage, { type: 'done' | 'refused' }>): void {
    const pending = this.pending.get(message.id)
    if (!pending) return
    const isDone = message.type === 'done' || this.hasHappened(pending.command)
    this.finish(message.id, isDone ? null : new Refusal(message))
  }

  private finish(id: number, refusal: Refusal | null): void {
    const pending = this.pending.get(id)
    this.pending.delete(id)
    if (refusal) pending?.reject(refusal)
    else pending?.resolve()
  }

  private hasHappened(command: ClientCommand): boolean {
    const moves = this.state?.table.moves ?? []
    if (command.type === 'move') return moves[command.at]?.move === command.move
    if (command.type === 'take_back') return moves.length < command.at
    return false
  }

  private isStillMeant(command: ClientCommand): boolean {
    if (command.type !== 'move' && command.type !== 'take_back') return false
    return this.state?.table.result === null && this.state.table.moves.length === command.at
  }

  private lose(): void {
    clearTimeout(this.timer)
    this.stopListening()
    this.isSettled = false
    this.socket = null
    this.rejectAll(({ command }) => command.type !== 'move' && command.type !== 'take_back')
    for (const pending of this.pending.values()) pending.isSent = false
    this.setStatus('lost')
    // Many windows lose a restarted server at the same time; they should not all come back at once.
    const pause = Math.min(longestPause, firstPause * 2 ** this.failures) * (0.75 + Math.random() / 2)
    this.failures += 1
    this.timer = setTimeout(() => this.connect(), pause)
  }

  private rejectAll(isMeant: (pending: Pending) => boolean): void {
    for (const [id, pending] of this.pending) {
      if (isMeant(pending)) this.finish(id, refuse('lost'))
    }
  }
}
