// The grounds that games bring along (`<game>/ground.ts`), found by their material, and the plain one for all others.
import PlainGround from '../board/PlainGround.svelte'
import type { Ground } from '../board/ground_style'
import type { BoardInfo } from '../types'

const files = import.meta.glob<{ material: string; ground: Ground }>('./*/ground.ts', { eager: true })
const grounds = new Map(Object.values(files).map(({ material, ground }) => [material, ground]))

export const plainGround: Ground = {
  component: PlainGround,
  shapes: ['square', 'hexagon'],
  frame: { width: 14, labels: 'outside', isEven: true },
  inset: 5,
  rounding: 12,
  hasDots: false,
  colours: {
    tint: 'rgb(20 150 135 / 0.28)',
    lastTint: 'rgb(231 111 81 / 0.3)',
  },
}

/** What the board of a game is drawn on. */
export function groundOf({ look, shape }: Pick<BoardInfo, 'look' | 'shape'>): Ground {
  const ground = grounds.get(look.material)
  return ground?.shapes.includes(shape) ? ground : plainGround
}
