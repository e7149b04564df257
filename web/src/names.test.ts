// The page names no game and no material outside the games' own folder, so that a game is added without touching it.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = new URL('.', import.meta.url).pathname
const sources = new URL('../../src/games/', import.meta.url).pathname

/** The games of the program, with what they are called and made of: a new one is looked for as soon as it is there. */
const games = readdirSync(sources, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => {
    const description = readFileSync(`${sources}${name}/rules.cpp`, 'utf8')
    const value = (key: string): string => new RegExp(`\\.${key} = "([^"]+)"`).exec(description)?.[1] ?? ''
    return { name, title: value('title'), material: value('material') }
  })

/**
 * Tests and their samples need games to talk about, and the gallery is an exhibition of all boards for those who work on
 * them, no part of the page. The browser tests beside `src` play the real games.
 */
const exempt = [/^games\/[^/]+\//, /^gallery\//, /^testing\//, /\.test\.ts$/]

function filesIn(folder: string): string[] {
  return readdirSync(page + folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(`${folder}${entry.name}/`) : [`${folder}${entry.name}`])
}

const files = filesIn('').filter((file) => /\.(ts|svelte|css|html)$/.test(file) && !exempt.some((pattern) => pattern.test(file)))

/** In small letters, with blanks between the words of a name: `isChess` is about chess, `hexagon` is not about Hex. */
function apart(text: string): string { return text.replace(/([a-z0-9])([A-Z])|_/g, '$1 $2').toLowerCase() }

test('what is looked for is known', () => {
  expect(games.length).toBeGreaterThanOrEqual(5)
  for (const { name, title } of games) expect(title, name).not.toBe('')
  expect(games.filter(({ material }) => material !== '').length).toBeGreaterThanOrEqual(5)
  expect(files.length).toBeGreaterThan(60)
})

test('no game and no material stands outside the games\u2019 folder', () => {
  const names = games.flatMap(({ name, title, material }) => [name, title, material]).filter((name) => name !== '')
  const pattern = new RegExp(`\\b(?:${names.map((name) => apart(name).replace(/[^a-z0-9]+/g, '[-_ ]?')).join('|')})\\b`)
  const found = files.flatMap((file) =>
    readFileSync(page + file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(apart(line)) ? [`${file}:${index + 1}: ${line.trim()}`] : [])))
  expect(found).toEqual([])
})
