// Kaskade is played on slate, with a well for every field.
import type { Ground } from '../../board/ground_style'
import component from './Ground.svelte'

export const material = 'slate'

export const ground: Ground = {
  component,
  shapes: ['square'],
  frame: { width: 14, labels: 'outside', isEven: true },
  inset: 7,
  rounding: 20,
  hasDots: false,
  // Fields about to overflow have a rim of their own, which would hide a mark below it.
  last: 'ring',
  colours: {
    mark: '#6fe3cc',
    tint: 'rgb(111 227 204 / 0.16)',
    last: '#ff9478',
    lastTint: 'rgb(231 111 81 / 0.14)',
  },
}
