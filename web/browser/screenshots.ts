// Takes pictures of every screen in light and dark: `npm run screenshots`, into SCREENSHOTS or docs/screenshots.
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { TableWish } from '../src/logic/api'
import { spendEvening, type Visit } from './helpers/evening'
import { recordOf } from './helpers/middle_games'
import { shownGames, wholeGame } from './helpers/shown_games'
import { smallPng } from './helpers/small_png'
import { TelnetPlayer } from './helpers/telnet'
import type { Visitor } from './helpers/visitor'

const folder = resolve(process.env.SCREENSHOTS ?? '../docs/screenshots')
const evening = spendEvening()

/** A picture of what is at rest: nothing moves, no text is still to come, and no pointer hovers. */
async function take(visitor: Visitor, name: string): Promise<void> {
  await visitor.page.waitForLoadState('networkidle')
  await visitor.page.mouse.move(2, 400)
  await mkdir(folder, { recursive: true })
  const picture = await visitor.page.screenshot({ animations: 'disabled', scale: 'css' })
  await writeFile(`${folder}/${name}.png`, smallPng(picture))
}

describe.each(['light', 'dark'] as const)('in %s colours', (theme) => {
  const visit: Visit = { settings: { theme, mode: 'instant', name: 'Clara' }, reducedMotion: 'reduce' }
  const phone: Visit = { ...visit, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

  async function fillTheRoom(): Promise<void> {
    for (const wish of Object.values(shownGames)) {
      await evening.api.create({ ...wish, seats: wish.seats.map((_, index) => ({ kind: 'human', name: ['Jonas', 'Mira', 'Paul', 'Ada'][index] })) })
    }
    const finished = await evening.seated({ ...wholeGame, moves: wholeGame.moves.slice(0, -1) })
    await finished.playSomeMove()
    await finished.context.close()
  }

  test('the start page and its dialogs', async () => {
    await fillTheRoom()
    const { id, token } = await evening.api.create(shownGames.kaskade)
    const clara = await evening.visitor({ ...visit, tokens: { [id]: token }, hasKey: true })
    await clara.start()
    await clara.sees('continue')
    await clara.sees('live')
    await take(clara, `start-${theme}`)

    await clara.openNewGame('othello')
    await clara.press('preset-8x8,holes=C3:C6+F3:F6')
    await clara.press('own-variant')
    await expect.poll(() => clara.at('preview').getByLabel(/hole/).count()).toBeGreaterThan(4)
    await take(clara, `new-game-${theme}`)
    await clara.press('close')

    const { port } = await evening.api.kaskade()
    const player = await TelnetPlayer.connect(port)
    await player.say('init(xDim=6;yDim=6;begin=c;user=Wilfried)', /board/)
    await clara.press('open-kaskade')
    await clara.seesText('server-connections', 'Wilfried')
    await take(clara, `server-${theme}`)
    player.leave()
    await clara.press('close')
    for (const [button, name] of [['open-load', 'load'], ['open-settings', 'settings'], ['open-help', 'help']]) {
      await clara.press(button)
      await take(clara, `${name}-${theme}`)
      await clara.press('close')
    }
  })

  test.each(Object.entries(shownGames))('the table of %s', async (game, wish) => {
    const clara = await evening.seated(wish, { ...visit, settings: { ...visit.settings, showsEvaluation: game !== 'connect6' } })
    if (game !== 'connect6') await clara.seesText('evaluation', /ahead|Even|wins|loses|draw/)
    await take(clara, `table-${game}-${theme}`)
  })

  test('a move that is tried, an invitation, a result', async () => {
    const trying = await evening.seated(shownGames.kaskade, visit)
    const table = await trying.table()
    const { cells } = await evening.api.evaluate(table.game, table.position.text, '500ms')
    await trying.press('try')
    await trying.clickCell(table.board, cells[0])
    await trying.sees('trial')
    await take(trying, `trying-${theme}`)

    const { id, invites } = await evening.api.create({ ...shownGames.towerwars, seats: [{ kind: 'human', name: 'Jonas' }, { kind: 'invite' }] })
    const waiting = await evening.visitor(visit)
    await waiting.start()
    await waiting.openNewGame('towerwars')
    await waiting.chooseSeat(1, 'link')
    await waiting.startGame()
    await waiting.sees('invites')
    await take(waiting, `invite-${theme}`)
    const joining = await evening.visitor(visit)
    await joining.go(`#/join/${id}/${invites[0].invite}`)
    await joining.seesText('join', 'Jonas')
    await take(joining, `join-${theme}`)

    const won = await evening.seated({ ...wholeGame, moves: wholeGame.moves.slice(0, -1) }, visit)
    await won.playSomeMove()
    await won.sees('result')
    await take(won, `result-${theme}`)
  })

  test('a replay with its graph', async () => {
    const clara = await evening.visitor({ ...visit, settings: { ...visit.settings, showsEvaluation: true } })
    await clara.start()
    await clara.press('open-load')
    await clara.at('record-text').fill(recordOf(wholeGame, '0-1'))
    await clara.press('record-show')
    await clara.press('analyse')
    await expect.poll(() => clara.at('analysis-stop').count(), { timeout: 80_000 }).toBe(0)
    await clara.press('move-34')
    await clara.press('best')
    await take(clara, `replay-${theme}`)
  }, 120_000)

  test('a phone', async () => {
    const { id, token } = await evening.api.create(shownGames.kaskade)
    const clara = await evening.visitor({ ...phone, tokens: { [id]: token } })
    await clara.start()
    await clara.sees('continue')
    await take(clara, `phone-start-${theme}`)
    await clara.watch(id)
    await take(clara, `phone-table-kaskade-${theme}`)
    const othello = await evening.seated(shownGames.othello, phone)
    await take(othello, `phone-table-othello-${theme}`)
    const towers = await evening.seated({ game: 'towerwars:26', seats: [{ kind: 'human', name: 'Clara' }, { kind: 'human', name: 'Jonas' }] }, phone)
    await take(towers, `phone-table-towerwars-${theme}`)
  })

  test('a tried move and an offer on a phone', async () => {
    const wish: TableWish = {
      game: 'connect6:18',
      moves: ['8;8;9;9', '8;9;9;8', '7;10;10;7', '6;11;11;6'],
      seats: [{ kind: 'human', name: 'Clara' }, { kind: 'invite' }],
    }
    const { id, token, invites } = await evening.api.create(wish)
    const guest = await evening.api.join(id, invites[0].invite, 'Ben')
    const clara = await evening.visitor({ ...phone, tokens: { [id]: token } })
    const ben = await evening.visitor({ ...visit, tokens: { [id]: guest.token } })
    await clara.watch(id)
    const { board } = await clara.table()
    for (const cell of [7 * 18 + 8, 10 * 18 + 9]) await clara.clickCell(board, cell)
    await clara.sees('trial')
    await take(clara, `phone-trying-${theme}`)
    await ben.watch(id)
    await ben.press('offer-draw')
    await clara.sees('offer')
    await take(clara, `phone-offer-${theme}`)
  })
})
