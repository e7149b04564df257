// Plays the steps of a move on a board: shows what stands there meanwhile and moves what moves.
import { flushSync } from 'svelte'
import type { Cell, PlacedPiece, Player, Step } from '../types'
import { ROLL_LENGTH } from './arrangement'
import { isDense } from './dense'
import type { Geometry, Point } from './geometry'
import { motionOf, moverOf, rollGroups, trailPath, type Motion, type RollGroup } from './motion'
import { Pace, waveEnds, wavesOf, type Beat } from './schedule'
import { applied, shownFrom, type Shown } from './shown'
import { riseOf } from './tower'

export interface PlayOptions {
  /** Milliseconds per wave. */
  speed: number
  mode: 'stepwise' | 'instant'
  /** Hears which wave is shown, from 1, and how many there are. */
  onwave?: (wave: number, of: number) => void
}

/** A token between two fields. */
export interface Carried { owner: Player; at: Point }

const EASE_OUT = 'cubic-bezier(0.2, 0.75, 0.3, 1)'
/** No single motion takes longer than this, even if the pace is slower. */
const LONGEST_MOTION = 320
/** A beat at least this long rests for a moment, so that full fields are seen before they overflow. */
const RESTFUL_BEAT = 120
/** More pieces than this do not spring one by one when balls roll in. */
const MAX_SPRINGING = 24
const LIFT = 22

export class Stage {
  /** What is shown instead of the pieces the board was given, once a show has begun. */
  shown = $state.raw<Shown | null>(null)
  rolls = $state.raw<RollGroup[]>([])
  trail = $state.raw('')
  carried = $state.raw<Carried | null>(null)
  line = $state.raw<Cell[]>([])
  /** Whether balls roll on so large a board that they are drawn plainly. */
  isPlain = $state(false)
  /**
   * The pieces the board may be given while the stage shows its own: those of the beginning, and
   * what the show before led to if it was cut short. Any others end the show.
   */
  bases = $state.raw<PlacedPiece[][]>([])
  /** The pieces the show leads to; with them its line stays. */
  aim = $state.raw<PlacedPiece[] | null>(null)

  private show: Show | null = null

  async play(show: Show): Promise<void> {
    this.finish()
    this.bases = this.aim ? [show.basis, this.aim] : [show.basis]
    this.aim = show.aim
    this.shown = show.before
    this.line = []
    if (show.waves.length === 0 || show.isInstant) {
      this.settle(show)
      return
    }
    this.show = show
    await show.run(this)
    if (this.show === show) this.finish()
  }

  /** Lets go of the board: from now on it shows the pieces it is given. */
  release(): void {
    this.finish()
    this.bases = []
    this.shown = null
  }

  /** Jumps to the end of the show, if there is one. */
  finish(): void {
    const show = this.show
    if (!show) return
    this.show = null
    show.stop()
    this.settle(show)
  }

  private settle(show: Show): void {
    this.rolls = []
    this.trail = ''
    this.carried = null
    this.isPlain = false
    this.shown = show.after
    this.line = show.line
    show.tell(show.waves.length)
  }
}

/** One move being shown. */
export class Show {
  readonly waves: Step[][]
  readonly line: Cell[]
  readonly before: Shown
  readonly after: Shown
  /** What stands there after all steps so far, shown or not. */
  private reached: Shown
  private readonly pace: Pace
  private isOver = false
  private wake: (() => void) | null = null
  private animations: Animation[] = []

  constructor(
    readonly basis: PlacedPiece[],
    before: Shown,
    steps: Step[],
    readonly aim: PlacedPiece[],
    private readonly options: PlayOptions,
    private readonly geometry: Geometry,
    private readonly root: HTMLElement,
  ) {
    this.waves = wavesOf(steps)
    this.line = motionOf(steps).line
    this.before = before
    this.reached = before
    this.after = shownFrom(aim, applied(before, steps))
    this.pace = new Pace(waveEnds(this.waves.length, Math.max(1, options.speed)))
  }

  get isInstant(): boolean {
    return this.options.mode === 'instant' || document.hidden
      || matchMedia('(prefers-reduced-motion: reduce)').matches
  }

  tell(wave: number): void { this.options.onwave?.(wave, this.waves.length) }

  async run(stage: Stage): Promise<void> {
    const hurry = () => { if (document.hidden) stage.finish() }
    document.addEventListener('visibilitychange', hurry)
    const begin = performance.now()
    for (let beat = this.pace.beat(0); beat && !this.isOver; beat = this.pace.beat(performance.now() - begin)) {
      this.tell(beat.last + 1)
      await this.perform(stage, beat)
    }
    document.removeEventListener('visibilitychange', hurry)
  }

  stop(): void {
    this.isOver = true
    for (const animation of this.animations) animation.cancel()
    this.wake?.()
  }

  private async perform(stage: Stage, beat: Beat): Promise<void> {
    const end = performance.now() + beat.duration
    const skipped = this.waves.slice(beat.first, beat.last).flat()
    const motion = motionOf(this.waves[beat.last])
    this.reached = applied(this.reached, skipped)
    if (skipped.some((step) => step[1] === 'leave')) stage.carried = null
    const duration = Math.min(LONGEST_MOTION, beat.duration * 0.85)

    if (motion.rolls.length > 0) await this.roll(stage, motion, beat.duration)
    else if (motion.flips.length > 0) await this.flip(stage, motion, duration)
    else if (motion.leaves.length > 0) this.lift(stage, motion, duration)
    else if (motion.arrivals.length > 0) await this.carry(stage, motion, duration)
    else this.place(stage, motion, duration)
    await this.until(end)
  }

  /** Goes on by some steps and shows what stands there then. */
  private advance(stage: Stage, steps: Step[]): void {
    this.reached = applied(this.reached, steps)
    stage.shown = this.reached
  }

  private place(stage: Stage, motion: Motion, duration: number): void {
    this.advance(stage, motion.places)
    if (motion.line.length > 0) stage.line = this.line
    flushSync()
    for (const step of motion.places) this.drop(step[3], duration)
    for (const line of this.root.querySelectorAll('[data-line]')) {
      if (motion.line.length > 0) this.animate(line, [{ transform: 'scaleX(0)' }, { transform: 'none' }], duration)
    }
  }

  private drop(cell: Cell, duration: number): void {
    const strokes = this.body(cell)?.querySelectorAll('[data-pen]') ?? []
    // A pen draws its strokes one after the other, each from where it was set down.
    for (const [index, stroke] of [...strokes].entries()) {
      const part = duration / strokes.length
      const [from, to] = strokes.length > 1
        ? ['scale(0)', 'none']
        : ['rotate(60deg) scale(0.4)', 'none']
      this.animate(stroke, [{ transform: from, opacity: 0.2 }, { transform: to, opacity: 1 }], part, index * part)
    }
    if (strokes.length > 0) return
    this.animate(this.body(cell), [
      { transform: 'translateY(-46px) scale(1.3)', opacity: 0 },
      { transform: 'translateY(-14px) scale(1.1)', opacity: 1, offset: 0.45 },
      { transform: 'none', opacity: 1 },
    ], duration)
  }

  private async flip(stage: Stage, motion: Motion, duration: number): Promise<void> {
    this.advance(stage, motion.places)
    flushSync()
    const narrow = { transform: 'translateY(-9px) scaleX(0.04)' }
    for (const step of motion.flips) {
      this.animate(this.body(step[3]), [{ transform: 'none' }, narrow], duration / 2, 0, 'ease-in')
    }
    await this.until(performance.now() + duration / 2)
    if (this.isOver) return
    this.advance(stage, motion.flips)
    flushSync()
    for (const step of motion.flips) {
      this.animate(this.body(step[3]), [narrow, { transform: 'none' }], duration / 2)
    }
  }

  private async roll(stage: Stage, motion: Motion, beat: number): Promise<void> {
    const isRestful = beat >= RESTFUL_BEAT
    const isStill = !isRestful && this.pace.isStruggling
    const duration = isRestful ? Math.min(LONGEST_MOTION, beat * 0.8) : beat
    stage.isPlain = isDense(this.geometry)
    stage.rolls = rollGroups(this.geometry, motion.rolls, isStill ? ROLL_LENGTH / 2 : 0)
    stage.trail = isRestful ? trailPath(this.geometry, motion.rolls) : ''
    this.advance(stage, [...motion.places, ...motion.topples])
    flushSync()
    for (const [index, group] of [...this.root.querySelectorAll('[data-roll]')].entries()) {
      const { x, y } = stage.rolls[index].direction
      const end = `translate(${x * ROLL_LENGTH}px, ${y * ROLL_LENGTH}px)`
      if (isStill) for (const animation of group.getAnimations()) animation.cancel()
      else this.animate(group, [{ transform: 'translate(0px, 0px)' }, { transform: end }], duration)
    }
    this.animate(this.root.querySelector('[data-trail]'), [{ opacity: 0.5 }, { opacity: 0 }], duration)
    await this.until(performance.now() + duration)
    if (this.isOver) return
    if (!isRestful) {
      // The next beat follows at once and shows where the balls have come to together with its own start.
      this.reached = applied(this.reached, motion.rolls)
      return
    }
    stage.rolls = []
    stage.trail = ''
    this.advance(stage, motion.rolls)
    const cells = new Set(motion.rolls.map((step) => step[3]))
    if (cells.size > MAX_SPRINGING) return
    flushSync()
    for (const cell of cells) {
      this.animate(this.body(cell), [{ transform: 'scale(0.9)' }, { transform: 'none' }], beat - duration)
    }
  }

  private lift(stage: Stage, motion: Motion, duration: number): void {
    const [leave] = motion.leaves
    const { x, y } = this.geometry.centre(leave[2])
    const rise = riseOf(this.reached.get(leave[2]))
    stage.carried = { owner: moverOf(this.reached, leave), at: { x, y: y + rise } }
    this.advance(stage, motion.leaves)
    flushSync()
    this.animate(this.root.querySelector('[data-carried]'), [
      { transform: 'none' },
      { transform: `translateY(${-LIFT}px) scale(1.08)` },
    ], duration)
  }

  private async carry(stage: Stage, motion: Motion, duration: number): Promise<void> {
    this.advance(stage, [])
    const [, kind, , to] = motion.arrivals[0]
    flushSync()
    if (stage.carried) {
      const { x, y } = this.geometry.centre(to)
      const rise = kind === 'capture' ? 0 : riseOf(applied(this.reached, motion.arrivals).get(to))
      const way = { x: x - stage.carried.at.x, y: y + rise - stage.carried.at.y }
      this.animate(this.root.querySelector('[data-carried]'), [
        { transform: `translateY(${-LIFT}px) scale(1.08)` },
        { transform: `translate(${way.x * 0.6}px, ${way.y * 0.6 - LIFT - 16}px) scale(1.14)`, offset: 0.5 },
        { transform: `translate(${way.x}px, ${way.y}px)` },
      ], duration)
    }
    if (kind === 'capture') {
      this.animate(this.body(to), [
        { transform: 'none', opacity: 1 },
        { transform: 'none', opacity: 1, offset: 0.6 },
        { transform: 'translateY(8px) scale(0.7)', opacity: 0 },
      ], duration)
    }
    const open = { transform: 'translateY(-15px)' }
    if (kind === 'unblock') {
      this.animate(this.shackle(to), [{ transform: 'none' }, { transform: 'none', offset: 0.6 }, open], duration)
    }
    await this.until(performance.now() + duration)
    if (this.isOver) return
    stage.carried = null
    this.advance(stage, motion.arrivals)
    flushSync()
    this.animate(this.body(to), [{ transform: 'scale(1.08, 0.9)' }, { transform: 'none' }], 140)
    if (kind === 'block') this.animate(this.shackle(to), [open, { transform: 'none' }], 180)
  }

  private body(cell: Cell): Element | null { return this.root.querySelector(`[data-body="${cell}"]`) }

  private shackle(cell: Cell): Element | null {
    return this.root.querySelector(`[data-body="${cell}"] [data-shackle]`)
  }

  private animate(
    element: Element | null, keyframes: Keyframe[], duration: number, delay = 0, easing = EASE_OUT,
  ): void {
    if (!element || duration <= 0) return
    for (const animation of element.getAnimations()) animation.cancel()
    const animation = element.animate(keyframes, { duration, delay, easing, fill: 'both' })
    // A piece at rest must keep no animation, or thousands of them pile up.
    animation.onfinish = () => {
      if (keyframes[keyframes.length - 1].transform === 'none') animation.cancel()
      this.animations = this.animations.filter((one) => one !== animation)
    }
    this.animations.push(animation)
  }

  /** Waits frame by frame, so that the pace hears how smooth it is. */
  private until(end: number): Promise<void> {
    if (this.isOver) return Promise.resolve()
    return new Promise((resolve) => {
      let previous = performance.now()
      const finish = () => {
        this.wake = null
        resolve()
      }
      this.wake = finish
      const frame = (now: number) => {
        if (this.wake !== finish) return
        if (now > previous) this.pace.frame(now - previous)
        previous = now
        if (now >= end - 6) finish()
        else requestAnimationFrame(frame)
      }
      requestAnimationFrame(frame)
    })
  }
}
