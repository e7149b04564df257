// Settings, tokens and forms survive a visit, and damaged ones do no harm.
import { beforeEach, expect, test } from 'vitest'
import { keepSettings, languageFor, readSettings, themeFor, usualSettings, waveTime } from './settings'
import { Forgetful, keep } from './storage'
import { forgetTable, heldTables, holdTable, invitesOf, tokenOf } from './tokens'

let keeper: Forgetful
beforeEach(() => (keeper = new Forgetful()))

test('settings are remembered', () => {
  expect(readSettings(keeper)).toEqual(usualSettings)
  keepSettings(keeper, { ...usualSettings, language: 'de', speed: 2, confirmsMoves: true, name: 'Anna' })
  expect(readSettings(keeper)).toEqual({ ...usualSettings, language: 'de', speed: 2, confirmsMoves: true, name: 'Anna' })
})

test('damaged settings are as if never made', () => {
  keeper.setItem('spielwerk.settings', '{"speed": 1000, "theme": 7, "language": "fr"}')
  expect(readSettings(keeper)).toEqual(usualSettings)
  keeper.setItem('spielwerk.settings', 'no JSON')
  expect(readSettings(keeper)).toEqual(usualSettings)
})

test('a keeper that refuses is no failure', () => {
  const refusing = {
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(readSettings(refusing)).toEqual(usualSettings)
  expect(() => keep(refusing, 'key', 1)).not.toThrow()
})

test('the language is the chosen one, else the browser’s, else English', () => {
  expect(languageFor(usualSettings, ['fr-FR', 'de-AT', 'en'])).toBe('de')
  expect(languageFor({ ...usualSettings, language: 'en' }, ['de'])).toBe('en')
  expect(languageFor(usualSettings, ['fr'])).toBe('en')
})

test('colours follow the system until chosen', () => {
  expect(themeFor(usualSettings, true)).toBe('dark')
  expect(themeFor({ ...usualSettings, theme: 'light' }, true)).toBe('light')
})

test('a faster speed is a shorter wave', () => {
  expect(waveTime({ ...usualSettings, speed: 4 })).toBeLessThan(waveTime(usualSettings))
})

test('tokens are held until they are forgotten', () => {
  holdTable(keeper, 'a', { token: 'secret', created: 1, invites: [{ seat: 1, invite: 'come' }] })
  holdTable(keeper, 'b', { token: 'other', created: 2 })
  expect(tokenOf(keeper, 'a')).toBe('secret')
  expect(invitesOf(keeper, 'a')).toEqual([{ seat: 1, invite: 'come' }])
  expect(invitesOf(keeper, 'b')).toEqual([])
  forgetTable(keeper, 'a')
  expect(tokenOf(keeper, 'a')).toBeUndefined()
  expect(Object.keys(heldTables(keeper))).toEqual(['b'])
})

test('of very many tables the latest are held', () => {
  for (let index = 0; index < 210; index += 1) holdTable(keeper, `t${index}`, { token: 'x', created: index })
  expect(Object.keys(heldTables(keeper)).length).toBe(200)
  expect(tokenOf(keeper, 't209')).toBe('x')
  expect(tokenOf(keeper, 't0')).toBeUndefined()
})
