// Checks the times of waves and how they are merged when time or frames are short.
import { describe, expect, it } from 'vitest'
import type { Step } from '../types'
import { LONGEST_SHOW, Pace, waveEnds, wavesOf } from './schedule'

describe('wavesOf', () => {
  it('gathers steps and drops passes', () => {
    const steps: Step[] = [
      [0, 'place', -1, 3, 'stone', 0, 1],
      [1, 'flip', 3, 4, 'stone', 0, 1],
      [1, 'flip', 3, 2, 'stone', 0, 1],
      [2, 'pass', -1, -1, 'none', 1, 0],
    ]
    expect(wavesOf(steps).map((wave) => wave.length)).toEqual([1, 2])
  })
})

describe('waveEnds', () => {
  it('gives every wave of a short show its full time', () => {
    expect(waveEnds(3, 200)).toEqual([200, 400, 600])
  })

  it('keeps long shows within the limit, beginning slowly', () => {
    const ends = waveEnds(400, 200)
    expect(ends[0]).toBe(200)
    expect(ends[399]).toBeLessThanOrEqual(LONGEST_SHOW)
    expect(ends[399]).toBeGreaterThan(LONGEST_SHOW * 0.99)
    expect(ends.every((end, wave) => wave === 0 || end > ends[wave - 1])).toBe(true)
  })
})

function beatsOf(pace: Pace, cost: (duration: number) => number) {
  const beats = []
  let elapsed = 0
  for (let beat = pace.beat(0); beat; beat = pace.beat(elapsed)) {
    beats.push(beat)
    elapsed += cost(beat.duration)
  }
  return { beats, elapsed }
}

describe('Pace', () => {
  it('shows every wave alone if there is time', () => {
    const { beats } = beatsOf(new Pace(waveEnds(5, 200)), (duration) => duration)
    expect(beats.map((beat) => beat.last)).toEqual([0, 1, 2, 3, 4])
  })

  it('leaves no wave out and merges those too short to be seen', () => {
    const { beats, elapsed } = beatsOf(new Pace(waveEnds(500, 200)), (duration) => duration)
    expect(beats[0].first).toBe(0)
    expect(beats.every((beat, index) => index === 0 || beat.first === beats[index - 1].last + 1)).toBe(true)
    expect(beats[beats.length - 1].last).toBe(499)
    expect(beats.slice(0, -1).every((beat) => beat.duration >= 60)).toBe(true)
    expect(elapsed).toBeLessThanOrEqual(LONGEST_SHOW)
  })

  it('catches up when drawing takes longer than planned', () => {
    const { elapsed } = beatsOf(new Pace(waveEnds(500, 200)), (duration) => duration + 90)
    expect(elapsed).toBeLessThan(LONGEST_SHOW + 200)
  })

  it('merges more while frames are slow and less when they are good again', () => {
    const pace = new Pace(waveEnds(20, 200))
    expect(pace.isStruggling).toBe(false)
    for (let frame = 0; frame < 24; ++frame) pace.frame(40)
    expect(pace.isStruggling).toBe(true)
    expect(pace.beat(0)).toMatchObject({ first: 0, last: 2 })
    for (let frame = 0; frame < 24; ++frame) pace.frame(16.7)
    expect(pace.beat(600)).toMatchObject({ first: 3, last: 3 })
  })
})
