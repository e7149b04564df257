// A recorded game on the screen: where one is in it, and what the engine thinks of each position.
import { api } from '../logic/api'
import { Analysis, faultOf, sharesOf, sharesOfResult, type Fault } from '../logic/evaluation'
import { winningLine } from '../logic/pieces'
import { waveTime } from '../logic/settings'
import { Show, type Stage } from '../logic/show'
import type { EvaluationInfo, PlacedPiece, PositionInfo, Replay } from '../types'
import { sayMove, sayPasses, sayPlayer } from '../words/sayings'
import { page, reasonOf } from './page.svelte'

export class ReplayView {
  replay = $state.raw<Replay | null>(null)
  problem = $state('')
  index = $state(0)
  pieces = $state.raw<PlacedPiece[]>([])
  isPlaying = $state(false)
  isShowing = $state(false)
  evaluations = $state.raw<(EvaluationInfo | null)[]>([])
  isAnalysing = $state(false)
  showsBest = $state(false)

  count = $derived(this.replay?.moves.length ?? 0)
  position: PositionInfo | null = $derived(this.positionAt(this.index))
  evaluation = $derived(this.evaluations[this.index] ?? null)
  analysed = $derived(this.evaluations.filter((evaluation) => evaluation !== null).length)
  /** Finished positions need no engine. */
  toAnalyse = $derived(
    this.replay ? [this.replay.start, ...this.replay.moves.map((move) => move.position)].filter((position) => position.to_move >= 0).length : 0,
  )
  shares = $derived.by(() => this.allShares())
  faults: (Fault | null)[] = $derived.by(() => this.allFaults())
  marks = $derived.by(() => ({
    last: this.index > 0 ? (this.replay?.moves[this.index - 1].cells ?? []) : [],
    hint: this.showsBest ? (this.evaluation?.cells ?? []) : [],
    line: this.index > 0 && !this.isShowing ? winningLine(this.replay?.moves[this.index - 1].steps ?? []) : [],
  }))

  private readonly show: Show
  private analysis: Analysis | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly stage: Pick<Stage, 'play' | 'finish'>) {
    this.show = new Show({
      finish: stage.finish,
      play: (showing) => {
        this.isShowing = true
        return stage.play(showing)
      },
      set: (pieces) => {
        this.isShowing = false
        this.pieces = [...pieces]
      },
    })
  }

  async load(id: string | null): Promise<void> {
    const record = id === null ? page.record : null
    if (id === null && record === null) {
      this.problem = page.words.replay.nothing
      return
    }
    try {
      this.open(await api.replay({ record: record ?? (await api.record(id!)) }))
    } catch (error) {
      this.problem = reasonOf(error)
    }
  }

  private open(replay: Replay): void {
    this.close()
    this.replay = replay
    this.problem = ''
    this.evaluations = new Array<EvaluationInfo | null>(replay.moves.length + 1).fill(null)
    this.index = 0
    this.show.jump(replay.start.pieces)
  }

  close(): void {
    this.pause()
    this.stopAnalysis()
  }

  positionAt(index: number): PositionInfo | null {
    if (!this.replay) return null
    return index === 0 ? this.replay.start : this.replay.moves[index - 1].position
  }

  /** One move on is shown as it was played; everything else is a jump. */
  goTo(index: number): void {
    const { replay } = this
    if (!replay) return
    const wanted = Math.max(0, Math.min(this.count, index))
    if (wanted === this.index) return
    const isNext = wanted === this.index + 1
    this.index = wanted
    const position = this.positionAt(wanted)!
    if (!isNext) {
      this.show.jump(position.pieces)
      page.announce(page.words.replay.at(wanted, this.count))
    } else {
      const move = replay.moves[wanted - 1]
      this.stage.finish()
      this.show.add({ steps: move.steps, pieces: position.pieces })
      page.announce(`${sayMove(page.words, replay.board, sayPlayer(page.words, replay.board, move.player), move.move, move.steps)} ${sayPasses(page.words, { board: replay.board, seats: [] }, move.steps)}`)
    }
    if (this.showsBest) void this.evaluateHere()
  }

  togglePlaying(): void {
    if (this.isPlaying) {
      this.pause()
      return
    }
    if (this.index === this.count) this.goTo(0)
    this.isPlaying = true
    this.playNext()
  }

  pause(): void {
    this.isPlaying = false
    clearTimeout(this.timer)
  }

  private playNext(): void {
    if (!this.isPlaying) return
    if (this.index >= this.count) {
      this.pause()
      return
    }
    if (!this.show.isBusy) this.goTo(this.index + 1)
    // A long cascade is shown to its end before the next move begins.
    this.timer = setTimeout(() => this.playNext(), this.show.isBusy ? 120 : waveTime(page.settings) * 3.5)
  }

  async toggleBest(): Promise<void> {
    this.showsBest = !this.showsBest
    if (this.showsBest) await this.evaluateHere()
  }

  private async evaluateHere(): Promise<void> {
    const { index, replay, position } = this
    if (!replay || !position || position.to_move < 0 || this.evaluations[index]) return
    try {
      this.keep(index, await api.evaluate({ game: replay.game, position: position.text, time: '500ms' }), replay)
    } catch (error) {
      this.problem = reasonOf(error)
    }
  }

  private keep(index: number, evaluation: EvaluationInfo, of: Replay): void {
    if (this.replay !== of) return
    this.evaluations = this.evaluations.map((known, at) => (at === index ? evaluation : known))
  }

  async analyse(): Promise<void> {
    const { replay } = this
    if (!replay || this.isAnalysing) return
    const tasks = this.evaluations.flatMap((known, index) => {
      const position = this.positionAt(index)!
      return known || position.to_move < 0 ? [] : [{ index, position: position.text }]
    })
    this.analysis = new Analysis(
      (position, signal) => api.evaluate({ game: replay.game, position, time: '500ms' }, signal),
      (index, evaluation) => this.keep(index, evaluation, replay),
    )
    this.isAnalysing = true
    this.problem = ''
    try {
      await this.analysis.run(tasks)
      if (this.analysed === this.toAnalyse) page.announce(page.words.said.analysed)
    } catch (error) {
      this.problem = reasonOf(error)
    }
    this.isAnalysing = false
  }

  stopAnalysis(): void {
    this.analysis?.stop()
    this.analysis = null
    this.isAnalysing = false
  }

  private allShares(): ((number | null)[] | null)[] {
    const players = this.replay?.board.players.length ?? 0
    return this.evaluations.map((evaluation, index) => {
      const position = this.positionAt(index)!
      if (position.outcome) return sharesOfResult(position.outcome)
      return evaluation ? sharesOf(evaluation.score, position.to_move, players) : null
    })
  }

  private allFaults(): (Fault | null)[] {
    return (this.replay?.moves ?? []).map(({ player }, index) =>
      faultOf(this.shares[index]?.[player] ?? null, this.shares[index + 1]?.[player] ?? null),
    )
  }
}
