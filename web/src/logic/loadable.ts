// What can be loaded: records, Othello transcripts, and positions that were copied, as records in which nothing has
// been played yet.
import { splitGame } from './variant'

/** `othello:8x8 POSITION` becomes a record that begins there; every other text stays as it is. */
export function recordOf(text: string): string {
  const [game, position, ...rest] = text.trim().split(/\s+/)
  if (!position || rest.length > 0 || !/^[a-z0-9]+:[a-z0-9]/.test(game)) return text
  const { name, variant } = splitGame(game)
  return `[Game "${name}"]\n[Variant "${variant}"]\n[Start "${position}"]\n\n*\n`
}

/** Whether a text is worth asking the server about; what it says about tales and pictures helps nobody. */
export function looksLikeRecord(record: string): boolean {
  return /^\s*\[Game /m.test(record) || /^\s*[a-h][1-8]/i.test(record)
}
