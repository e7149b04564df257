// The largest boards: everything of them can be seen and played, on a desk and on a phone.
import { describe, expect, test } from 'vitest'
import type { TableWish } from '../src/logic/api'
import type { Cell } from '../src/types'
import { drawnCells, placeOfCell } from './helpers/boards'
import { atOnce, spendEvening, type Visit } from './helpers/evening'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

const phone: Visit = { ...atOnce, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const seats: TableWish['seats'] = [{ kind: 'human' }, { kind: 'human' }]

/** Moves are possible in two opposite corners only, which is as far as one has to go. */
function corners(): string {
  const rows = Array.from({ length: 98 }, () => '-'.repeat(26))
  rows[0] = 'BW'.padEnd(26, '-')
  rows[97] = 'WB'.padStart(26, '-')
  return `${rows.join(',')}:black`
}

const boards: { name: string; wish: TableWish; far: Cell }[] = [
  { name: 'Othello on 26 by 98', wish: { game: 'othello:26x98', start: corners(), seats }, far: 26 * 98 - 3 },
  { name: 'TowerWars on 26 by 26', wish: { game: 'towerwars:26', seats }, far: 12 * 26 },
]

/** Every piece and label is inside the drawing, and the drawing inside what its frame can scroll to. */
async function checkIsComplete(visitor: Visitor): Promise<void> {
  const { columns, rows } = (await visitor.table()).board
  const { labels, outside, lost } = await visitor.board.evaluate((root) => {
    const slack = 1
    const area = root.getBoundingClientRect()
    const frame = root.closest('.frame')!
    const place = frame.getBoundingClientRect()
    const texts = [...root.querySelectorAll('svg text')]
    const left = area.left - place.left + frame.scrollLeft
    const top = area.top - place.top + frame.scrollTop
    return {
      labels: texts.length,
      outside: [...texts, ...root.querySelectorAll('[data-body]')]
        .map((element) => element.getBoundingClientRect())
        .filter((one) => one.left < area.left - slack || one.right > area.right + slack || one.top < area.top - slack || one.bottom > area.bottom + slack)
        .length,
      lost: [left, top, frame.scrollWidth - left - area.width, frame.scrollHeight - top - area.height].filter((room) => room < -slack),
    }
  })
  expect(labels).toBeGreaterThanOrEqual(columns + rows)
  expect(outside, 'pieces and labels that are cut off').toBe(0)
  expect(lost, 'parts nobody can scroll to').toEqual([])
  const fields = (await visitor.board.boundingBox())!.width / (columns + 5)
  expect(fields, 'the width of a field').toBeGreaterThan(10)
}

/** The cell can be scrolled to, and is not covered by anything. */
async function checkCanBeSeen(visitor: Visitor, cell: Cell): Promise<void> {
  const { board } = await visitor.table()
  const { x, y } = await placeOfCell(visitor.board, board, cell)
  const isSeen = await visitor.board.evaluate((root, place) => {
    const frame = root.closest('.frame')!
    const before = root.getBoundingClientRect()
    frame.scrollBy({ left: before.left + place.x - frame.getBoundingClientRect().left - frame.clientWidth / 2, behavior: 'instant' })
    frame.scrollBy({ top: before.top + place.y - frame.getBoundingClientRect().top - frame.clientHeight / 2, behavior: 'instant' })
    frame.scrollIntoView({ block: 'center', behavior: 'instant' })
    const now = root.getBoundingClientRect()
    return root.contains(document.elementFromPoint(now.left + place.x, now.top + place.y))
  }, { x, y })
  expect(isSeen, `cell ${cell}`).toBe(true)
}

describe.each([
  { device: 'a desk', visit: atOnce },
  { device: 'a phone', visit: phone },
])('on $device', ({ visit }) => {
  test.each(boards)('$name is drawn completely and played where it is farthest', async ({ wish, far }) => {
    const anna = await evening.seated(wish, visit)
    const { board, position } = await anna.table()
    const pieces = position.pieces.map(([cell]) => cell).sort((left, right) => left - right)
    expect(await drawnCells(anna.board)).toEqual(pieces)
    await checkIsComplete(anna)
    const last = board.columns * board.rows - 1
    for (const corner of [0, board.columns - 1, last - board.columns + 1, last]) await checkCanBeSeen(anna, corner)

    expect(position.picks).toContain(far)
    const cells = board.cells_per_move === 1 ? [far] : [far, (await evening.api.seconds(await anna.table(), far))[0]]
    for (const cell of cells) {
      await checkCanBeSeen(anna, cell)
      await anna.clickCell(board, cell)
    }
    // With fingers a move on fields this small is shown first.
    if (visit === phone) await anna.press('trial-play')
    await anna.waitForMoves(1)
    expect((await anna.table()).moves[0].cells).toEqual(cells)
  })
})
