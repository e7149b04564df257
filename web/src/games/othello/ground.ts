// Othello is played on green felt in a walnut frame.
import type { Ground } from '../../board/ground_style'
import component from './Ground.svelte'

export const material = 'felt'

export const ground: Ground = {
  component,
  shapes: ['square'],
  frame: { width: 34, labels: 'on', isEven: true },
  labels: '#f0e2cf',
  inset: 3,
  rounding: 5,
  hasDots: true,
  last: 'dot',
  colours: {
    mark: 'rgb(214 245 232 / 0.85)',
    tint: 'rgb(214 245 232 / 0.2)',
    dot: 'rgb(6 33 22 / 0.5)',
    last: 'transparent',
    lastTint: 'transparent',
  },
}
