// Moves are shown one after the other, and the show catches up with the game.
import { expect, test } from 'vitest'
import type { PlacedPiece } from '../types'
import { Show, type Showing } from './show'

const pieces = (cell: number): PlacedPiece[] => [[cell, 'stone', 0, 1]]
const showing = (cell: number): Showing => ({ steps: [], pieces: pieces(cell) })

function makeStage() {
  const played: number[] = []
  const set: number[] = []
  let end: (() => void) | null = null
  const stage = {
    play: ({ pieces: [[cell]] }: Showing) => {
      played.push(cell)
      return new Promise<void>((resolve) => (end = resolve))
    },
    finish: () => end?.(),
    set: ([[cell]]: PlacedPiece[]) => void set.push(cell),
  }
  return { stage, played, set, finish: () => end?.() }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a move is shown, and stands there afterwards', async () => {
  const { stage, played, set, finish } = makeStage()
  const show = new Show(stage)
  show.add(showing(1))
  expect(show.isBusy).toBe(true)
  expect(set).toEqual([])
  finish()
  await settle()
  expect([played, set, show.isBusy]).toEqual([[1], [1], false])
})

test('when many moves come, those in between are left out', async () => {
  const { stage, played, set, finish } = makeStage()
  const show = new Show(stage)
  for (const cell of [1, 2, 3, 4]) show.add(showing(cell))
  await settle()
  finish()
  await settle()
  expect(played).toEqual([1, 4])
  expect(set).toEqual([1, 4])
})

test('a jump ends everything, and what was under way changes nothing any more', async () => {
  const { stage, set } = makeStage()
  const show = new Show(stage)
  show.add(showing(1))
  show.jump(pieces(9))
  await settle()
  expect(set).toEqual([9])
  expect(show.isBusy).toBe(false)
})
