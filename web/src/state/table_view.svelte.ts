// A table on the screen: what is shown, picked, tried and asked, around the live connection.
import { api } from '../logic/api'
import { readClocks } from '../logic/clocks'
import { heldKey } from '../logic/key'
import { printCell, printMove } from '../logic/notation'
import { learnSeconds, nothingPicked, pick, type Picked, type PickResult } from '../logic/picking'
import { placedKind } from '../logic/pieces'
import { TableConnection, type ConnectionStatus, type SocketLike } from '../logic/socket'
import { isAsked, isHelpOff, isMyTurn, isOpen, mySeat, type Change, type TableState } from '../logic/table_state'
import { addressOf } from '../logic/route'
import { askerAt, holdTable, tokenOf } from '../logic/tokens'
import { tryMove, type Trial } from '../logic/trial'
import type { Cell, ClientCommand, EvaluationInfo, PlacedPiece, Player, TableInfo } from '../types'
import { sayEvent, sayTurn } from '../words/events'
import { sayEffects, sayPlayer } from '../words/sayings'
import type { BoardShow } from './board_show.svelte'
import { keeper, page, reasonOf } from './page.svelte'

function liveAddress(id: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/api/tables/${encodeURIComponent(id)}/live`
}

export class TableView {
  status = $state<ConnectionStatus>('connecting')
  state = $state.raw<TableState | null>(null)
  isGone = $state(false)
  picked = $state.raw<Picked>(nothingPicked)
  hovered = $state.raw<{ cell: Cell; targets: Cell[] } | null>(null)
  isTrying = $state(false)
  trial = $state.raw<Trial | null>(null)
  /** A move on its way to the server. */
  sent = $state.raw<{ cells: Cell[]; player: Player } | null>(null)
  hint = $state.raw<EvaluationInfo | 'thinking' | null>(null)
  /** A hint was asked for where there are none. */
  isMissingHelp = $state(false)
  note = $state('')
  /** This machine's timer when the table last changed, for the clocks. */
  received = $state(0)

  table: TableInfo | null = $derived(this.state?.table ?? null)
  isMyTurn = $derived(this.state !== null && isMyTurn(this.state))
  isPlaying = $derived(this.state !== null && this.state.you.seats.length > 0 && this.state.table.result === null)
  isAsked = $derived(this.state !== null && isAsked(this.state))
  isHelpOff = $derived(this.state !== null && isHelpOff(this.state))
  isComplete = $derived(this.table !== null && !this.table.seats.some(isOpen))
  canPick = $derived(this.isMyTurn && this.isComplete && this.sent === null && this.trial === null)
  clocks = $derived(this.table ? readClocks(this.table, this.received) : null)
  ghosts: PlacedPiece[] = $derived.by(() => this.ghostPieces())
  marks = $derived.by(() => this.boardMarks())

  private readonly connection: TableConnection
  private readonly targets = new Map<string, Promise<Cell[]>>()

  constructor(
    readonly id: string,
    readonly show: BoardShow,
  ) {
    this.connection = new TableConnection({
      open: () => new WebSocket(liveAddress(id)) as unknown as SocketLike,
      token: tokenOf(keeper, id),
      key: heldKey(keeper) ?? undefined,
      movesFrom: (first) => api.moves(id, first),
      onchange: (change, state) => this.changed(change, state),
      onstatus: (status) => this.statusChanged(status),
    })
  }

  close(): void {
    this.connection.close()
  }

  retry(): void {
    this.connection.retry()
  }

  // ---- What the server says

  private statusChanged(status: ConnectionStatus): void {
    if (status === 'open' && this.status === 'lost') page.announce(page.words.said.connected)
    this.status = status
    // A refused upgrade looks like a lost connection: only this tells whether the table exists.
    if (status === 'lost' && this.state === null) {
      api.table(this.id).catch((error) => {
        if (error?.status === 404) {
          this.isGone = true
          this.connection.close()
        }
      })
    }
  }

  private changed(change: Change, state: TableState): void {
    const before = this.state
    this.state = state
    if (change.kind === 'presence') return
    // Clocks are told with events only.
    this.received = performance.now()
    const isNewPosition = before?.table.position.text !== state.table.position.text
    const { table } = state
    if (change.kind === 'event' && change.event.type === 'moved') {
      const isShownAlready = this.trial?.move === change.event.move && this.trial.after.text === table.position.text
      if (isShownAlready) this.show.jump(table.position.pieces)
      else this.show.add({ steps: table.steps, pieces: table.position.pieces })
    } else if (isNewPosition || change.kind === 'whole') {
      this.show.jump(table.position.pieces)
    }
    if (isNewPosition || table.result) this.forgetChoices()
    if (this.isHelpOff) this.hint = null
    else this.isMissingHelp = false
    if (change.kind !== 'event') return
    const { said, note } = sayEvent(page.words, change.event, state, before?.table ?? null)
    page.announce(said)
    if (note !== null) this.note = note
    if (change.event.type === 'rematched') this.goToRematch(change.event.table)
  }

  private forgetChoices(): void {
    this.picked = nothingPicked
    this.hovered = null
    this.trial = null
    this.isTrying = false
    this.sent = null
    this.hint = null
    this.isMissingHelp = false
    this.note = ''
    this.targets.clear()
  }

  /** The token is good for the next game too, with its seats moved on. */
  goToRematch(next: string): void {
    const token = tokenOf(keeper, this.id)
    if (!token || !this.state || (this.state.you.seats.length === 0 && !this.state.you.is_host)) return
    holdTable(keeper, next, { token, created: Date.now() })
    page.go(addressOf.table(next))
  }

  // ---- What the person does

  /** Sends a command; what is refused is said in the note. */
  async send(command: ClientCommand): Promise<boolean> {
    this.note = ''
    try {
      await this.connection.send(command)
      return true
    } catch (error) {
      this.note = reasonOf(error)
      page.announce(this.note)
      return false
    }
  }

  /** All others have to agree before the engine helps; anybody ends it at once. */
  switchHelp(isOn: boolean): void {
    this.isMissingHelp = false
    void this.send({ type: 'help', is_on: isOn })
  }

  /** For somebody who is not there, or cannot go on. */
  letComputerPlay(seat: Player): void {
    void this.send({ type: 'replace', seat, with: { kind: 'computer', player: 'level:5' } })
  }

  async play(move: string, cells: Cell[]): Promise<void> {
    if (!this.table) return
    this.sent = { cells, player: this.table.position.to_move }
    this.isTrying = false
    this.hint = null
    const isDone = await this.send({ type: 'move', move, at: this.table.moves.length })
    this.sent = null
    if (!isDone && this.table) this.leaveTrial()
  }

  pickCell(cell: Cell): void {
    const table = this.table
    if (!table) return
    if (this.trial && this.sent === null) {
      const { cells } = this.trial
      if (cell === cells.at(-1)) {
        void this.playTrial()
        return
      }
      // A stone that was placed first is lifted; anywhere else only the last choice changes.
      if (table.board.unordered && cells.includes(cell)) {
        this.returnFromTrial([...cells].reverse())
        page.announce(page.words.said.undone)
        return
      }
      this.returnFromTrial(cells)
    }
    if (!this.canPick) {
      this.note = this.sayUnplayable(table)
      page.announce(this.note)
      return
    }
    // Input counts at once: a move that is still being shown ends there.
    if (this.show.isBusy) this.show.finish()
    this.handlePick(pick(table.board, table.position.picks, this.picked, cell), cell)
  }

  /** Leaves a trial as it was before the second of these cells was picked. */
  private returnFromTrial([first, second]: Cell[]): void {
    this.leaveTrial()
    if (first === undefined || second === undefined) return
    this.picked = { ...nothingPicked, first }
    void this.askSeconds(first)
  }

  /** Why nothing can be picked now; nothing to say while a move is on its way. */
  private sayUnplayable(table: TableInfo): string {
    const { over, watching, notYourTurn, waitsForFriend } = page.words.table
    if (table.result) return over
    if (!this.isComplete) return waitsForFriend
    if (this.isMyTurn) return ''
    const why = this.state!.you.seats.length === 0 ? watching : notYourTurn
    return `${why} ${sayTurn(page.words, this.state!)}`
  }

  private handlePick({ picked, outcome }: PickResult, cell: Cell): void {
    const table = this.table!
    this.picked = picked
    this.hovered = null
    this.note = ''
    if (outcome === 'impossible') {
      this.note = this.sayImpossible(cell)
      page.announce(this.note)
    } else if (outcome === 'undone') {
      page.announce(page.words.said.undone)
    } else if (outcome === 'asks') {
      page.announce(page.words.said.first(printCell(table.board, cell)))
      void this.askSeconds(cell)
    } else if (outcome !== 'waits') {
      void this.decide(outcome.move)
    }
  }

  private sayImpossible(cell: Cell): string {
    const { board } = this.table!
    const words = page.words.table
    const name = printCell(board, cell)
    if (!board.moves_pieces) return words.impossible(name)
    return this.picked.first === null ? words.notYours(name) : words.outOfReach(printCell(board, this.picked.first), name)
  }

  private async askSeconds(first: Cell): Promise<void> {
    const table = this.table!
    try {
      const seconds = await this.targetsOf(first)
      if (this.table?.position.text !== table.position.text) return
      const wanted = this.picked.wanted
      const result = learnSeconds(table.board, table.position.picks, this.picked, first, seconds)
      if (wanted === null) this.picked = result.picked
      else this.handlePick(result, wanted)
    } catch (error) {
      this.picked = nothingPicked
      this.note = reasonOf(error)
    }
  }

  /** The cells that may follow `first` now, asked for once. */
  private targetsOf(first: Cell): Promise<Cell[]> {
    const table = this.table!
    const key = `${table.position.text} ${first}`
    let answer = this.targets.get(key)
    if (!answer) {
      answer = api
        .position({ game: table.game, position: table.position.text, first })
        .then(({ seconds }) => seconds ?? [])
      answer.catch(() => this.targets.delete(key))
      this.targets.set(key, answer)
    }
    return answer
  }

  private async decide(cells: Cell[]): Promise<void> {
    const table = this.table!
    const move = printMove(table.board, cells)
    // Fields smaller than a fingertip are easily missed.
    const isEasilyMissed = page.isTouched && (page.isNarrow || page.isLow) && table.board.columns > 12
    if (!this.isTrying && !page.settings.confirmsMoves && !isEasilyMissed) {
      await this.play(move, cells)
      return
    }
    try {
      const trial = await tryMove(table.game, table.position.text, move, cells)
      if (this.table?.position.text !== table.position.text) return
      this.trial = trial
      this.hint = null
      const changed = { before: table.position.pieces, after: trial.after.pieces, steps: trial.steps }
      const effects = sayEffects(page.words, table.board, sayPlayer(page.words, table.board, table.position.to_move), changed)
      page.announce(`${page.words.table.tried(move)} ${page.words.table.tryAgain(cells.length)} ${effects}`)
      this.show.add({ steps: trial.steps, pieces: trial.after.pieces })
    } catch (error) {
      this.note = reasonOf(error)
    }
  }

  async playTrial(): Promise<void> {
    if (this.trial) await this.play(this.trial.move, this.trial.cells)
  }

  /** Escape and 'Back': the last choice is taken back, one at a time. */
  stepBack(): void {
    this.note = ''
    if (this.trial) this.leaveTrial()
    else if (this.picked.first !== null) this.picked = nothingPicked
    else if (this.hint) this.hint = null
    else if (this.isMissingHelp) this.isMissingHelp = false
    else this.isTrying = false
  }

  private leaveTrial(): void {
    if (!this.trial || !this.table) return
    this.trial = null
    this.show.jump(this.table.position.pieces)
  }

  toggleTrying(): void {
    this.leaveTrial()
    this.picked = nothingPicked
    this.isTrying = !this.isTrying
    if (this.isTrying) page.announce(page.words.table.trying)
  }

  async hover(cell: Cell | null): Promise<void> {
    this.hovered = null
    const table = this.table
    if (cell === null || !table || !this.canPick || this.picked.first !== null) return
    if (!table.board.moves_pieces || !table.position.picks.includes(cell)) return
    const answer = { cell, targets: [] as Cell[] }
    this.hovered = answer
    const targets = await this.targetsOf(cell).catch(() => [])
    if (this.hovered?.cell === cell) this.hovered = { cell, targets }
  }

  async askHint(): Promise<void> {
    const table = this.table
    if (!table || table.result || this.hint === 'thinking') return
    if (this.isHelpOff) {
      this.isMissingHelp = !this.isMissingHelp
      if (this.isMissingHelp) page.announce(page.words.hints.off)
      return
    }
    this.leaveTrial()
    this.hint = 'thinking'
    try {
      const hint = await api.evaluate({ game: table.game, position: table.position.text, time: '1s', ...askerAt(keeper, table.id) })
      if (this.table?.position.text !== table.position.text) return
      this.hint = hint
      page.announce(`${page.words.table.hintIs(hint.move)}.`)
    } catch (error) {
      this.hint = null
      this.note = reasonOf(error)
    }
  }

  // ---- What the board shows

  private ghostPieces(): PlacedPiece[] {
    const table = this.table
    if (!table) return []
    const kind = placedKind(table.board.look)
    const ghost = (cell: Cell, player: Player): PlacedPiece => [cell, kind, player, 1]
    const stands = new Set(this.show.pieces.map(([cell]) => cell))
    if (table.board.moves_pieces || this.trial) return []
    if (this.sent) {
      const { cells, player } = this.sent
      return cells.filter((cell) => !stands.has(cell)).map((cell) => ghost(cell, player))
    }
    return this.picked.first === null ? [] : [ghost(this.picked.first, table.position.to_move)]
  }

  private boardMarks() {
    const table = this.table
    if (!table) return {}
    const { picked, hint } = this
    const { moves_pieces } = table.board
    let targets: Cell[] | undefined = moves_pieces ? undefined : table.position.picks
    let selected: Cell[] = picked.first === null ? [] : [picked.first]
    if (picked.first !== null) targets = [...(picked.seconds ?? []), ...(moves_pieces ? [] : [picked.first])]
    else if (this.hovered) [targets, selected] = [this.hovered.targets, [this.hovered.cell]]
    return {
      last: this.trial ? [] : (table.moves.at(-1)?.cells ?? []),
      targets: this.canPick ? targets : undefined,
      selected,
      line: this.show.isShowing ? [] : ((this.trial?.after ?? table.position).ending?.cells ?? []),
      hint: hint && hint !== 'thinking' ? hint.cells : [],
      trial: this.trial?.cells ?? [],
    }
  }

  /** Who is asked or spoken to when this browser holds several seats. */
  get seat(): Player | null {
    return this.state ? mySeat(this.state.you) : null
  }
}
