// The server's API as the tests ask it: for what is legal, and for tables that begin anywhere.
import type { CreatedTable, PositionAnswer, PositionQuestion, TableWish } from '../../src/logic/api'
import type { KaskadeServerInfo } from '../../src/games/kaskade/server_api'
import type { Cell, EvaluationInfo, Replay, TableInfo, TableSummary } from '../../src/types'

export class ServerApi {
  /** `key` lets it do what whoever runs the program may do. */
  constructor(private readonly origin: () => string, private readonly key: () => Promise<string>) {}

  private async request(path: string, body?: unknown): Promise<Response> {
    const answer = await fetch(this.origin() + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'X-Spielwerk-Key': await this.key(), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  private async ask<Answer>(path: string, body?: unknown): Promise<Answer> {
    return (await (await this.request(path, body)).json()) as Answer
  }

  table(id: string): Promise<TableInfo> { return this.ask(`/api/tables/${id}`) }
  create(wish: TableWish): Promise<CreatedTable> { return this.ask('/api/tables', wish) }
  async tables(state: 'live' | 'finished'): Promise<TableSummary[]> {
    return (await this.ask<{ tables: TableSummary[] }>(`/api/tables?state=${state}&limit=100`)).tables
  }
  join(id: string, invite: string, name: string): Promise<{ token: string; seat: number }> {
    return this.ask(`/api/tables/${id}/join`, { invite, name })
  }
  position(question: PositionQuestion): Promise<PositionAnswer> { return this.ask('/api/position', question) }
  kaskade(): Promise<KaskadeServerInfo> { return this.ask('/api/kaskade') }

  replay(question: { record: string } | { game: string; start?: string; moves: string[] }): Promise<Replay> {
    return this.ask('/api/replay', question)
  }

  async record(id: string): Promise<string> { return (await this.request(`/api/tables/${id}/record`)).text() }

  /** A good move here, so that a game comes to its end soon. */
  evaluate(game: string, position: string, time = '100ms'): Promise<EvaluationInfo> {
    return this.ask('/api/evaluate', { game, position, time })
  }

  /** The cells that may be picked after `first` at this table. */
  async seconds(table: TableInfo, first: Cell): Promise<Cell[]> {
    const { seconds } = await this.position({ game: table.game, position: table.position.text, first })
    return seconds ?? []
  }

  /** The cells of some legal move: the first of what may be picked. */
  async someMove(table: TableInfo): Promise<Cell[]> {
    const first = table.position.picks[0]
    if (table.board.cells_per_move === 1) return [first]
    return [first, (await this.seconds(table, first))[0]]
  }

  /** A move that leads to an end, out of what may be picked. */
  async goodMove(table: TableInfo): Promise<Cell[]> {
    const { cells } = await this.evaluate(table.game, table.position.text)
    const isLegal = table.position.picks.includes(cells[0])
      && (cells.length === 1 || (await this.seconds(table, cells[0])).includes(cells[1]))
    if (!isLegal) throw new Error(`the engine's ${cells} cannot be picked at ${table.game} ${table.position.text}`)
    return cells
  }
}
