// The ticket leaves the address before anything else reads it, and the key is kept.
import { expect, test } from 'vitest'
import { heldKey, holdKey, splitTicket } from './key'
import { readRoute } from './route'
import { Forgetful } from './storage'

const ticket = '0123456789abcdef0123456789abcdef'

test('an address with a ticket leads where it would lead without', () => {
  expect(splitTicket(`#/key/${ticket}`)).toEqual({ ticket, rest: '#/' })
  expect(splitTicket(`#/key/${ticket}/`)).toEqual({ ticket, rest: '#/' })
  const { rest } = splitTicket(`#/key/${ticket}/create/%7B%22game%22%3A%22othello%22%7D`)
  expect(readRoute(rest)).toEqual({ screen: 'create', wish: '{"game":"othello"}' })
})

test.each(['', '#/', '#/table/abc', '#/key', '#/key/short/table/abc', `#/key/${ticket}0`, `#/table/key/${ticket}`])('%s carries none', (hash) => {
  expect(splitTicket(hash)).toEqual({ ticket: null, rest: hash })
})

test('what is kept is a key or nothing', () => {
  const keeper = new Forgetful()
  expect(heldKey(keeper)).toBeNull()
  holdKey(keeper, ticket)
  expect(heldKey(keeper)).toBe(ticket)
  keeper.setItem('spielwerk.key', '{"damaged":1}')
  expect(heldKey(keeper)).toBeNull()
})
