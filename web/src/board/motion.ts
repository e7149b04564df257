// What moves in one beat of a show, worked out from its steps; nothing here touches the page.
import type { Cell, Player, Step } from '../types'
import { ROLL_START } from './arrangement'
import { rounded, UNIT, type Geometry, type Point } from './geometry'
import type { Shown } from './shown'

/** Balls that roll the same way in the same wave move as one group: one animation, not hundreds. */
export interface RollGroup { owner: Player; direction: Point; balls: Point[] }

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

/** The rolling balls in one group for each direction, empty ones too, `gone` from where they lay. */
export function rollGroups(geometry: Geometry, rolls: Step[], gone = 0): RollGroup[] {
  const distance = ROLL_START + gone
  const owner = rolls[0]?.[5] ?? 0
  const groups = geometry.ways.map(({ direction }): RollGroup => ({ owner, direction, balls: [] }))
  for (const [, , from, to] of rolls) {
    const { x, y } = geometry.centre(from)
    const group = groups[geometry.ways.findIndex((way) => geometry.next(from, way) === to)]
    group?.balls.push({ x: x + group.direction.x * distance, y: y + group.direction.y * distance })
  }
  return groups
}

/** The ways of all rolling balls, as the data of one path. */
export function trailPath(geometry: Geometry, rolls: Step[]): string {
  return rolls.map(([, , from, to]) => {
    const { x, y } = geometry.centre(from)
    const way = geometry.ways.find((one) => geometry.next(from, one) === to)
    if (!way) return ''
    return `M${rounded(x)} ${rounded(y)}L${rounded(x + way.direction.x * UNIT)} ${rounded(y + way.direction.y * UNIT)}`
  }).join('')
}

/** Who moves a token away from a field: the owner of what stood there. */
export function moverOf(shown: Shown, leave: Step): Player {
  return shown.get(leave[2])?.[2] ?? leave[5]
}
