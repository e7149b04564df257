// Addresses and screens.
import { expect, test } from 'vitest'
import { addressOf, readRoute } from './route'

test('every address names its screen', () => {
  expect(readRoute('')).toEqual({ screen: 'start' })
  expect(readRoute('#/')).toEqual({ screen: 'start' })
  expect(readRoute(addressOf.table('abc'))).toEqual({ screen: 'table', id: 'abc' })
  expect(readRoute(addressOf.replay('abc'))).toEqual({ screen: 'replay', id: 'abc' })
  expect(readRoute(addressOf.loaded)).toEqual({ screen: 'replay', id: null })
  expect(readRoute('#/create/%7B%22game%22%3A%22othello%22%7D')).toEqual({ screen: 'create', wish: '{"game":"othello"}' })
  expect(readRoute(addressOf.join('abc', 'def'))).toEqual({ screen: 'join', id: 'abc', invite: 'def' })
})

test('an incomplete or damaged address leads to the start', () => {
  expect(readRoute('#/table')).toEqual({ screen: 'start' })
  expect(readRoute('#/join/abc')).toEqual({ screen: 'start' })
  expect(readRoute('#/elsewhere')).toEqual({ screen: 'start' })
  expect(readRoute('#/table/%E0%A4%A')).toEqual({ screen: 'table', id: 'unknown' })
  expect(readRoute('#/table/../games')).toEqual({ screen: 'table', id: 'unknown' })
})
