// Games are saved, loaded, replayed, analysed, and played on from anywhere.
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { heardCells, saidCells, withoutRemarks } from './helpers/boards'
import { atOnce, spendEvening } from './helpers/evening'
import { middleGames } from './helpers/middle_games'
import { wholeGame } from './helpers/shown_games'
import type { Visitor } from './helpers/visitor'
import type { PlacedPiece } from '../src/types'

const evening = spendEvening()

const game = 'tictactoe:3x3'
const moves = ['B2', 'A1', 'C1', 'A3', 'A2', 'C2', 'B1']

function replayBoard(visitor: Visitor): Promise<string[]> {
  return heardCells(visitor.at('replay-screen').locator('[role=grid]')).then(withoutRemarks)
}

async function waitForIndex(visitor: Visitor, index: number): Promise<void> {
  await expect.poll(() => visitor.at('replay-screen').getAttribute('data-index')).toBe(String(index))
}

/** A table at which two have played these moves by clicking. */
async function playedTable(): Promise<Visitor> {
  const anna = await evening.seated({ game, seats: [{ kind: 'human', name: 'Anna' }, { kind: 'human', name: 'Bert' }] })
  const { moves: known } = await evening.api.replay({ game, moves })
  for (const { cells } of known) await anna.play(cells)
  return anna
}

/** Every position of the replay is the one the server says, forwards move by move and backwards. */
async function checkReplay(visitor: Visitor): Promise<void> {
  const { board, start, moves: known } = await evening.api.replay({ game, moves })
  expect(await visitor.moveList()).toEqual(moves)
  expect(await replayBoard(visitor)).toEqual(saidCells(board, start.pieces))
  const piecesAfter = async (index: number): Promise<PlacedPiece[]> =>
    (await evening.api.position({ game, position: known[index].position.text })).position.pieces
  for (const index of known.keys()) {
    await visitor.press('forward')
    await waitForIndex(visitor, index + 1)
    const pieces = await piecesAfter(index)
    await expect.poll(() => replayBoard(visitor)).toEqual(saidCells(board, pieces))
  }
  expect(await visitor.at('forward').isDisabled()).toBe(true)
  await visitor.press('back')
  const before = await piecesAfter(known.length - 2)
  await expect.poll(() => replayBoard(visitor)).toEqual(saidCells(board, before))
}

test('the position and the link of a table are copied', async () => {
  const anna = await evening.seated({ ...middleGames.towerwars, seats: [{ kind: 'human' }, { kind: 'human' }] })
  await anna.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = async (button: string): Promise<string> => {
    await anna.press(button)
    await anna.seesText('status', 'Copied')
    return anna.page.evaluate(() => navigator.clipboard.readText())
  }
  const { game: kind, start } = middleGames.towerwars
  expect(await copied('copy-position')).toBe(`${kind} ${start}`)
  await anna.playSomeMove()
  const { position } = await anna.table()
  expect(position.text).not.toBe(start)
  expect(await copied('copy-position')).toBe(`${kind} ${position.text}`)
  expect(await copied('copy-link')).toBe(anna.page.url())

  // What was copied can be looked at again, and played on from there.
  await anna.start()
  await anna.press('open-load')
  await anna.at('record-text').fill(`${kind} ${position.text}`)
  await anna.press('record-show')
  await anna.sees('replay-screen')
  await anna.press('play-on')
  await anna.waitForTable()
  expect((await anna.table()).start).toBe(position.text)
})

describe('a record', () => {
  test('that was saved shows the same moves when it is loaded', async () => {
    const anna = await playedTable()
    const saving = anna.page.waitForEvent('download')
    await anna.press('save')
    const file = await saving
    expect(file.suggestedFilename()).toMatch(/^tictactoe-.*\.txt$/)
    const path = await file.path()
    expect(await readFile(path, 'utf8')).toContain('[Player1 "Anna"]')

    const bert = await evening.visitor(atOnce)
    await bert.start()
    await bert.press('open-load')
    await bert.at('record-file').setInputFiles(path)
    await bert.sees('replay-screen')
    await checkReplay(bert)
    await bert.page.reload()
    await bert.sees('replay-screen')
    expect(await bert.moveList()).toEqual(moves)
  })

  test('can be pasted; what is wrong with it is said', async () => {
    const anna = await evening.visitor(atOnce)
    await anna.start()
    // The server refuses what is no record, and the browser logs that by itself.
    evening.tolerate(/status of 400.*\/api\/replay$/)
    await anna.press('load')
    await anna.at('record-text').fill('once upon a time')
    await anna.press('record-show')
    await anna.seesText('load-problem', 'This is no record')
    await anna.at('record-text').fill('a1')
    await anna.press('record-show')
    await anna.seesText('load-problem', 'Line 1, column 1')
    await anna.at('record-text').fill(`[Game "tictactoe"]\n\n1. ${moves.slice(0, 2).join(' ')} 2. A1 *`)
    await anna.press('record-show')
    await anna.sees('replay-screen')
    expect(await anna.moveList()).toEqual(moves.slice(0, 2))
    await anna.seesText('record-problem', 'The record is good up to here')
  })

  test('of a finished table is replayed from its result, by buttons, keys, slider and list', async () => {
    const anna = await evening.seated({ game, moves, seats: [{ kind: 'human' }, { kind: 'human' }] })
    await anna.press('resign')
    await anna.press('resign-yes')
    await anna.press('replay')
    await anna.sees('replay-screen')
    await checkReplay(anna)
    await anna.press('first')
    await waitForIndex(anna, 0)
    await anna.page.keyboard.press('End')
    await waitForIndex(anna, moves.length)
    await anna.at('slider').fill('2')
    await waitForIndex(anna, 2)
    await anna.press('move-4')
    await waitForIndex(anna, 4)
    await anna.press('autoplay')
    await waitForIndex(anna, moves.length)
  })

  test('is analysed: a graph to go to moves, and the best move', async () => {
    const anna = await evening.seated({ game, moves, seats: [{ kind: 'human' }, { kind: 'human' }] })
    await anna.go(`#/replay/${anna.tableId}`)
    await anna.sees('replay-screen')
    await anna.press('analyse')
    await anna.sees('graph')
    await anna.seesNo('analysis-stop')
    const picture = anna.at('graph').locator('svg')
    const area = (await picture.boundingBox())!
    await picture.click({ position: { x: area.width - 2, y: area.height / 2 } })
    await waitForIndex(anna, moves.length)
    await picture.click({ position: { x: 2, y: area.height / 2 } })
    await waitForIndex(anna, 0)
    await anna.press('best')
    await anna.seesText('best-text', /[A-C][1-3]/)
  })

  test('shows how far its analysis is, which can be stopped and goes on from there', async () => {
    const { id } = await evening.api.create(wholeGame)
    const anna = await evening.visitor(atOnce)
    await anna.go(`#/replay/${id}`)
    await anna.sees('replay-screen')
    const analysed = async (): Promise<number> => Number(/^(\d+) of 60 positions$/.exec(await anna.text('progress'))?.[1])
    const questions = (): number => anna.troubles.requests.filter((address) => address.endsWith('/api/evaluate')).length

    await anna.press('analyse')
    await expect.poll(analysed).toBeGreaterThan(2)
    expect(await anna.page.getByRole('progressbar').getAttribute('max')).toBe('60')
    await anna.press('analysis-stop')
    await anna.seesNo('progress')
    await anna.sees('graph')
    const asked = questions()
    expect(asked).toBeLessThan(40)
    // Meanwhile the analysis would have asked again.
    const { start } = await evening.api.replay(wholeGame)
    await evening.api.evaluate(wholeGame.game, start.text, '1200ms')
    expect(questions()).toBe(asked)

    await anna.press('analyse')
    // At most two were being asked when it was stopped.
    expect(await analysed()).toBeGreaterThanOrEqual(asked - 2)
    await anna.press('analysis-stop')
    await anna.sees('analyse')
  })

  test('is played on from any position, and the record itself stays', async () => {
    const anna = await playedTable()
    const old = anna.tableId
    await anna.go(`#/replay/${old}`)
    await anna.press('move-3')
    await waitForIndex(anna, 3)
    await anna.press('play-on')
    await anna.waitForTable()
    expect(anna.tableId).not.toBe(old)
    const branch = await anna.table()
    expect(branch.moves.map(({ move }) => move)).toEqual(moves.slice(0, 3))
    expect(branch.seats.map(({ kind }) => kind)).toEqual(['computer', 'human'])
    await anna.playSomeMove()
    await expect.poll(async () => (await anna.table()).moves.length).toBeGreaterThanOrEqual(5)
    expect((await evening.api.table(old)).moves.map(({ move }) => move)).toEqual(moves)
  })
})
