// The grain and grit of grounds, drawn from a seed so that it never changes.
import { rounded, type Point } from './geometry'
import type { Rectangle } from './layout'

/** Numbers from 0 to 1 that look random and are the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = (seed * 2654435761 + 1013904223) >>> 0
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296
  }
}

/** Long wavy lines across a rectangle that never cross, as the data of one path. */
export function grain(area: Rectangle, spacing: number, seed: number, isUpright: boolean): string {
  const random = randomFrom(seed)
  const [across, along] = isUpright ? [area.width, area.height] : [area.height, area.width]
  const waves = [0.7, 1.6, 3.4].map((frequency) => ({
    frequency: (frequency * 2 * Math.PI) / Math.max(across, along),
    phase: random() * 6,
    // Slow waves may sway more than quick ones; so lines never cross.
    size: (spacing * 0.9) / frequency,
  }))
  const lines: string[] = []
  for (let start = random() * spacing; start < across; start += spacing * (0.35 + 1.3 * random())) {
    const points = Array.from({ length: 13 }, (_, index) => {
      const way = (along * index) / 12
      const sway = waves.reduce(
        (sum, { frequency, phase, size }) => sum + size * Math.sin(way * frequency + phase + start * frequency * 0.4),
        0,
      )
      const place = Math.min(across, Math.max(0, start + sway))
      return isUpright ? { x: area.x + place, y: area.y + way } : { x: area.x + way, y: area.y + place }
    })
    lines.push(smooth(points))
  }
  return lines.join('')
}

/** A curve through the middles between the points. */
export function smooth(points: Point[]): string {
  const text = ({ x, y }: Point) => `${rounded(x)} ${rounded(y)}`
  const middles = points.slice(1).map((point, index) => ({
    x: (point.x + points[index].x) / 2,
    y: (point.y + points[index].y) / 2,
  }))
  const curves = middles.slice(1).map((middle, index) => `Q${text(points[index + 1])} ${text(middle)}`)
  return `M${text(points[0])}L${text(middles[0])}${curves.join('')}L${text(points[points.length - 1])}`
}

/** Little specks for one tile of a pattern, as the data of one path. */
export function grit(tile: number, count: number, size: number, seed: number): string {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const length = size * (0.4 + random())
    const [x, y] = [random() * (tile - length), random() * (tile - length)]
    return `M${rounded(x)} ${rounded(y)}l${rounded(length * (random() - 0.3))} ${rounded(length * random())}`
  }).join('')
}
