// Checks that steps are sorted into motions and rolls into their directions.
import { describe, expect, it } from 'vitest'
import type { Step } from '../types'
import { Geometry } from './geometry'
import { motionOf, moverOf, rollGroups, trailPath } from './motion'
import { shownFrom } from './shown'

const geometry = new Geometry({ shape: 'square', edges: 'closed', columns: 3, rows: 3 })
const roll = (from: number, to: number): Step => [1, 'roll', from, to, 'ball', 1, 1]

describe('motion', () => {
  it('sorts steps by what has to move', () => {
    const topple: Step = [1, 'topple', -1, 4, 'none', -1, 0]
    const motion = motionOf([topple, roll(4, 5), [1, 'line', -1, 2, 'stone', 0, 1]])
    expect(motion.topples).toEqual([topple])
    expect(motion.rolls).toHaveLength(1)
    expect(motion.line).toEqual([2])
    expect(motion.places).toEqual([])
  })

  it('gathers rolls by direction', () => {
    const groups = rollGroups(geometry, [roll(4, 5), roll(4, 3), roll(4, 1), roll(4, 7), roll(0, 1)])
    expect(groups.map((group) => group.balls.length)).toEqual([2, 1, 1, 1])
    expect(groups[0]).toMatchObject({ owner: 1, direction: { x: 1, y: 0 } })
    expect(groups[1].balls).toEqual([{ x: 150, y: 173 }])
  })

  it('gathers rolls on hexagons and round a torus', () => {
    const hexagons = new Geometry({ shape: 'hexagon', edges: 'closed', columns: 3, rows: 3 })
    const groups = rollGroups(hexagons, hexagons.neighbours(4).map((to) => roll(4, to)))
    expect(groups.map((group) => group.balls.length)).toEqual([1, 1, 1, 1, 1, 1])
    const torus = new Geometry({ shape: 'square', edges: 'torus', columns: 3, rows: 3 })
    expect(rollGroups(torus, [roll(3, 5)])[2].balls).toEqual([{ x: 27, y: 150 }])
    expect(trailPath(torus, [roll(3, 5)])).toBe('M50 150L-50 150')
  })

  it('draws all trails in one path', () => {
    expect(trailPath(geometry, [roll(4, 5), roll(4, 1)])).toBe('M150 150L250 150M150 150L150 50')
  })

  it('knows who moves', () => {
    const leave: Step = [0, 'leave', 4, -1, 'none', -1, 0]
    expect(moverOf(shownFrom([[4, 'tower', 1, 2]]), leave)).toBe(1)
  })
})
