// The worked examples of docs/adding-a-game.md in a program and page of their own: Hexapawn brings nothing for the
// page, Hex its words and a ground. Both are drawn well, and played against their computer click by click.
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { drawnCells } from './helpers/boards'
import { atOnce, spendEvening } from './helpers/evening'
import { exampleProgram, Server } from './helpers/server'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening(() => Server.start(exampleProgram))

interface Area { x: number; y: number; width: number; height: number }

const centre = ({ x, y, width, height }: Area) => ({ x: x + width / 2, y: y + height / 2 })

function isCentred(inner: Area, outer: Area): boolean {
  const [one, other] = [centre(inner), centre(outer)]
  return Math.hypot(one.x - other.x, one.y - other.y) < 0.06 * outer.width
}

/** The closed outlines that a board's ground is made of: how many corners they have, and where they are on the screen. */
function outlines(grid: Locator): Promise<(Area & { corners: number })[]> {
  return grid.locator('svg').first().evaluate((drawing) => {
    const paths = [...drawing.querySelectorAll('path')].filter((path) => !path.closest('defs'))
    return paths.flatMap((path) => (path.getAttribute('d') ?? '').split(/(?=M)/).filter(Boolean).map((data) => {
      const outline = path.cloneNode() as SVGPathElement
      outline.setAttribute('d', data)
      path.after(outline)
      const { x, y, width, height } = outline.getBoundingClientRect()
      outline.remove()
      // Round corners are arcs; sharp ones are where lines meet.
      const arcs = data.match(/a/g)?.length ?? 0
      return { x, y, width, height, corners: arcs > 0 ? arcs : (data.match(/[lL]/g)?.length ?? 0) + 1 }
    }))
  })
}

async function cells(grid: Locator): Promise<Area[]> {
  return grid.locator('[role=gridcell]').evaluateAll((found) => found.map((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect()
    return { x, y, width, height }
  }))
}

async function expectTiles(grid: Locator, count: number, corners: number): Promise<void> {
  const drawn = await outlines(grid)
  const found = await cells(grid)
  expect(found).toHaveLength(count)
  for (const cell of found) {
    const around = drawn.filter((outline) => isCentred(outline, cell))
    expect(around.length).toBeGreaterThan(0)
    expect(new Set(around.map((outline) => outline.corners))).toEqual(new Set([corners]))
  }
}

/** Every piece stands in the middle of its cell. */
async function expectCentredPieces(grid: Locator): Promise<void> {
  const found = await cells(grid)
  const bodies = await grid.locator('[data-body]').evaluateAll((pieces) => pieces.map((piece) => {
    // The stone itself, without its shadow.
    const stone = [...piece.querySelectorAll('circle')].find((circle) => !circle.getAttribute('fill')?.includes('shadow'))
    const { x, y, width, height } = (stone ?? piece).getBoundingClientRect()
    return { cell: Number(piece.getAttribute('data-body')), x, y, width, height }
  }))
  expect(bodies.length).toBeGreaterThan(0)
  for (const body of bodies) {
    expect(isCentred(body, found[body.cell]), `piece on ${body.cell}`).toBe(true)
    expect(body.width).toBeGreaterThan(0.5 * found[body.cell].width)
    expect(body.width).toBeLessThan(found[body.cell].width)
  }
}

/** Plays what the engine thinks best against a beginner, until somebody has won. */
async function playToTheEnd(anna: Visitor): Promise<void> {
  let table = await anna.table()
  expect(table.seats.map((seat) => seat.kind)).toEqual(['human', 'computer'])
  while (table.result === null) {
    expect(table.moves.length).toBeLessThan(60)
    await anna.play(await evening.api.goodMove(table))
    table = await anna.waitForOwnTurnOrEnd(0)
    await expectCentredPieces(anna.board)
  }
  await anna.sees('result')
  expect(await anna.at('result').getAttribute('data-result')).toBe(table.result.text)
  expect(table.result.reason).toBe('rules')
  const pieces = table.position.pieces.map(([cell]) => cell).sort((left, right) => left - right)
  await expect.poll(() => drawnCells(anna.board)).toEqual(pieces)
}

async function begin(game: string, choose: (anna: Visitor) => Promise<void>): Promise<Visitor> {
  const anna = await evening.visitor(atOnce)
  await anna.start()
  await anna.at(`more-${game}`).scrollIntoViewIfNeeded()
  await anna.openNewGame(game)
  await choose(anna)
  await anna.at('seat-player-1').selectOption('level:1')
  await anna.startGame()
  return anna
}

describe('the start screen', () => {
  test('shows both with their pictures and words', async () => {
    const anna = await evening.visitor()
    await anna.start()
    await anna.seesText('game-hex', 'Join your two edges before the other one does. There is no draw.')
    await anna.seesText('game-hexapawn', 'March your pawns; the first on the far row wins')
    for (const game of ['hex', 'hexapawn']) {
      await expect.poll(() => anna.at(`game-${game}`).locator('[data-body]').count()).toBeGreaterThan(5)
    }
  })

  test('has the words of Hex in German, and of Hexapawn what it says itself', async () => {
    const anna = await evening.visitor({ settings: { language: 'de' } })
    await anna.start()
    await anna.seesText('game-hex', 'Verbinde deine beiden Ränder')
    await anna.seesText('game-hexapawn', 'March your pawns')
  })
})

describe('a whole game against the computer', () => {
  test('of Hexapawn, on squares', async () => {
    const anna = await begin('hexapawn', (visitor) => visitor.press('preset-5x4'))
    await expectTiles(anna.board, 20, 4)
    await playToTheEnd(anna)
  }, 180_000)

  test('of Hex, on hexagons between coloured edges', async () => {
    const anna = await begin('hex', (visitor) => visitor.chooseSize(4))
    await expectTiles(anna.board, 16, 6)
    // Nothing is drawn of lines and squares.
    expect((await outlines(anna.board)).map(({ corners }) => corners).filter((corners) => corners !== 6)).toEqual([])
    expect(await anna.board.locator('svg').first().locator(':is(line, rect, polyline):not(defs *)').count()).toBe(0)
    await playToTheEnd(anna)
    await anna.seesText('result', 'with both edges joined')
  }, 180_000)
})
