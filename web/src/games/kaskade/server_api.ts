// The questions and answers about the Kaskade server.
import { ask } from '../../logic/api'

export interface KaskadeServerInfo {
  is_on: boolean
  port: number
  strategy: string
  /** `5s` */
  time: string
  /** Whether the question carried the server's key. */
  may_change: boolean
  /** `table` is where a game can be watched, empty if nowhere. */
  connections: { address: string; user: string; game: string; table: string; moves: number; is_thinking: boolean }[]
  counts: { connections: number; refused: number; games: number; won: number; lost: number; moves: number }
}

export const serverApi = {
  read: () => ask<KaskadeServerInfo>('/api/kaskade'),
  change: (change: Partial<Pick<KaskadeServerInfo, 'is_on' | 'port' | 'strategy' | 'time'>>) =>
    ask<KaskadeServerInfo>('/api/kaskade', 'PUT', change),
}
