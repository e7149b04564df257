// The connection comes back by itself, and a move is neither lost nor played twice.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClientMessage, MoveInfo, ServerMessage } from '../types'
import { movedEvent, tableOf } from '../testing/samples'
import { Refusal, TableConnection, type ConnectionStatus, type SocketLike } from './socket'

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  sent: ClientMessage[] = []
  isClosed = false
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.onclose?.()
  }
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

const you = { seats: [0], is_host: true }
let sockets: FakeSocket[]
let statuses: ConnectionStatus[]
let connection: TableConnection
let earlier: (first: number) => Promise<MoveInfo[]>
const latest = (): FakeSocket => sockets[sockets.length - 1]

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  statuses = []
  connection = new TableConnection({
    open: () => {
      sockets.push(new FakeSocket())
      return latest()
    },
    token: 'secret',
    movesFrom: (first) => earlier(first),
    onchange: () => {},
    onstatus: (status) => statuses.push(status),
  })
})
afterEach(() => vi.useRealTimers())

function begin(moves: string[] = []): void {
  latest().onopen?.()
  latest().say({ type: 'table', table: tableOf(moves), you })
}

async function comeBack(): Promise<void> {
  await vi.advanceTimersByTimeAsync(10_000)
  latest().onopen?.()
}

test('it says hello with its token and knows the table then', () => {
  begin()
  expect(sockets[0].sent).toEqual([{ type: 'hello', token: 'secret' }])
  expect(connection.state?.table.id).toBe('abc')
  expect(statuses).toEqual(['open'])
})

test('a command is done when the server says so', async () => {
  begin()
  const done = connection.send({ type: 'move', move: 'A1', at: 0 })
  expect(latest().sent[1]).toEqual({ type: 'move', move: 'A1', at: 0, id: 1 })
  latest().say(movedEvent(['A1']))
  latest().say({ type: 'done', id: 1 })
  await expect(done).resolves.toBeUndefined()
})

test('a refusal has its code', async () => {
  begin()
  const done = connection.send({ type: 'move', move: 'A1', at: 0 })
  latest().say({ type: 'refused', id: 1, code: 'not_possible', reason: 'taken', parameters: {} })
  await expect(done).rejects.toMatchObject({ problem: { code: 'not_possible' }, message: 'taken' })
  await expect(done).rejects.toBeInstanceOf(Refusal)
})

test('a lost connection is tried again later and later, going on after the last event', async () => {
  begin(['A1'])
  latest().close()
  expect(statuses.at(-1)).toBe('lost')
  await vi.advanceTimersByTimeAsync(800)
  expect(sockets.length).toBe(2)
  latest().close()
  await vi.advanceTimersByTimeAsync(700)
  expect(sockets.length).toBe(2)
  await vi.advanceTimersByTimeAsync(800)
  expect(sockets.length).toBe(3)
  latest().onopen?.()
  expect(latest().sent).toEqual([{ type: 'hello', token: 'secret', after: 2 }])
  await vi.advanceTimersByTimeAsync(500)
  expect(statuses.at(-1)).toBe('open')
})

test('a move that arrived before the connection broke is not sent again', async () => {
  begin()
  const done = connection.send({ type: 'move', move: 'A1', at: 0 })
  latest().close()
  await comeBack()
  latest().say(movedEvent(['A1']))
  latest().say(movedEvent(['A1', 'B2']))
  await vi.advanceTimersByTimeAsync(500)
  await expect(done).resolves.toBeUndefined()
  expect(latest().sent.length).toBe(1)
})

test('a move that did not arrive is sent again with the same number', async () => {
  begin()
  const done = connection.send({ type: 'move', move: 'A1', at: 0 })
  latest().close()
  await comeBack()
  await vi.advanceTimersByTimeAsync(500)
  expect(latest().sent[1]).toEqual({ type: 'move', move: 'A1', at: 0, id: 1 })
  latest().say({ type: 'done', id: 1 })
  await expect(done).resolves.toBeUndefined()
})

test('a move whose position is gone is not sent again', async () => {
  begin(['A1', 'B2'])
  const done = connection.send({ type: 'move', move: 'C3', at: 2 })
  const refused = expect(done).rejects.toMatchObject({ problem: { code: 'stale' } })
  latest().close()
  await comeBack()
  latest().say({ type: 'table', table: tableOf(['A1', 'B2', 'C1']), you })
  await refused
  expect(latest().sent.length).toBe(1)
})

test('a refusal as stale is none if the move stands there', async () => {
  begin()
  const done = connection.send({ type: 'move', move: 'A1', at: 0 })
  latest().say(movedEvent(['A1']))
  latest().say({ type: 'refused', id: 1, code: 'stale', reason: '', parameters: {} })
  await expect(done).resolves.toBeUndefined()
})

test('a move made while the connection is lost waits for it', async () => {
  begin()
  latest().close()
  void connection.send({ type: 'move', move: 'A1', at: 0 })
  await comeBack()
  await vi.advanceTimersByTimeAsync(500)
  expect(latest().sent[1]).toMatchObject({ type: 'move', move: 'A1', at: 0 })
})

test('other commands do not wait: they are told to be lost', async () => {
  begin()
  const done = expect(connection.send({ type: 'resign' })).rejects.toMatchObject({ problem: { code: 'lost' } })
  latest().close()
  await done
  await expect(connection.send({ type: 'offer_draw' })).rejects.toMatchObject({ problem: { code: 'lost' } })
})

test('after a missing event the whole table is asked for', async () => {
  begin()
  latest().say(movedEvent(['A1', 'B2', 'C3']))
  await comeBack()
  expect(latest().sent).toEqual([{ type: 'hello', token: 'secret' }])
})

test('a closed connection stays closed', async () => {
  begin()
  connection.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sockets.length).toBe(1)
  await expect(connection.send({ type: 'move', move: 'A1', at: 0 })).rejects.toMatchObject({ problem: { code: 'lost' } })
})

test('a server that was spoken to and says nothing is lost, and a move is sent again to the next', async () => {
  begin()
  const done = connection.send({ type: 'move', move: 'A1', at: 0 })
  await vi.advanceTimersByTimeAsync(5900)
  expect(statuses).toEqual(['open'])
  await vi.advanceTimersByTimeAsync(200)
  expect(statuses).toEqual(['open', 'lost'])
  expect(sockets[0].isClosed).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  begin()
  expect(latest().sent[1]).toEqual({ type: 'move', move: 'A1', at: 0, id: 1 })
  latest().say({ type: 'done', id: 1 })
  await expect(done).resolves.toBeUndefined()
})

test('a server that has been silent for long is asked whether it is there', async () => {
  begin()
  await vi.advanceTimersByTimeAsync(20_100)
  expect(latest().sent[1]).toEqual({ type: 'ping', id: 1 })
  latest().say({ type: 'done', id: 1 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(statuses).toEqual(['open'])
  await vi.advanceTimersByTimeAsync(10_100)
  expect(latest().sent[2]).toEqual({ type: 'ping', id: 2 })
  await vi.advanceTimersByTimeAsync(6100)
  expect(statuses).toEqual(['open', 'lost'])
})

test('a connection that does not come about is tried again', async () => {
  await vi.advanceTimersByTimeAsync(6100)
  expect(statuses).toEqual(['lost'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(sockets).toHaveLength(2)
})

test('of a long game the earlier moves are asked for, and what comes meanwhile waits', async () => {
  const moves = Array.from({ length: 25 }, (_, index) => `M${index}`)
  const whole = tableOf(moves)
  const asked: number[] = []
  earlier = async (first) => {
    asked.push(first)
    return whole.moves.slice(first, first + 10)
  }
  latest().onopen?.()
  latest().say({ type: 'table', table: { ...whole, first_move: 15, moves: whole.moves.slice(15) }, you })
  latest().say(movedEvent([...moves, 'A1']))
  expect(connection.state).toBeNull()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual([0, 10])
  expect(connection.state?.table.moves.map(({ move }) => move)).toEqual([...moves, 'A1'])
  expect(connection.state?.table.first_move).toBe(0)
})

test('without the earlier moves it begins again', async () => {
  const whole = tableOf(['A1', 'B1', 'C1'])
  earlier = () => Promise.reject(new Error('no answer'))
  latest().onopen?.()
  latest().say({ type: 'table', table: { ...whole, first_move: 2, moves: whole.moves.slice(2) }, you })
  await vi.advanceTimersByTimeAsync(0)
  expect(statuses).toEqual(['lost'])
  await comeBack()
  begin(['A1', 'B1', 'C1'])
  expect(connection.state?.table.moves.length).toBe(3)
})
