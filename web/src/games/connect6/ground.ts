// Connect6 is played on the wood of the kaya.
import type { Ground } from '../../board/ground_style'
import component from './Ground.svelte'

export const material = 'wood'

export const ground: Ground = {
  component,
  shapes: ['square'],
  frame: { width: 26, labels: 'on', isEven: false },
  labels: '#5b3f16',
  inset: 3,
  rounding: 5,
  hasDots: true,
  last: 'dot',
  colours: { tint: 'rgb(45 190 170 / 0.16)', last: 'transparent', lastTint: 'transparent' },
}
