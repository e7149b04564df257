// Winning lines: which strokes join the cells of a line, round the edges of a torus too.
import type { Cell } from '../types'
import type { Geometry, Point } from './geometry'

/** A stroke from the centre of a cell over `length` steps to the centre of another. */
export interface Stroke { from: Point; to: Point; cells: Cell[] }

type Course = readonly [right: number, down: number]

const squareCourses: Course[] = [[1, 0], [0, 1], [1, 1], [-1, 1]]
const hexagonCourses: Course[] = [[1, 0], [0, 1], [-1, 1]]

/**
 * The straight runs that cover all the given cells, the longest first. On hexagons, where a line may be a chain with
 * turns, all of them.
 */
export function strokes(geometry: Geometry, cells: Cell[]): Stroke[] {
  const members = new Set(cells)
  const runs = (geometry.isHexagonal ? hexagonCourses : squareCourses)
    .flatMap((course) => runsAlong(geometry, members, course))
    .filter((run) => run.cells.length > 1)
    .sort((one, other) => other.cells.length - one.cells.length)
  if (geometry.isHexagonal) return runs
  const covered = new Set<Cell>()
  return runs.filter((run) => {
    const isNew = run.cells.some((cell) => !covered.has(cell))
    for (const cell of run.cells) covered.add(cell)
    return isNew
  })
}

function runsAlong(geometry: Geometry, members: Set<Cell>, [right, down]: Course): Stroke[] {
  const step = (cell: Cell, direction: number) =>
    geometry.cell(geometry.column(cell) + right * direction, geometry.row(cell) + down * direction)
  const seen = new Set<Cell>()
  const runs: Stroke[] = []
  for (const member of members) {
    if (seen.has(member)) continue
    let first = member
    for (let back = step(first, -1); back !== null && members.has(back) && back !== member; back = step(first, -1)) {
      first = back
    }
    const run = [first]
    for (let next = step(first, 1); next !== null && members.has(next) && next !== first; next = step(next, 1)) {
      run.push(next)
    }
    for (const cell of run) seen.add(cell)
    const column = geometry.column(first)
    const row = geometry.row(first)
    const length = run.length - 1
    runs.push({
      from: geometry.centreAt(column, row),
      to: geometry.centreAt(column + right * length, row + down * length),
      cells: run,
    })
  }
  return runs
}

/** The copies of a stroke that are seen on the board and its margin. */
export function copies(geometry: Geometry, stroke: Stroke): { from: Point; to: Point }[] {
  if (!geometry.isTorus) return [stroke]
  const reach = geometry.overhang
  const isSeen = ({ from, to }: { from: Point; to: Point }) =>
    Math.max(from.x, to.x) > -reach.x && Math.min(from.x, to.x) < geometry.width + reach.x
    && Math.max(from.y, to.y) > -reach.y && Math.min(from.y, to.y) < geometry.height + reach.y
  return [-1, 0, 1]
    .flatMap((right) => [-1, 0, 1].map((down) => {
      const shift = geometry.shift(right * geometry.columns, down * geometry.rows)
      const moved = ({ x, y }: Point) => ({ x: x + shift.x, y: y + shift.y })
      return { from: moved(stroke.from), to: moved(stroke.to) }
    }))
    .filter(isSeen)
}
