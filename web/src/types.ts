// What the server says and hears, as docs/api.md describes it.

/** A cell's number: row * columns + column, from the upper left. */
export type Cell = number

/** A player's number, 0 for the one who begins; -1 for nobody. */
export type Player = number

/** What a game's pieces are: `towers` are flat stones that stack, with a height, a lock and bases. */
export type PieceStyle = 'stones' | 'discs' | 'marks' | 'balls' | 'towers'

export type Colour = 'black' | 'white' | 'red' | 'blue'

/** What is counted of each player's: stones, balls and stones of towers, or the fields they stand on. */
export type Counted = 'pieces' | 'fields'

/** How a game looks, as it says itself. */
export interface Look {
  /** What the board is made of, in one word; empty for a plain board. */
  material: string
  pieces: PieceStyle
  /** Of each player's pieces. */
  colours: Colour[]
  /** What tells who is ahead, the most important first; nothing where numbers say nothing. */
  counts: Counted[]
  /** The ways in which a game ends, by code, with what follows “black wins” in English. */
  endings: Record<string, string>
}

/** How a finished position has ended: the code, and the cells that show it. */
export interface Ending { how: string; cells: Cell[] }

export type PieceKind = 'stone' | 'ball' | 'tower' | 'blocked' | 'base' | 'hole'

/** What stands on a cell: `count` balls, or the height of a tower; 1 for everything else. */
export type PlacedPiece = [cell: Cell, kind: PieceKind, owner: Player, count: number]

export type StepKind =
  | 'place'    // a new piece appears on `to`
  | 'flip'     // the piece on `to` changes its owner, because of the one placed on `from`
  | 'topple'   // the field `to` overflows; the piece is what stays behind
  | 'roll'     // a ball rolls `from` a toppled field `to` its neighbour
  | 'leave'    // a piece leaves `from`; the piece is what stays there
  | 'arrive'   // it reaches the empty field `to`
  | 'build'    // it makes or raises an own tower on `to`
  | 'capture'  // it takes what stood on `to`
  | 'block'    // it blocks the enemy tower on `to`
  | 'unblock'  // it frees the own tower on `to`
  | 'line'     // `to` is part of the line that wins
  | 'pass'     // the owner of the piece cannot move and passes

/**
 * One visible change. Steps of the same wave happen at the same time; waves count up from 0. The
 * last three say what stands on the changed cell after this step (kind 'none' if nothing does).
 */
export type Step = [
  wave: number,
  kind: StepKind,
  from: Cell,
  to: Cell,
  piece: PieceKind | 'none',
  owner: Player,
  count: number,
]

/** The board of a variant: what does not change in a game. */
export interface BoardInfo {
  /** The game's name, as texts have it. */
  game: string
  shape: 'square' | 'hexagon'
  edges: 'closed' | 'torus'
  columns: number
  rows: number
  column_labels: string[]
  row_labels: string[]
  /** How many cells make a move, and whether their order means nothing. */
  cells_per_move: 1 | 2
  unordered: boolean
  /** Whether a move takes a piece from its first cell to its second; else pieces are placed. */
  moves_pieces: boolean
  /** How a cell is written from its labels, and a move from its cells. */
  notation: { is_row_first: boolean; between_parts: string; between_cells: string }
  /** The players' names in the rules: `["white", "black"]`. */
  players: string[]
  /** With how many balls each cell overflows; null where nothing does. */
  capacities: number[] | null
  look: Look
}

export interface PositionInfo {
  text: string
  /** Whose turn it is; -1 if the game is over by the rules. */
  to_move: Player
  pieces: PlacedPiece[]
  /** The cells that may be picked first. */
  picks: Cell[]
  /** By the rules: null while the game goes on. */
  outcome: string | null
  /** How it has ended; null while the game goes on and where the rules tell nothing. */
  ending: Ending | null
}

export interface Range { min: number; max: number; step: number }

export interface ParameterInfo {
  name: string
  kind: 'number' | 'rectangle' | 'choice' | 'cells'
  help: string
  range?: Range
  /** Another parameter that bounds the number as well: by its number, or the shorter side of its rectangle. */
  max_by?: string
  second_range?: Range
  first_name?: string
  second_name?: string
  choices?: string[]
  standard: string
}

export interface GameInfo {
  name: string
  title: string
  summary: string
  parameters: ParameterInfo[]
  presets: { title: string; variant: string }[]
  /** Levels are 1 to this. */
  levels: number
  strategies: { name: string; summary: string }[]
  has_draws: boolean
  /** Whether servers of this game can be seated as players. */
  has_remote: boolean
  /** The standard variant. */
  board: BoardInfo
}

/** `client`: whoever has connected to the server of a game’s own protocol. */
export type SeatKind = 'human' | 'invite' | 'computer' | 'remote' | 'client'

/** A seat as it is asked for. */
export interface SeatWish {
  kind: SeatKind
  name?: string
  /** computer: `level:5`, `max`, `simple:depth=2`. */
  player?: string
  /** computer: time for a move, `2s`. */
  time?: string
  /** remote: `HOST:PORT`. */
  server?: string
}

export interface SeatInfo {
  kind: SeatKind
  /** What to show; empty for an invited person who has not come yet and for a server that has not said it yet. */
  name: string
  /** computer only: as in SeatWish. */
  player?: string
  time?: string
  /** remote only, and only for whoever holds the server's key. */
  server?: string
  /** People: whether somebody is connected who holds this seat. */
  present?: boolean
  /** Whether the invited person has been away for so long that a computer may take over. */
  gone?: boolean
}

export interface ClockRule { time: number; increment: number }

export interface MoveInfo {
  move: string
  player: Player
  cells: Cell[]
  /** What a computer thought of it: `0.625`, `win:5`, `loss:4`, `draw`, for the one who moved. */
  score?: string
}

export interface Offer {
  what: 'take_back' | 'draw' | 'rematch' | 'help'
  /** Who asks, and who has yet to answer. */
  seat: Player
  waiting: Player[]
  /** take_back: how many moves would be left. */
  to?: number
}

export type EndReason = 'rules' | 'resignation' | 'time' | 'agreement' | 'left'

/** Why a computer or a remote player cannot go on. */
export interface Trouble {
  seat: Player
  code: TroubleCode
  /** What a foreign program has said, to be shown as it is. */
  detail?: string
  /** The same as a sentence in English, for programs that know no words for the code. */
  message: string
}

export type TroubleCode =
  | 'other'
  | 'connection_refused'
  | 'unknown_host'
  | 'unreachable'
  | 'silent'
  | 'lost'
  | 'protocol'
  | 'illegal_move'
  | 'different_board'
  | 'wrong_result'
  | 'refused'
  | 'too_many'
  | 'too_long'
  | 'left'
  | 'withdrawn'

export interface TableInfo {
  id: string
  /** Game and variant, `name:10x10`. */
  game: string
  title: string
  board: BoardInfo
  seats: SeatInfo[]
  clock: ClockRule | null
  /** Milliseconds since 1970, as all times. */
  created: number
  /** The number of the last event. */
  number: number
  start: string
  /** Of a very long game the latest moves; this is the number of the first of them, and the page asks for the others. */
  first_move: number
  moves: MoveInfo[]
  position: PositionInfo
  /** What the last move changed; of very long cascades the first waves. */
  steps: Step[]
  /** Milliseconds left for each seat, at the server's time `now`; the clock of the one to move runs. */
  clocks: number[] | null
  is_running: boolean
  now: number
  offer: Offer | null
  /** Of tables where only computers play: milliseconds between moves, and whether they wait. */
  delay: number
  is_paused: boolean
  /** Whether players may have hints and evaluation: one person always may, several only if all have agreed. */
  help: 'free' | 'off' | 'agreed'
  trouble: Trouble | null
  result: { text: string; winner: Player; reason: EndReason } | null
  /** The table where the game is played again. */
  rematch: string | null
  /** What is wrong with the stored events after the last one shown; nothing more can happen then. */
  damage: string | null
  watchers: number
}

/** What the token allows. */
export interface You { seats: Player[]; is_host: boolean }

export type Evaluation =
  | { kind: 'estimate'; expected: number }
  | { kind: 'win' | 'loss'; plies: number; expected: number }
  | { kind: 'draw'; expected: number }

export interface EvaluationInfo {
  move: string
  cells: Cell[]
  /** For the player to move. */
  score: Evaluation
  /** The play expected from here, beginning with the move. */
  line: string[]
  depth: number
  nodes: number
}

export interface TableSummary {
  id: string
  game: string
  title: string
  seats: SeatInfo[]
  created: number
  changed: number
  moves: number
  result: TableInfo['result']
  watchers: number
  /** Live tables only. */
  board?: BoardInfo
  pieces?: PlacedPiece[]
}

/** After a move of a replay; what stands where is asked for when it is to be seen. */
export type ReplayPosition = Pick<PositionInfo, 'text' | 'to_move' | 'outcome' | 'ending'>

export interface ReplayMove extends MoveInfo { position: ReplayPosition; comment?: string }

/** Why something is not done, or what is wrong with a text: an English sentence, and its parts for other languages. */
export interface Problem {
  /** `stale`, `not_possible` …: those that src/server/base/refusal.h and the readers of records know. */
  code: string
  reason: string
  /** The parts that differ, and where it is: `line` and `column`, or the `character` of a `field`. */
  parameters: Record<string, string>
}

export interface Replay {
  game: string
  title: string
  board: BoardInfo
  tags: [name: string, value: string][]
  start: PositionInfo
  moves: ReplayMove[]
  /** `1-0`, `*` while it goes on. */
  result: string
  /** Of a very long game where the next part begins. */
  next?: number
  /** What is wrong behind the last of the moves. */
  problem?: Problem
}

export interface ServerInfo {
  /** Names and addresses under which others reach the server, the best first; none if nobody else does. */
  hosts: string[]
  /** Whether the question carried the server's key: only then it may end the program, change servers, seat
   * remote players and see addresses. */
  has_key: boolean
  /** `0.2.0`, and the commit it was built from: `1a2b3c4`, empty if nobody knows. */
  version: string
  commit: string
}

/** How the server is doing, for whoever runs it; times in milliseconds. */
export interface ServerStatus {
  version: string
  commit: string
  since: number
  now: number
  /** Why nothing can be stored at the moment; empty if it can. */
  storage: { problem: string; failures: number; damaged: number }
  tables: { live: number; loaded: number; created: number; watchers: number }
  /** Within what time half of the moves and 99 of 100 were stored and told; null if there were none, or it took longer than
   * is counted. */
  moves: { total: number; per_minute: number; median: number | null; percentile_99: number | null }
  web: {
    connections: number
    sockets: number
    visitors: number
    requests: number
    connections_refused: number
    over_rate: number
    /** Answers by their status, from 400 on. */
    refusals: Record<string, number>
  }
  engines: { thinking: number; waiting: number }
  /** Programs that play over a protocol of their own. */
  clients: { is_on: boolean; connections: number; games: number }
}

/** The answer to a wish to end the program: games that go on with other people, and whether they are ended. */
export interface QuitAnswer { is_ending: boolean; games: number; people: number }

// ---- The live connection to a table

export type EventBody =
  | { type: 'created' }
  | { type: 'seated'; seat: Player; name: string }
  | { type: 'named'; seat: Player; name: string }
  | { type: 'moved'; seat: Player; move: string }
  | { type: 'offered'; seat: Player; what: Offer['what']; to?: number }
  | { type: 'answered'; seat: Player; accepts: boolean }
  | { type: 'taken_back'; to: number }
  | { type: 'ended'; result: string; reason: EndReason; seat?: Player }
  | { type: 'paced'; delay: number; is_paused: boolean }
  | ({ type: 'troubled' } & Trouble)
  | { type: 'replaced'; seat: Player }
  | { type: 'help_switched'; is_on: boolean }
  | { type: 'rematched'; table: string }

/**
 * Everything of a table but what never changes; `moves` only the new ones, from `first_move` on, and `steps` only
 * if the event has changed the board.
 */
export type TableChange = Omit<
  TableInfo,
  'id' | 'game' | 'title' | 'board' | 'clock' | 'created' | 'start' | 'moves' | 'steps'
> & { first_move: number; moves: MoveInfo[]; steps?: Step[] }

export type ServerMessage =
  | { type: 'table'; table: TableInfo; you: You }
  | { type: 'event'; number: number; event: EventBody; change: TableChange }
  /** Who is there; not an event, never stored. */
  | { type: 'presence'; present: boolean[]; gone: boolean[]; watchers: number }
  | { type: 'done'; id: number }
  | ({ type: 'refused'; id: number } & Problem)

export type ClientCommand =
  | { type: 'move'; move: string; at: number }
  | { type: 'take_back'; at: number }
  | { type: 'offer_draw' }
  | { type: 'answer'; accepts: boolean }
  | { type: 'resign'; seat?: Player }
  | { type: 'rematch' }
  | { type: 'pace'; delay: number; is_paused: boolean }
  | { type: 'step' }
  | { type: 'replace'; seat: Player; with: SeatWish }
  /** Asks the others for hints and evaluation, or ends them for all. */
  | { type: 'help'; is_on: boolean }

/** The first message of a client, then commands with a number of their own each. */
export type ClientMessage =
  | { type: 'hello'; token?: string; key?: string; after?: number }
  | { type: 'ping'; id: number }
  | (ClientCommand & { id: number })
