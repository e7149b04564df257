// A recorded game on the screen: where one is in it, and what the engine thinks of each position.
import { api } from '../logic/api'
import { Analysis, faultOf, sharesOf, sharesOfResult, type Fault } from '../logic/evaluation'
import { questionOf } from '../logic/loadable'
import { waveTime } from '../logic/settings'
import { isHelpOff } from '../logic/table_state'
import { askerAt, tokenOf } from '../logic/tokens'
import { tryMove } from '../logic/trial'
import type { EvaluationInfo, PlacedPiece, Replay, ReplayPosition, Step } from '../types'
import { sayMove, sayPasses, sayPlayer } from '../words/sayings'
import type { BoardShow } from './board_show.svelte'
import { keeper, page, reasonOf } from './page.svelte'

/** How the board came to stand as it does at some point of the game. */
interface Moment { steps: Step[]; pieces: PlacedPiece[] }

/** Enough to go to and fro; a long game on a large board has too many to keep them all. */
const maxMoments = 40

export class ReplayView {
  replay = $state.raw<Replay | null>(null)
  problem = $state('')
  index = $state(0)
  isPlaying = $state(false)
  evaluations = $state.raw<(EvaluationInfo | null)[]>([])
  isAnalysing = $state(false)
  showsBest = $state(false)
  /** The game goes on, and there is no help in it. */
  isHelpOff = $state(false)
  /** Where the board is, which may lag behind where one has gone to. */
  private shownIndex = $state(0)

  count = $derived(this.replay?.moves.length ?? 0)
  position: ReplayPosition | null = $derived(this.positionAt(this.index))
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
    line: this.show.isShowing ? [] : (this.positionAt(this.shownIndex)?.ending?.cells ?? []),
  }))

  /** The table that the game is or was played at. */
  private table: string | null = null
  private analysis: Analysis | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private moments = new Map<number, Promise<Moment>>()
  private shownPieces: PlacedPiece[] = []
  private isBringing = false

  constructor(readonly show: BoardShow) {}

  async load(id: string | null): Promise<void> {
    const record = id === null ? page.record : null
    if (id === null && record === null) {
      this.problem = page.words.replay.nothing
      return
    }
    try {
      const replay = await api.replay(record ? questionOf(record.text) : { record: await api.record(id!) })
      const table = id !== null && replay.result === '*' ? await api.table(id) : null
      const seats = tokenOf(keeper, id ?? '') ? [0] : []
      this.isHelpOff = table !== null && isHelpOff({ table, you: { seats, is_host: false } })
      this.table = id
      this.open(replay)
    } catch (error) {
      this.problem = reasonOf(error, record ?? undefined)
    }
  }

  private open(replay: Replay): void {
    this.close()
    this.replay = replay
    this.problem = ''
    this.evaluations = new Array<EvaluationInfo | null>(replay.moves.length + 1).fill(null)
    this.index = 0
    this.shownIndex = 0
    this.shownPieces = replay.start.pieces
    this.moments.clear()
    this.show.jump(replay.start.pieces)
    this.prepare(1)
  }

  close(): void {
    this.pause()
    this.stopAnalysis()
  }

  positionAt(index: number): ReplayPosition | null {
    if (!this.replay) return null
    return index === 0 ? this.replay.start : this.replay.moves[index - 1].position
  }

  private momentAt(index: number): Promise<Moment> {
    const { replay } = this
    if (!replay || index === 0) return Promise.resolve({ steps: [], pieces: replay?.start.pieces ?? [] })
    const known = this.moments.get(index)
    if (known) return known
    const { move, cells } = replay.moves[index - 1]
    const moment = tryMove(replay.game, this.positionAt(index - 1)!.text, move, cells).then(({ steps, after }) => ({ steps, pieces: after.pieces }))
    this.moments.set(index, moment)
    moment.catch(() => this.moments.delete(index))
    const [oldest] = this.moments.keys()
    if (this.moments.size > maxMoments) this.moments.delete(oldest)
    return moment
  }

  /** Asks already for what is probably seen next. */
  private prepare(index: number): void {
    if (index <= this.count) void this.momentAt(index).catch(() => {})
  }

  goTo(index: number): void {
    if (!this.replay) return
    const wanted = Math.max(0, Math.min(this.count, index))
    if (wanted === this.index) return
    this.index = wanted
    void this.bring()
    if (this.showsBest) void this.evaluateHere()
  }

  /** Shows the position one has gone to; those one has only passed by are left out. */
  private async bring(): Promise<void> {
    if (this.isBringing) return
    this.isBringing = true
    try {
      while (this.shownIndex !== this.index) {
        const { index, replay } = this
        const moment = await this.momentAt(index)
        if (this.replay === replay && this.index === index) this.showMoment(index, moment)
      }
      this.prepare(this.index + 1)
    } catch (error) {
      this.problem = reasonOf(error)
      this.index = this.shownIndex
      this.pause()
    }
    this.isBringing = false
  }

  /** One move on is shown as it was played; everything else is a jump. */
  private showMoment(index: number, { steps, pieces }: Moment): void {
    const { board, moves } = this.replay!
    const isNext = index === this.shownIndex + 1
    const changed = { before: this.shownPieces, after: pieces, steps }
    this.shownIndex = index
    this.shownPieces = pieces
    this.problem = ''
    if (!isNext) {
      this.show.jump(pieces)
      page.announce(page.words.replay.at(index, this.count))
      return
    }
    const { player, move } = moves[index - 1]
    this.show.finish()
    this.show.add({ steps, pieces })
    page.announce(`${sayMove(page.words, board, sayPlayer(page.words, board, player), move, changed)} ${sayPasses(page.words, { board, seats: [] }, steps)}`)
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
    if (!this.show.isBusy && !this.isBringing) this.goTo(this.index + 1)
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
      this.keep(index, await api.evaluate({ game: replay.game, position: position.text, time: '500ms', ...askerAt(keeper, this.table) }), replay)
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
      (position, signal) => api.evaluate({ game: replay.game, position, time: '500ms', ...askerAt(keeper, this.table) }, signal),
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
