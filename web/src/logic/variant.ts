// A game's text taken apart into the values of its parameters, and put together again.
import type { Cell, GameInfo, ParameterInfo, Range } from '../types'

/** The text of each parameter's value, by the parameter's name. */
export type VariantValues = Record<string, string>

/** Reads `20,edges=torus`; what is left out has its standard value. */
export function readVariant(parameters: ParameterInfo[], text: string): VariantValues {
  const values: VariantValues = {}
  for (const parameter of parameters) values[parameter.name] = parameter.standard
  text.split(',').forEach((part, index) => {
    const equals = part.indexOf('=')
    if (equals > 0) values[part.slice(0, equals)] = part.slice(equals + 1)
    else if (index === 0 && part !== '' && parameters.length > 0) values[parameters[0].name] = part
  })
  return values
}

/** The shortest text of these values: the size, then what is not as usual. */
export function printVariant(parameters: ParameterInfo[], values: VariantValues): string {
  return parameters
    .map((parameter, index) => {
      const value = values[parameter.name] ?? parameter.standard
      if (index === 0) return value
      return value === parameter.standard ? '' : `${parameter.name}=${value}`
    })
    .filter((part) => part !== '')
    .join(',')
}

export function printGame(game: GameInfo, values: VariantValues): string {
  return `${game.name}:${printVariant(game.parameters, values)}`
}

/** `name:8x8` is the variant `8x8` of the game `name`. */
export function splitGame(text: string): { name: string; variant: string } {
  const colon = text.indexOf(':')
  if (colon < 0) return { name: text, variant: '' }
  return { name: text.slice(0, colon), variant: text.slice(colon + 1) }
}

export function readRectangle(text: string): [first: number, second: number] {
  const [first, second] = text.split('x').map((part) => Number.parseInt(part, 10))
  return [Number.isFinite(first) ? first : 0, Number.isFinite(second) ? second : 0]
}

/** What a number may be together with the other values. */
export function rangeOf({ range, max_by }: ParameterInfo, values: VariantValues): Range {
  const { min, max, step } = range ?? { min: 0, max: 0, step: 1 }
  const bounds = (values[max_by ?? ''] ?? '').split('x').map(Number).filter((bound) => bound > 0)
  return { min, max: Math.min(max, ...bounds), step }
}

/** The first number that a variant cannot have, if there is one. */
export function findOutOfRange(parameters: ParameterInfo[], values: VariantValues): (Range & { name: string }) | null {
  const misses = (value: number, { min, max, step }: Range): boolean =>
    !Number.isInteger(value) || value < min || value > max || (value - min) % step !== 0
  for (const parameter of parameters) {
    const { name, kind, range, second_range, first_name, second_name } = parameter
    if (kind === 'rectangle' && range && second_range) {
      const [first, second] = readRectangle(values[name])
      if (misses(first, range)) return { name: first_name ?? name, ...range }
      if (misses(second, second_range)) return { name: second_name ?? name, ...second_range }
    } else if (kind === 'number' && range) {
      const possible = rangeOf(parameter, values)
      if (misses(Number(values[name]), possible)) return { name, ...possible }
    }
  }
  return null
}

/** How many seats a variant has. */
export function playersOf(game: GameInfo, values: VariantValues): number {
  const chosen = Number.parseInt(values.players ?? '', 10)
  return Number.isFinite(chosen) ? chosen : game.board.players.length
}

function columnLetters(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : columnLetters(Math.floor(column / 26) - 1) + columnLetters(column % 26)
}

function columnNumber(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Covers the cells with few rectangles, `C3:C6+F3:F6`: each is made as wide, then as high as it goes. */
export function printCells(cells: Iterable<Cell>, columns: number): string {
  const left = new Set(cells)
  const rectangles: string[] = []
  for (const cell of [...left].sort((one, other) => one - other)) {
    if (!left.has(cell)) continue
    const column = cell % columns
    let width = 1
    while (column + width < columns && left.has(cell + width)) width += 1
    const isWholeRow = (row: number): boolean =>
      Array.from({ length: width }, (_, index) => left.has(cell + row * columns + index)).every(Boolean)
    let height = 1
    while (isWholeRow(height)) height += 1
    for (let row = 0; row < height; row += 1) {
      for (let index = 0; index < width; index += 1) left.delete(cell + row * columns + index)
    }
    const top = Math.floor(cell / columns)
    const upperLeft = `${columnLetters(column)}${top + 1}`
    rectangles.push(`${upperLeft}:${columnLetters(column + width - 1)}${top + height}`)
  }
  return rectangles.join('+')
}

/** The cells of `C3:C6+F3:F6` that lie on a board of this size. */
export function readCells(text: string, columns: number, rows: number): Set<Cell> {
  const cells = new Set<Cell>()
  for (const part of text.split('+')) {
    const match = /^([A-Za-z]+)(\d+)(?::([A-Za-z]+)(\d+))?$/.exec(part.trim())
    if (!match) continue
    const [, fromLetters, fromRow, toLetters = fromLetters, toRow = fromRow] = match
    const lastColumn = Math.min(columnNumber(toLetters), columns - 1)
    const lastRow = Math.min(Number(toRow), rows) - 1
    for (let row = Number(fromRow) - 1; row <= lastRow; row += 1) {
      for (let column = columnNumber(fromLetters); column <= lastColumn; column += 1) {
        cells.add(row * columns + column)
      }
    }
  }
  return cells
}
