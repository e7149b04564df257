// What games without a ground of their own are drawn on, and what grounds can be made from.
import type { Ground } from './ground_style'
import PlainGround from './PlainGround.svelte'

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
