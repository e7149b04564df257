// A game that the page has no file for: everything about it is drawn and said from what the game tells of itself.
import { expect, test } from 'vitest'
import type { BoardInfo } from '../src/types'
import { disguised, wear, type Disguise } from './helpers/disguise'
import { atOnce, spendEvening } from './helpers/evening'

const evening = spendEvening()

const plain = { material: '', pieces: 'stones', colours: ['red', 'blue'], counts: ['pieces'], endings: { row: 'with three of a kind' } } as const
const look = { ...plain, colours: [...plain.colours], counts: [...plain.counts] }

const disguises: Disguise[] = [
  { real: 'tictactoe', realTitle: 'Tic-Tac-Toe', name: 'strange', title: 'Strange Squares', board: { look, players: ['red', 'blue'] } },
  { real: 'tictactoe', realTitle: 'Tic-Tac-Toe', name: 'stranger', title: 'Strange Hexagons', board: { look, players: ['red', 'blue'], shape: 'hexagon' } },
]

test.each(disguises)('$title are shown, played against the computer and replayed', async (disguise) => {
  const anna = await evening.visitor(atOnce)
  await wear(anna.page, disguise)
  await anna.start()
  const card = anna.at(`game-${disguise.name}`)
  await card.scrollIntoViewIfNeeded()
  expect(await card.innerText()).toContain(disguise.title)
  expect(await card.innerText()).toContain('Take turns to mark a field; k in a row win')
  await card.locator('.picture svg').first().waitFor()

  await anna.scrollAndPress(`more-${disguise.name}`)
  await anna.waitForPreview()
  expect(await anna.at('seat-choice-0').getAttribute('aria-label')).toBe('Red is played by')
  await anna.at('seat-player-1').selectOption('level:1')
  await anna.startGame()

  const board: BoardInfo = disguised((await anna.table()).board, disguise)
  expect(board.shape).toBe(disguise.board.shape ?? 'square')
  await anna.clickCell(board, 4)
  await expect.poll(() => anna.movesSeen()).toBeGreaterThan(0)
  const table = await anna.waitForOwnTurnOrEnd(0)
  expect(table.moves[0].cells).toEqual([4])
  await anna.seesText('count-0', '1')
  // Red and blue stones, each in the middle of its field.
  const area = (await anna.board.boundingBox())!
  const stone = (await anna.board.locator('[data-body="4"]').boundingBox())!
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 }
  const reach = area.width * 0.12
  expect(Math.abs(stone.x + stone.width / 2 - middle.x)).toBeLessThan(reach)
  expect(Math.abs(stone.y + stone.height / 2 - middle.y)).toBeLessThan(reach)
  await anna.press('hint-ask')
  await anna.sees('hint-play')

  for (let now = table; !now.result; now = await anna.waitForOwnTurnOrEnd(0)) {
    const [cell] = await evening.api.goodMove(now)
    await anna.clickCell(board, cell)
    await expect.poll(() => anna.movesSeen()).toBeGreaterThan(now.moves.length)
  }
  const { result } = await anna.table()
  if (result && result.winner >= 0) await anna.seesText('result', 'with three of a kind')
  await anna.scrollAndPress('replay')
  await anna.sees('replay-screen')
  await anna.press('forward')
  await expect.poll(() => anna.at('replay-screen').locator('[data-body="4"]').count()).toBe(1)
  await anna.scrollAndPress('analyse')
  await anna.sees('graph')
  await anna.seesNo('progress')
  await anna.page.unrouteAll({ behavior: 'wait' })
})
