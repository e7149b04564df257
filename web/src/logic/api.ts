// The server's questions and answers over HTTP.
import type {
  BoardInfo,
  Cell,
  EvaluationInfo,
  GameInfo,
  MoveInfo,
  PositionInfo,
  Problem,
  QuitAnswer,
  Replay,
  SeatWish,
  ServerInfo,
  ServerStatus,
  Step,
  TableInfo,
  TableSummary,
} from '../types'

/** An answer that is an error; the problem is `unreachable` if there was no answer at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.reason)
  }
}

let keyOf: () => string | null = () => null

/** From now on every question carries the key that this tells, if there is one. */
export function askWith(key: () => string | null): void {
  keyOf = key
}

async function request(path: string, method = 'GET', body?: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response
  const headers: Record<string, string> = {}
  const key = keyOf()
  if (key !== null) headers['X-Spielwerk-Key'] = key
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  try {
    response = await fetch(path, {
      method,
      signal,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, { code: 'unreachable', reason: '', parameters: {} })
  }
  if (response.ok) return response
  const answer = (await response.json().catch(() => null)) as { error?: Problem } | null
  throw new ApiError(response.status, answer?.error ?? { code: 'unknown', reason: response.statusText, parameters: {} })
}

export async function ask<Answer>(path: string, method = 'GET', body?: unknown, signal?: AbortSignal): Promise<Answer> {
  return (await (await request(path, method, body, signal)).json()) as Answer
}

export interface PositionQuestion { game: string; position?: string; first?: Cell; move?: string }
export interface PositionAnswer {
  game: string
  board: BoardInfo
  position: PositionInfo
  seconds?: Cell[]
  steps?: Step[]
  after?: PositionInfo
}

export interface TableWish {
  game: string
  seats: SeatWish[]
  clock?: { time: string; increment: string }
  record?: string
  start?: string
  moves?: string[]
  delay?: string
  /** Hints and evaluation are offered with the invitation. */
  help?: boolean
}

/** Who asks, and at which table: there hints and evaluation may be off. */
export interface Asker { table: string; token?: string }

export interface CreatedTable { id: string; token: string; invites: { seat: number; invite: string }[] }

export const api = {
  games: async () => (await ask<{ games: GameInfo[] }>('/api/games')).games,
  position: (question: PositionQuestion, signal?: AbortSignal) =>
    ask<PositionAnswer>('/api/position', 'POST', question, signal),
  /** The whole game, however many parts it is told in. */
  replay: async (question: { record: string } | { game: string; start?: string; moves: string[] }) => {
    const replay = await ask<Replay>('/api/replay', 'POST', question)
    while (replay.next !== undefined) {
      const part: Replay = await ask<Replay>('/api/replay', 'POST', { ...question, from: replay.next })
      replay.moves.push(...part.moves)
      replay.next = part.next
    }
    return replay
  },
  evaluate: (question: { game: string; position?: string; time?: string } & Partial<Asker>, signal?: AbortSignal) =>
    ask<EvaluationInfo>('/api/evaluate', 'POST', question, signal),
  tables: async (state: 'live' | 'finished', limit: number, after?: { changed: number; id: string }) =>
    (
      await ask<{ tables: TableSummary[] }>(
        `/api/tables?state=${state}&limit=${limit}${after ? `&before=${after.changed}&id=${after.id}` : ''}`,
      )
    ).tables,
  table: (id: string) => ask<TableInfo>(`/api/tables/${encodeURIComponent(id)}`),
  /** Moves of a table from one on, as many as are told at once. */
  moves: async (id: string, from: number) =>
    (await ask<{ moves: MoveInfo[] }>(`/api/tables/${encodeURIComponent(id)}/moves?from=${from}`)).moves,
  record: async (id: string) => (await request(`/api/tables/${encodeURIComponent(id)}/record`)).text(),
  create: (wish: TableWish) => ask<CreatedTable>('/api/tables', 'POST', wish),
  join: (id: string, wish: { invite: string; name: string; token: string }) =>
    ask<{ token: string; seat: number }>(`/api/tables/${encodeURIComponent(id)}/join`, 'POST', wish),
  server: () => ask<ServerInfo>('/api/server'),
  status: (signal?: AbortSignal) => ask<ServerStatus>('/api/status', 'GET', undefined, signal),
  /** The key for the ticket that this browser was opened with. */
  takeKey: async (ticket: string) => (await ask<{ key: string }>('/api/key', 'POST', { ticket })).key,
  /** Ends the program, unless people without these tokens play: then only if one is sure. */
  quit: (wish: { tokens: string[]; is_sure: boolean }) => ask<QuitAnswer>('/api/quit', 'POST', wish),
}
