// What moves in one beat of a show, worked out from its steps; nothing here touches the page.
import type { Cell, Player, Step } from '../types'
import { ROLL_START } from './arrangement'
import type { Geometry, Point } from './geometry'
import type { Shown } from './shown'

/** Balls that roll the same way in the same wave move as one group: one animation, not hundreds. */
export interface RollGroup { owner: Player; direction: Point; balls: Point[] }

const compass: Point[] = [{ x: 1, y: 0 }, { x: 0, y: 1 }, { x: -1, y: 0 }, { x: 0, y: -1 }]

const arrivals = ['arrive', 'build', 'capture', 'block', 'unblock'] as const

/** The steps of a wave, sorted by what has to move for them. */
export interface Motion {
  places: Step[]
  flips: Step[]
  topples: Step[]
  rolls: Step[]
  leaves: Step[]
  arrivals: Step[]
  line: Cell[]
}

export function motionOf(steps: Step[]): Motion {
  const of = (...kinds: string[]) => steps.filter((step) => kinds.includes(step[1]))
  return {
    places: of('place'),
    flips: of('flip'),
    topples: of('topple'),
    rolls: of('roll'),
    leaves: of('leave'),
    arrivals: of(...arrivals),
    line: of('line').map((step) => step[3]),
  }
}

/** The rolling balls in four groups, one for each direction, empty ones too, `way` from where they lay. */
export function rollGroups(geometry: Geometry, rolls: Step[], way = 0): RollGroup[] {
  const distance = ROLL_START + way
  const owner = rolls[0]?.[5] ?? 0
  const groups = compass.map((direction): RollGroup => ({ owner, direction, balls: [] }))
  for (const [, , from, to] of rolls) {
    const start = geometry.centre(from)
    const end = geometry.centre(to)
    const direction = { x: Math.sign(end.x - start.x), y: Math.sign(end.y - start.y) }
    const group = groups.find((one) => one.direction.x === direction.x && one.direction.y === direction.y)
    group?.balls.push({ x: start.x + direction.x * distance, y: start.y + direction.y * distance })
  }
  return groups
}

/** The ways of all rolling balls, as the data of one path. */
export function trailPath(geometry: Geometry, rolls: Step[]): string {
  return rolls.map(([, , from, to]) => {
    const start = geometry.centre(from)
    const end = geometry.centre(to)
    return `M${start.x} ${start.y}L${end.x} ${end.y}`
  }).join('')
}

/** Who moves a token away from a field: the owner of what stood there. */
export function moverOf(shown: Shown, leave: Step): Player {
  return shown.get(leave[2])?.[2] ?? leave[5]
}
