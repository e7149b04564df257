// A table follows the server's messages, and notices when one is missing.
import { expect, test } from 'vitest'
import { moveOf, movedEvent, tableOf } from '../testing/samples'
import { applyMessage, canTakeBack, isAsked, isBetweenComputers, isHelpOff, isMyTurn, isThinking, mySeat, type TableState } from './table_state'

const state = (moves: string[]): TableState => ({ table: tableOf(moves), you: { seats: [0], is_host: true } })

test('an event adds its move', () => {
  const next = applyMessage(state(['A1']), movedEvent(['A1', 'B2']))
  expect(next.change).toEqual({ kind: 'event', event: { type: 'moved', seat: 1, move: 'B2' } })
  expect(next.state?.table.moves.map(({ move }) => move)).toEqual(['A1', 'B2'])
  expect(next.state?.table.number).toBe(3)
  expect(next.state?.table.title).toBe('Tic-Tac-Toe')
})

test('an event that was seen already changes nothing', () => {
  const before = state(['A1', 'B2'])
  expect(applyMessage(before, movedEvent(['A1', 'B2']))).toEqual({ state: before, change: { kind: 'nothing' } })
})

test('a missing event is noticed', () => {
  expect(applyMessage(state(['A1']), movedEvent(['A1', 'B2', 'C3'])).change).toEqual({ kind: 'gap' })
  expect(applyMessage(null, movedEvent(['A1'])).change).toEqual({ kind: 'gap' })
})

test('taking back leaves fewer moves', () => {
  const event = movedEvent(['A1', 'B2'], 4)
  const taken = applyMessage(state(['A1', 'B2']), {
    ...event,
    event: { type: 'taken_back', to: 0 },
    change: { ...event.change, first_move: 0, moves: [] },
  })
  expect(taken.state?.table.moves).toEqual([])
})

test('presence changes seats and watchers only', () => {
  const { state: next } = applyMessage(state(['A1']), { type: 'presence', present: [false, false], gone: [false, true], watchers: 3 })
  expect(next?.table.seats[0].present).toBe(false)
  expect(next?.table.seats.map(({ gone }) => gone)).toEqual([false, true])
  expect(next?.table.watchers).toBe(3)
  expect(next?.table.moves).toEqual([moveOf('A1', 0)])
})

test('whose turn it is and who is asked', () => {
  expect(isMyTurn(state([]))).toBe(true)
  expect(isMyTurn(state(['A1']))).toBe(false)
  const over = state([])
  over.table.result = { text: '1-0', winner: 0, reason: 'rules' }
  expect(isMyTurn(over)).toBe(false)
  const asked = state([])
  asked.table.offer = { what: 'draw', seat: 1, waiting: [0] }
  expect(isAsked(asked)).toBe(true)
  expect(isAsked(state([]))).toBe(false)
  expect(mySeat({ seats: [1], is_host: false })).toBe(1)
  expect(mySeat({ seats: [0, 1], is_host: true })).toBeNull()
  expect(isBetweenComputers(tableOf([]))).toBe(false)
})

test('a computer thinks when it is its turn and nothing is in the way', () => {
  const table = tableOf(['A1'])
  expect(isThinking(table)).toBe(true)
  expect(isThinking(tableOf([]))).toBe(false)
  expect(isThinking({ ...table, is_paused: true })).toBe(false)
  expect(isThinking({ ...table, trouble: { seat: 1, code: 'lost', message: 'gone' } })).toBe(false)
  expect(isThinking({ ...table, seats: [{ kind: 'invite', name: '' }, table.seats[1]] })).toBe(false)
})

test('only own moves can be taken back', () => {
  expect(canTakeBack(state([]))).toBe(false)
  expect(canTakeBack(state(['A1']))).toBe(true)
})

test('a seat that a computer has taken over is held no more', () => {
  const event = movedEvent(['A1'], 3)
  const replaced = applyMessage(state(['A1']), {
    ...event,
    event: { type: 'replaced', seat: 0 },
    change: { ...event.change, first_move: 1, moves: [], seats: [event.change.seats[1], event.change.seats[1]] },
  })
  expect(replaced.state?.you).toEqual({ seats: [], is_host: true })
})

test('the engine keeps silent where people have not agreed on help, and to watchers while they play for time', () => {
  const clock = { time: 60_000, increment: 0 }
  const { table } = state(['A1'])
  const off: TableState = { table: { ...table, help: 'off' }, you: { seats: [0], is_host: true } }
  const watcher = { seats: [], is_host: false }
  expect(isHelpOff(off)).toBe(true)
  expect(isHelpOff({ ...off, you: watcher })).toBe(false)
  expect(isHelpOff({ table: { ...off.table, clock }, you: watcher })).toBe(true)
  for (const help of ['free', 'agreed'] as const) {
    expect(isHelpOff({ ...off, table: { ...off.table, clock, help } })).toBe(false)
  }
  expect(isHelpOff({ ...off, table: { ...off.table, clock, result: { text: '1-0', winner: 0, reason: 'rules' } } })).toBe(false)
})
