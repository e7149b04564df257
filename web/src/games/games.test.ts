// The games' own files: they belong to games of the program, say the same in both languages, and bring their grounds.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plainGround } from '../board/plain_ground'
import { lookOf, sampledGames } from '../testing/looks'
import { boardOf } from '../testing/samples'
import { en } from '../words/en'
import { gamePages, gameWords, placeOf } from '.'
import { groundOf } from './grounds'

const sources = new URL('../../../src/games/', import.meta.url).pathname
const names = readdirSync(sources, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name)

test('every file belongs to a game of the program', () => {
  expect(gamePages.size).toBeGreaterThan(0)
  for (const name of gamePages.keys()) expect(names).toContain(name)
})

test('every game that brings words brings them in both languages', () => {
  for (const [name, { words, showcase }] of gamePages) {
    // What is not said in English the game says itself.
    const shape = ({ endings: _, presets: _presets, phrases: _phrases, ...rest }: typeof words.de) =>
      Object.entries(rest).map(([key, value]) => `${key} ${Array.isArray(value) ? value.length : ''}`)
    expect(shape(words.de), name).toEqual(shape(words.en))
    if (showcase) expect(showcase.game.startsWith(`${name}:`)).toBe(true)
  }
})

test('German knows every ending that the rules tell', () => {
  for (const name of sampledGames) {
    const words = gamePages.get(name)?.words.de
    for (const code of Object.keys(lookOf(name).endings)) expect(words?.endings?.[code], `${name}: ${code}`).toBeTruthy()
  }
})

/** The samples of tests and gallery say the same as the games. */
test('samples look as the games say', () => {
  for (const name of sampledGames) {
    const rules = readFileSync(`${sources}${name}/rules.cpp`, 'utf8')
    const look = /\.look = \{[\s\S]*?\n      \.(?:make|has_draws)/.exec(rules)![0]
    const { material, pieces, endings } = lookOf(name)
    expect(look).toContain(`.material = "${material}"`)
    if (pieces !== 'stones') expect(look.toLowerCase()).toContain(`piecestyle::${pieces}`)
    for (const said of Object.values(endings)) expect(look).toContain(`"${said}"`)
  }
})

test('a game is drawn on the ground of its material, and on the plain one where there is none', () => {
  for (const name of sampledGames) expect(groundOf(boardOf(name, 6, 6)), name).not.toBe(plainGround)
  const unknown = boardOf('unknown', 6, 6)
  expect(groundOf(unknown)).toBe(plainGround)
  expect(groundOf({ ...unknown, look: { ...unknown.look, material: 'velvet' } })).toBe(plainGround)
  // A known material serves unknown games too, but not on boards that it cannot draw.
  const felt = { ...unknown, look: lookOf('othello') }
  expect(groundOf(felt)).toBe(groundOf(boardOf('othello', 6, 6)))
  expect(groundOf({ ...felt, shape: 'hexagon' })).toBe(plainGround)
})

test('unknown games stand behind the known ones and have no words of their own', () => {
  expect(gameWords(en, 'unknown')).toEqual({})
  for (const name of gamePages.keys()) expect(placeOf(name)).toBeLessThan(placeOf('unknown'))
})
