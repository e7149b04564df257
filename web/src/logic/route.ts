// Which screen an address names.

export type Route =
  | { screen: 'start' }
  | { screen: 'table'; id: string }
  | { screen: 'replay'; id: string | null }
  | { screen: 'join'; id: string; invite: string }
  | { screen: 'create'; wish: string }

export function readRoute(hash: string): Route {
  const [screen, ...rest] = hash.replace(/^#?\/?/, '').split('/').map(decode)
  // Names of tables are letters and digits; anything else must not become part of another address.
  if ((screen === 'table' || screen === 'replay' || screen === 'join') && rest[0] && !/^\w+$/.test(rest[0])) rest[0] = 'unknown'
  if (screen === 'table' && rest[0]) return { screen, id: rest[0] }
  if (screen === 'replay') return { screen, id: rest[0] || null }
  if (screen === 'join' && rest[0] && rest[1]) return { screen, id: rest[0], invite: rest[1] }
  if (screen === 'create' && rest[0]) return { screen, wish: rest[0] }
  return { screen: 'start' }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const addressOf = {
  start: '#/',
  table: (id: string) => `#/table/${encodeURIComponent(id)}`,
  replay: (id: string) => `#/replay/${encodeURIComponent(id)}`,
  loaded: '#/replay',
  join: (id: string, invite: string) => `#/join/${encodeURIComponent(id)}/${encodeURIComponent(invite)}`,
}
