// What the clocks show between two messages of the server.
import type { Player, TableInfo } from '../types'

/** A table's clocks as they were received: `received` is a reading of this machine's own timer. */
export interface ClockReading {
  clocks: number[]
  /** Whose clock runs; -1 if none does. */
  running: Player
  received: number
}

export function readClocks(table: TableInfo, received: number): ClockReading | null {
  if (!table.clocks) return null
  const isRunning = table.is_running && table.result === null
  return { clocks: table.clocks, running: isRunning ? table.position.to_move : -1, received }
}

/** Milliseconds left for a seat at this reading of the timer, never below zero. */
export function timeLeft(reading: ClockReading, seat: Player, now: number): number {
  const spent = seat === reading.running ? Math.max(0, now - reading.received) : 0
  return Math.max(0, reading.clocks[seat] - spent)
}

/** `1:02:03`, `4:31`, and with tenths below ten seconds, `0:09.4`. Rounded so that 0:00 means none left. */
export function printClock(milliseconds: number): string {
  if (milliseconds < 10_000) {
    const tenths = Math.ceil(milliseconds / 100)
    return tenths >= 100 ? '0:10' : `0:0${Math.floor(tenths / 10)}.${tenths % 10}`
  }
  const seconds = Math.ceil(milliseconds / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}
