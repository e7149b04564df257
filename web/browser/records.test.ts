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

test('the copied position of a finished game is shown as one', async () => {
  const finished = ['A1', 'B1', 'A2', 'B2', 'A3']
  const anna = await evening.seated({ game, moves: finished, seats: [{ kind: 'human' }, { kind: 'human' }] })
  await anna.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { board, position } = await anna.table()
  const copied = `${game} ${position.text}`
  await anna.press('copy-position')
  await expect.poll(() => anna.page.evaluate(() => navigator.clipboard.readText())).toBe(copied)

  await anna.start()
  await anna.press('open-load')
  await anna.at('record-text').fill(copied)
  await anna.press('record-show')
  await anna.seesText('over', 'The game is over: X wins')
  expect(await anna.at('play-on').count()).toBe(0)
  expect(await replayBoard(anna)).toEqual(saidCells(board, position.pieces))
  await anna.page.reload()
  await anna.seesText('over', 'The game is over: X wins')

  // What is saved of it is a record that can be loaded in turn.
  const saving = anna.page.waitForEvent('download')
  await anna.press('save')
  const path = await (await saving).path()
  expect(await readFile(path, 'utf8')).toContain(`[Start "${position.text}"]`)
  await anna.press('open-load')
  await anna.at('record-file').setInputFiles(path)
  await anna.seesNo('load-record')
  await anna.seesText('over', 'The game is over: X wins')
})

/** A file of so many games; the third of them breaks the rules. */
function collection(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const tags = `[Game "tictactoe"]\n[Player1 "Anna ${index + 1}"]\n[Player2 "level:3"]\n[Date "2026.11.15"]\n`
    return `${tags}\n1. B2 ${index === 2 ? 'B2' : 'A1'} 2. C1 ${index % 2 === 0 ? '*' : '1-0'}\n`
  }).join('\n')
}

function questions(visitor: Visitor): number {
  return visitor.troubles.requests.filter((address) => address.endsWith('/api/replay')).length
}

describe('a file of several games', () => {
  test('lists them, and shows the one that is chosen', async () => {
    const anna = await evening.visitor(atOnce)
    await anna.start()
    await anna.press('open-load')
    await anna.at('record-text').fill(collection(4))
    await anna.press('record-show')
    await anna.seesText('record-count', '4 games')
    expect(await anna.at('record-games').locator('li').count()).toBe(4)
    expect(await anna.text('record-game-2')).toMatch(/Anna 2 – Computer, level 3\s+Tic-Tac-Toe · 15 Nov 2026 · 1-0/)
    // Nothing is asked before one is chosen.
    expect(questions(anna)).toBe(0)
    await anna.press('record-game-2')
    await anna.sees('replay-screen')
    expect(await anna.moveList()).toEqual(['B2', 'A1', 'C1'])
    await anna.page.reload()
    await anna.page.getByText('Anna 2').waitFor()

    await anna.press('open-load')
    // The places of problems are those of the whole file.
    await anna.at('record-text').fill(collection(4))
    await anna.press('record-show')
    await anna.press('record-game-3')
    await anna.seesText('record-problem', 'The record is good up to here: Line 20, column 7: B2 is not possible: B2 is taken by X.')
    // The others are at hand.
    await anna.press('open-load')
    await anna.press('record-game-4')
    await anna.page.getByText('Anna 4').waitFor()
    await anna.press('open-load')
    await anna.press('record-other')
    await anna.sees('record-text')
  })

  test('may be long: few are shown, all are found, and the server is asked about one', async () => {
    const anna = await evening.visitor(atOnce)
    await anna.start()
    await anna.press('open-load')
    const count = 20_000
    const text = collection(count)
    expect(text.length).toBeGreaterThan(1_500_000)
    await anna.at('record-file').setInputFiles({ name: 'games.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
    await anna.seesText('record-count', '20,000 games')
    const listed = anna.at('record-games').locator('li')
    expect(await listed.count()).toBe(50)
    await anna.scrollAndPress('record-more')
    expect(await listed.count()).toBe(100)
    await anna.at('record-filter').fill('anna 19999')
    await anna.seesText('record-count', '1 of 20,000 games')
    await anna.press('record-game-19999')
    await anna.sees('replay-screen')
    await anna.page.getByText('Anna 19999').waitFor()
    // Once when it was chosen, once when it was shown.
    expect(questions(anna)).toBe(2)
  })

  test('of transcripts lists those as well', async () => {
    const anna = await evening.visitor(atOnce)
    await anna.start()
    await anna.press('open-load')
    await anna.at('record-text').fill('f5d6c3d3c4\n\nf5f6e6f4')
    await anna.press('record-show')
    await anna.seesText('record-game-2', 'f5f6e6f4')
    await anna.press('record-game-2')
    await anna.sees('replay-screen')
    expect(await anna.moveList()).toEqual(['F5', 'F6', 'E6', 'F4'])
  })
})

describe('what is wrong', () => {
  test('is told at its place in what was pasted, in German as a whole', async () => {
    const anna = await evening.visitor({ ...atOnce, locale: 'de-DE' })
    await anna.start()
    evening.tolerate(/status of 400.*\/api\/replay$/)
    await anna.press('open-load')
    const complaint = async (text: string): Promise<string> => {
      await anna.at('record-text').fill(text)
      await anna.press('record-show')
      await expect.poll(() => anna.text('load-problem')).not.toBe('')
      return anna.text('load-problem')
    }
    expect(await complaint('tictactoe:3x3 .../.x./...:O')).toBe('Zeile 1, Spalte 20: Erwartet: . oder eines von XO; da steht „x./...:O“.')
    expect(await complaint('\n\n  tictactoe:3x30 .../.../...:O')).toBe('Zeile 3, Spalte 15: Erwartet: Spalten von 3 bis 10; da steht „30“.')
    expect(await complaint('a1')).toBe('Zeile 1, Spalte 1: a1 ist nicht möglich: A1 schließt keinen weißen Stein ein.')
    expect(await complaint('[Game "chess"]\n\n1. e4 *')).toBe('Zeile 1, Spalte 8: Ein Spiel „chess“ gibt es nicht.')
    await anna.at('record-text').fill(`[Game "tictactoe"]\n\n1. ${moves.slice(0, 2).join(' ')} 2. A1 *`)
    await anna.press('record-show')
    await anna.seesText('record-problem', 'Bis hierher ist die Aufzeichnung gut: Zeile 3, Spalte 13: A1 ist nicht möglich: A1 ist schon von O besetzt.')
  })

  test('with a wish for a table or the Kaskade server is told in German too', async () => {
    const anna = await evening.visitor({ ...atOnce, locale: 'de-DE', hasKey: true })
    evening.tolerate(/status of 400/)
    await anna.go(`#/create/${encodeURIComponent(JSON.stringify({ game: 'kaskade:50x4', seats: [{ kind: 'human' }, { kind: 'human' }] }))}`)
    await anna.seesText('create-problem', /^Erwartet: Spalten von 3 bis 20; da steht „50x4“\.$/)
    await anna.go('#/create/nonsense')
    await anna.seesText('create-problem', 'Das hat nicht geklappt')
    await anna.start()
    await anna.press('open-kaskade')
    await anna.at('server-port').fill(String(evening.server.port))
    await anna.press('server-apply')
    await anna.seesText('server-note', `An Port ${evening.server.port} kann der Server nicht warten`)
  })
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
    // The keys work from the beginning, wherever the focus came to.
    await anna.page.keyboard.press('End')
    await waitForIndex(anna, moves.length)
    await anna.page.keyboard.press('Home')
    await waitForIndex(anna, 0)
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
