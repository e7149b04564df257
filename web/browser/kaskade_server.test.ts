// The dialog of the Kaskade server: what is changed there counts at once and disturbs no game.
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { spendEvening } from './helpers/evening'
import { TelnetPlayer } from './helpers/telnet'

const evening = spendEvening()

const threeRows = /(board\(row=.*\)\r\n){3}/

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

describe('the Kaskade server', () => {
  test('changes its port while somebody plays: the game goes on, the new port answers, the old does not', async () => {
    const anna = await evening.visitor({ hasKey: true })
    await anna.start()
    await anna.press('open-kaskade')
    const { port: old } = await evening.api.kaskade()
    await anna.seesText('server-state', `Listening on port ${old}`)
    await anna.at('server-strategy').selectOption('level:1')

    const player = await TelnetPlayer.connect(old)
    try {
      await player.say('init(xDim=3;yDim=3;begin=c;user=Wilfried)', threeRows)
      await player.say('move(x=1;y=1)', threeRows)
      await anna.seesText('server-connections', 'Wilfried')

      const port = await freePort()
      await anna.at('server-port').fill(String(port))
      await anna.press('server-apply')
      await anna.seesText('server-note', 'Changed')
      await anna.seesText('server-state', `Listening on port ${port}`)
      expect((await evening.api.kaskade()).strategy).toBe('level:1')

      expect(await player.say('board', /\)\r\n/)).toBeTruthy()
      await player.say('move(x=1;y=1)', threeRows)
      await expect(TelnetPlayer.connect(old)).rejects.toThrow('ECONNREFUSED')
      const other = await TelnetPlayer.connect(port)
      await other.say('init(xDim=3;yDim=3;begin=c;user=Elke)', threeRows)
      await anna.seesText('server-connections', 'Elke')
      await anna.seesText('server-connections', 'Wilfried')
      await other.say('exit', /bye/)
      await player.say('exit', /bye/)
    } finally {
      player.leave()
    }
    await expect.poll(() => anna.at('server-connections').count()).toBe(0)
    await anna.seesText('server-counts', /\d+ games? so far/)
  })

  test('has games that can be watched like any other', async () => {
    const { port } = await evening.api.kaskade()
    const player = await TelnetPlayer.connect(port)
    const anna = await evening.visitor({ hasKey: true })
    try {
      await player.say('init(xDim=3;yDim=3;begin=c;user=Wilhelmine)', threeRows)
      await anna.start()
      await anna.press('open-kaskade')
      await anna.at('server-connections').getByRole('row', { name: 'Wilhelmine' }).getByTestId('server-watch').click()
      await anna.seesText('seat-0', /Wilhelmine[^]*over the network/)
      await anna.seesText('seat-0', 'to move')
      await player.say('move(x=1;y=1)', threeRows)
      await anna.waitForMoves(2)
      // Among the live games too, for those who came for something else.
      const bert = await evening.visitor()
      await bert.go()
      await bert.seesText(`tile-${anna.tableId}`, 'Wilhelmine')
      await player.say('exit', /bye/)
      await anna.seesText('result', /wins[^]*because the other side left/)
    } finally {
      player.leave()
    }
  })

  test('is switched off and on again', async () => {
    const anna = await evening.visitor({ hasKey: true })
    await anna.start()
    await anna.press('open-kaskade')
    const { port } = await evening.api.kaskade()
    await anna.press('server-on')
    await anna.press('server-apply')
    await anna.seesText('server-state', 'Switched off')
    await expect(TelnetPlayer.connect(port)).rejects.toThrow('ECONNREFUSED')
    await anna.press('server-on')
    await anna.press('server-apply')
    await anna.seesText('server-state', `Listening on port ${port}`)
    const player = await TelnetPlayer.connect(port)
    player.leave()
  })

  test('says why a port cannot be taken, and stays where it was', async () => {
    const anna = await evening.visitor({ hasKey: true })
    await anna.start()
    await anna.press('open-kaskade')
    const { port } = await evening.api.kaskade()
    // A refused change is an answer like any other, but the browser logs it.
    evening.tolerate(/status of 4\d\d.*\/api\/kaskade$/)
    await anna.at('server-port').fill(String(evening.server.port))
    await anna.press('server-apply')
    await expect.poll(() => anna.text('server-note')).not.toBe('')
    expect(await anna.text('server-note')).not.toContain('Changed')
    expect((await evening.api.kaskade()).port).toBe(port)
    const player = await TelnetPlayer.connect(port)
    player.leave()
  })

  test('can be seated at a table as a player', async () => {
    const { port } = await evening.api.kaskade()
    const anna = await evening.visitor({ hasKey: true })
    await anna.start()
    await anna.openNewGame('kaskade')
    await anna.chooseRectangle(3, 3)
    await anna.chooseSeat(1, 'remote')
    await anna.at('seat-host-1').fill('localhost')
    await anna.at('seat-port-1').fill(String(port))
    await anna.startGame()
    await anna.playSomeMove()
    await anna.waitForMoves(2)
    expect((await anna.table()).moves.map(({ player }) => player)).toEqual([0, 1])
    // It has said its name, and who may know it sees where it is.
    await anna.seesText('seat-1', /Spielwerk[^]*localhost:\d+/)
    const bert = await evening.visitor()
    await bert.watch(anna.tableId)
    await bert.seesText('seat-1', 'Spielwerk')
    expect(await bert.page.locator('body').innerText()).not.toContain('localhost')
    await bert.go()
    await bert.seesText(`tile-${anna.tableId}`, 'Spielwerk')
  })
})
