// Where cells are on the screen, and what stands on a board, as eyes and as ears get it.
import type { Locator } from 'playwright-core'
import { Geometry, type Point } from '../../src/board/geometry'
import { layoutOf } from '../../src/board/layout'
import { groundOf } from '../../src/games/grounds'
import type { BoardInfo, Cell, PlacedPiece } from '../../src/types'
import { en } from '../../src/words/en'
import { sayCell } from '../../src/words/sayings'

/** The place of a column and row inside a board's element; beyond the edges is the margin of a torus. */
export async function placeOf(grid: Locator, board: BoardInfo, column: number, row: number): Promise<Point> {
  const geometry = new Geometry(board)
  const layout = layoutOf(board, geometry, groundOf(board).frame, false)
  const area = await grid.boundingBox()
  if (!area) throw new Error('the board is not shown')
  const centre = geometry.centreAt(column, row)
  return {
    x: ((layout.origin.x + centre.x) / layout.width) * area.width,
    y: ((layout.origin.y + centre.y) / layout.height) * area.height,
  }
}

export function placeOfCell(grid: Locator, board: BoardInfo, cell: Cell): Promise<Point> {
  return placeOf(grid, board, cell % board.columns, Math.floor(cell / board.columns))
}

/** Which cells have a piece drawn on them. */
export async function drawnCells(grid: Locator): Promise<Cell[]> {
  const bodies = await grid.locator('[data-body]').evaluateAll((found) => found.map((body) => Number(body.getAttribute('data-body'))))
  return bodies.sort((left, right) => left - right)
}

/** What is said of each cell; of boards with more than a hundred cells only those near the focus. */
export function heardCells(grid: Locator): Promise<string[]> {
  return grid.locator('[role=gridcell]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''))
}

/** What should be said of each cell in English, without whether it can be played. */
export function saidCells(board: BoardInfo, pieces: PlacedPiece[]): string[] {
  return Array.from({ length: board.columns * board.rows }, (_, cell) => sayCell(en, board, pieces, cell))
}

/** Leaves only what stands there: not what can be played, was chosen or was the last move. */
export function withoutRemarks(heard: string[]): string[] {
  const remarks = [en.cell.chosen, en.cell.playable, en.cell.last]
  return heard.map((text) => text.split(', ').filter((part) => !remarks.includes(part)).join(', '))
}

/** The balls drawn on a Kaskade board, as in a position's pieces. */
export function drawnBalls(grid: Locator): Promise<PlacedPiece[]> {
  return grid.locator('[data-body]').evaluateAll((bodies) =>
    bodies
      .map((body): [number, 'ball', number, number] => {
        const white = body.querySelectorAll('circle.white').length
        const black = body.querySelectorAll('circle.black').length
        // Where too many lie on a field, a number says how many.
        const written = body.querySelector('text')?.textContent
        return [Number(body.getAttribute('data-body')), 'ball', white > 0 ? 0 : 1, written ? Number(written) : white + black]
      })
      .sort((left, right) => left[0] - right[0]),
  )
}
