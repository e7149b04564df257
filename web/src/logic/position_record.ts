// A position that was copied, as a record in which nothing has been played yet.
import { splitGame } from './variant'

/** `othello:8x8 POSITION` becomes a record that begins there; every other text stays as it is. */
export function recordOf(text: string): string {
  const [game, position, ...rest] = text.trim().split(/\s+/)
  if (!position || rest.length > 0 || !/^[a-z0-9]+:[a-z0-9]/.test(game)) return text
  const { name, variant } = splitGame(game)
  return `[Game "${name}"]\n[Variant "${variant}"]\n[Start "${position}"]\n\n*\n`
}
