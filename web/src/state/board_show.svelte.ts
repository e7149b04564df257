// What stands on the board of a screen, and the moves that are being shown there.
import { waveTime } from '../logic/settings'
import { Show, type Showing, type Stage } from '../logic/show'
import type { PlacedPiece, Step } from '../types'
import { page } from './page.svelte'

/** What a screen's board can do; it is there only when the screen is drawn. */
interface Player {
  play(steps: Step[], after: PlacedPiece[], options: { speed: number; mode: 'stepwise' | 'instant' }): Promise<void>
  finish(): void
}

export class BoardShow {
  pieces = $state.raw<PlacedPiece[]>([])
  /** Whether a move is being shown; its result is told when it has been seen. */
  isShowing = $state(false)

  private readonly show: Show

  constructor(private readonly board: () => Player | null) {
    const stage: Stage = {
      finish: () => this.finish(),
      play: async ({ steps, pieces }) => {
        this.isShowing = true
        await this.board()?.play(steps, pieces, { speed: waveTime(page.settings), mode: page.isStill ? 'instant' : page.settings.mode })
      },
      set: (pieces) => {
        this.isShowing = false
        // A copy, because the board takes pieces it knows already for those a show began with.
        this.pieces = [...pieces]
      },
    }
    this.show = new Show(stage)
  }

  get isBusy(): boolean {
    return this.show.isBusy
  }

  /** Shows a move when those before it have been shown. */
  add(showing: Showing): void {
    this.show.add(showing)
  }

  /** Shows how it stands, without motion. */
  jump(pieces: PlacedPiece[]): void {
    this.show.jump(pieces)
  }

  /** Ends a motion at once. */
  finish(): void {
    this.board()?.finish()
  }
}
