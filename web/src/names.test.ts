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

test('what is looked for is known', () => {
  expect(games.length).toBeGreaterThanOrEqual(5)
  for (const { name, title } of games) expect(title, name).not.toBe('')
  expect(games.filter(({ material }) => material !== '').length).toBeGreaterThanOrEqual(5)
  expect(files.length).toBeGreaterThan(60)
})

test('no game and no material stands outside the games\u2019 folder', () => {
  const escaped = (word: string): string => word.replace(/[^\w]/g, '\\$&')
  const names = games.flatMap(({ name, title }) => [name, title]).map(escaped)
  // A material is a word of its own: there is none in `translate`.
  const materials = games.filter(({ material }) => material !== '').map(({ material }) => `(?<![a-z])${escaped(material)}(?![a-z])`)
  const pattern = new RegExp([...names, ...materials].join('|'), 'i')
  const found = files.flatMap((file) =>
    readFileSync(page + file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])))
  expect(found).toEqual([])
})
