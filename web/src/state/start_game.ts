// Makes a table, keeps its token and goes there.
import { api, type TableWish } from '../logic/api'
import { addressOf } from '../logic/route'
import { holdTable } from '../logic/tokens'
import { keeper, page } from './page.svelte'

export async function startGame(wish: TableWish): Promise<void> {
  const { id, token, invites } = await api.create(wish)
  holdTable(keeper, id, { token, created: Date.now(), ...(invites.length > 0 ? { invites } : {}) })
  page.go(addressOf.table(id))
}
