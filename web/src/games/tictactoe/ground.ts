// Tic-Tac-Toe is written on ruled paper.
import type { Ground } from '../../board/ground_style'
import component from './Ground.svelte'

export const material = 'ruled_paper'

export const ground: Ground = {
  component,
  shapes: ['square'],
  frame: { width: 40, labels: 'on', isEven: false },
  labels: '#6a6252',
  inset: 3,
  rounding: 5,
  hasDots: true,
  colours: { last: 'transparent', lastTint: 'rgb(255 213 70 / 0.38)' },
}
