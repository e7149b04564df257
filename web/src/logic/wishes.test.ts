// What the dialog asks for is what the server is told, and is remembered for each game.
import { beforeEach, expect, test } from 'vitest'
import type { GameInfo } from '../types'
import { boardOf } from '../testing/samples'
import { Forgetful } from './storage'
import { computerForm, isBetweenPeople, rememberedForm, rememberForm, tableWish, usualForm } from './wishes'

const game: GameInfo = {
  name: 'kaskade',
  title: 'Kaskade',
  summary: '',
  parameters: [
    {
      name: 'size', kind: 'rectangle', help: '', range: { min: 3, max: 20, step: 1 },
      second_range: { min: 3, max: 20, step: 1 }, standard: '6x6',
    },
  ],
  presets: [],
  levels: 9,
  strategies: [],
  has_draws: false,
  has_remote: true,
  board: boardOf('kaskade', 6, 6),
}

let keeper: Forgetful
beforeEach(() => (keeper = new Forgetful()))

test('at first one plays level 4 and begins', () => {
  expect(tableWish(game, computerForm(keeper, game), '')).toEqual({
    game: 'kaskade:6x6',
    seats: [{ kind: 'human' }, { kind: 'computer', player: 'level:4' }],
  })
})

test('everything chosen is asked for', () => {
  const form = usualForm(game)
  form.values.size = '10x8'
  Object.assign(form.seats[0], { choice: 'computer', player: 'max', seconds: '2.5', name: 'Deep' })
  Object.assign(form.seats[1], { choice: 'remote', host: '::1', port: '4712' })
  form.hasClock = true
  form.minutes = 2.5
  expect(tableWish(game, form, 'Anna')).toEqual({
    game: 'kaskade:10x8',
    seats: [
      { kind: 'computer', player: 'max', name: 'Deep', time: '2500ms' },
      { kind: 'remote', server: '[::1]:4712' },
    ],
    clock: { time: '150s', increment: '3s' },
  })
})

test('people have names if they are given', () => {
  const form = usualForm(game)
  form.seats[1].choice = 'here'
  expect(tableWish(game, form, 'Anna').seats).toEqual([{ kind: 'human', name: 'Anna' }, { kind: 'human' }])
  form.seats[1].choice = 'link'
  expect(tableWish(game, form, '').seats[1]).toEqual({ kind: 'invite' })
})

test('hints are offered to whoever is invited, and to nobody else', () => {
  const form = usualForm(game)
  form.hasHelp = true
  expect(tableWish(game, form, '')).not.toHaveProperty('help')
  form.seats[1].choice = 'here'
  expect(isBetweenPeople(game, form)).toBe(false)
  form.seats[1].choice = 'link'
  expect(tableWish(game, form, '').help).toBe(true)
  form.hasHelp = false
  expect(tableWish(game, form, '')).not.toHaveProperty('help')
  // Who only watches invites two.
  form.seats[0].choice = 'link'
  expect(isBetweenPeople(game, form)).toBe(true)
  form.seats[0].choice = 'computer'
  expect(isBetweenPeople(game, form)).toBe(false)
})

test('a form is remembered', () => {
  const form = usualForm(game)
  form.values.size = '9x9'
  form.hasHelp = true
  form.seats[1].player = 'level:7'
  rememberForm(keeper, game, form)
  expect(rememberedForm(keeper, game)).toEqual(form)
  expect(computerForm(keeper, game)).toEqual(form)
})

test('one click against the computer is just that, whoever played the last time', () => {
  const form = usualForm(game)
  form.values.size = '9x9'
  form.seats[1].choice = 'link'
  rememberForm(keeper, game, form)
  const seats = computerForm(keeper, game).seats.slice(0, 2)
  expect(seats.map((seat) => seat.choice)).toEqual(['you', 'computer'])
  expect(computerForm(keeper, game).values.size).toBe('9x9')
})

test('damaged memories do no harm', () => {
  keeper.setItem('spielwerk.games', '{"kaskade": {"values": {"size": 7}, "seats": "none"}}')
  expect(rememberedForm(keeper, game).values).toEqual({ size: '6x6' })
})
