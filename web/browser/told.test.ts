// What is told at a table, to eyes and ears alike: whose turn it is, what is about to happen, and what a move did.
import { expect, test } from 'vitest'
import { heardCells } from './helpers/boards'
import { atOnce, spendEvening } from './helpers/evening'
import type { Visitor } from './helpers/visitor'

const evening = spendEvening()

/** A click that plays nothing: why is seen below the board and said. */
async function clickInVain(visitor: Visitor, text: string): Promise<void> {
  const { board, moves } = await visitor.table()
  const said = await visitor.listen()
  await visitor.clickCell(board, 4)
  await visitor.seesText('status', text)
  await visitor.seesOnScreen('status')
  await expect.poll(said).toContain(text)
  expect((await visitor.table()).moves).toEqual(moves)
}

test('who clicks out of turn is told whose turn it is, or that the game is over', async () => {
  const { id, token, invites } = await evening.api.create({ game: 'tictactoe:3x3', seats: [{ kind: 'human', name: 'Anna' }, { kind: 'invite' }] })
  const anna = await evening.visitor({ ...atOnce, tokens: { [id]: token } })
  await anna.watch(id)
  await clickInVain(anna, 'Waiting for your friend to come')

  const { token: other } = await evening.api.join(id, invites[0].invite, 'Bert')
  await anna.seesText('seat-1', 'Bert')
  const bert = await evening.visitor({ ...atOnce, tokens: { [id]: other } })
  await bert.watch(id)
  await clickInVain(bert, 'It is not your turn. Anna to move.')
  // By keys as well.
  await bert.board.focus()
  const said = await bert.listen()
  await bert.page.keyboard.press('Enter')
  await expect.poll(said).toContain('It is not your turn. Anna to move.')

  const carla = await evening.visitor(atOnce)
  await carla.watch(id)
  await clickInVain(carla, 'You are watching this game. Anna to move.')

  await anna.press('resign')
  await anna.press('resign-yes')
  await bert.sees('result')
  await clickInVain(bert, 'The game is over.')
})

test('whoever hears the board is told which fields are about to overflow, and what a cascade did', async () => {
  const anna = await evening.seated({
    game: 'kaskade:4x4',
    start: '1a2a0n0n0n2b0n0n0n0n0n0n0n0n0n1b:A',
    seats: [{ kind: 'human', name: 'Anna' }, { kind: 'human', name: 'Bert' }],
  })
  const heard = await heardCells(anna.board)
  expect([0, 1, 5, 15].map((cell) => heard[cell])).toEqual([
    '0;0, White, 1 ball, about to overflow, can be played',
    '1;0, White, 2 balls, about to overflow, can be played',
    '1;1, Black, 2 balls',
    '3;3, Black, 1 ball, about to overflow',
  ])
  const said = await anna.listen()
  await anna.play([0])
  await expect.poll(said).toContain(
    'Anna: 0;0. 2 fields overflow in 2 waves. Anna takes over 1 field. Now White 6 balls, Black 1 ball. Bert to move.',
  )
  await expect.poll(async () => (await heardCells(anna.board))[5]).toBe('1;1, White, 3 balls, about to overflow')
  await anna.play([15])
  await expect.poll(said).toContain('Bert: 3;3. 1 field overflows in 1 wave. Now White 6 balls, Black 2 balls. Anna to move.')

  // A move that is only tried is not told as played.
  await anna.press('try')
  const { board } = await anna.table()
  await anna.clickCell(board, 0)
  await expect.poll(said).toContainEqual(expect.stringMatching(/^0;0 would do this\. Play it\? .* Now White \d balls, Black \d balls\.$/))
})
