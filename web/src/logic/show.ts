// Shows moves on the board one after the other, and never lags far behind the game.
import type { PlacedPiece, Step } from '../types'

export interface Showing { steps: Step[]; pieces: PlacedPiece[] }

export interface Stage {
  /** Animates the steps, so that the board ends with these pieces. */
  play(showing: Showing): Promise<void>
  /** Ends a running animation at once. */
  finish(): void
  /** Puts the pieces there without any motion. */
  set(pieces: PlacedPiece[]): void
}

/** More moves than this waiting, and the older ones are shown without motion. */
const maxWaiting = 1

export class Show {
  private waiting: Showing[] = []
  /** Counts up with every jump, so that an animation that was cut off changes nothing any more. */
  private run = 0
  private isPlaying = false

  constructor(private readonly stage: Stage) {}

  get isBusy(): boolean {
    return this.isPlaying
  }

  add(showing: Showing): void {
    this.waiting.push(showing)
    if (this.waiting.length > maxWaiting) {
      this.waiting.splice(0, this.waiting.length - maxWaiting)
      this.stage.finish()
    }
    if (!this.isPlaying) void this.playAll()
  }

  /** What is under way ends, and these pieces stand there. */
  jump(pieces: PlacedPiece[]): void {
    this.run += 1
    this.waiting = []
    this.isPlaying = false
    this.stage.finish()
    this.stage.set(pieces)
  }

  private async playAll(): Promise<void> {
    const { run } = this
    this.isPlaying = true
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      await this.stage.play(next)
      if (run !== this.run) return
      this.stage.set(next.pieces)
    }
    this.isPlaying = false
  }
}
