// The grounds that games bring along (`<game>/ground.ts`), found by their material, and the plain one for all others.
import type { Ground } from '../board/ground_style'
import { plainGround } from '../board/plain_ground'
import type { BoardInfo } from '../types'

const files = import.meta.glob<{ material: string; ground: Ground }>('./*/ground.ts', { eager: true })
const grounds = new Map(Object.values(files).map(({ material, ground }) => [material, ground]))

/** What the board of a game is drawn on. */
export function groundOf({ look, shape }: Pick<BoardInfo, 'look' | 'shape'>): Ground {
  const ground = grounds.get(look.material)
  return ground?.shapes.includes(shape) ? ground : plainGround
}
