// Clocks run only for the one to move, and never show time that is not there.
import { expect, test } from 'vitest'
import { tableOf } from '../testing/samples'
import { printClock, readClocks, timeLeft } from './clocks'

test('only the clock of the one to move runs', () => {
  const reading = readClocks({ ...tableOf(['A1']), clocks: [60_000, 50_000], is_running: true }, 1000)!
  expect(timeLeft(reading, 0, 3000)).toBe(60_000)
  expect(timeLeft(reading, 1, 3000)).toBe(48_000)
  expect(timeLeft(reading, 1, 999_000)).toBe(0)
})

test('no clock runs before the game has begun and after its end', () => {
  const table = { ...tableOf([]), clocks: [60_000, 60_000] }
  expect(timeLeft(readClocks(table, 0)!, 0, 5000)).toBe(60_000)
  const result = { text: '1-0', winner: 0, reason: 'rules' as const }
  expect(timeLeft(readClocks({ ...table, is_running: true, result }, 0)!, 0, 5000)).toBe(60_000)
  expect(readClocks(tableOf([]), 0)).toBeNull()
})

test('times are written as clocks do', () => {
  expect(printClock(271_000)).toBe('4:31')
  expect(printClock(270_001)).toBe('4:31')
  expect(printClock(60_000)).toBe('1:00')
  expect(printClock(3_723_000)).toBe('1:02:03')
  expect(printClock(10_000)).toBe('0:10')
  expect(printClock(9_999)).toBe('0:10')
  expect(printClock(9_400)).toBe('0:09.4')
  expect(printClock(1)).toBe('0:00.1')
  expect(printClock(0)).toBe('0:00.0')
})
