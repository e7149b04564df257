// TowerWars is played on hexagons of sandstone.
import type { Ground } from '../../board/ground_style'
import component from './Ground.svelte'

export const material = 'sandstone'

export const ground: Ground = {
  component,
  shapes: ['hexagon'],
  frame: { width: 0, labels: 'outside', isEven: true },
  inset: 4,
  rounding: 0,
  hasDots: false,
  colours: { tint: 'rgb(178 226 215 / 0.86)', lastTint: 'rgb(244 190 168 / 0.6)' },
}
