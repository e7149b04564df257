// What the page says and shows of Connect6.
import type { GamePage } from '../game_page'

export const game: GamePage = {
  place: 3,
  words: {
    en: {
      summary: 'Two stones a turn, six in a row. On a torus, for up to four.',
      rules: [
        'Place two stones in every turn, on any two free fields.',
        'Six or more of your own in an unbroken row win: across, down or diagonally.',
        'On a torus opposite edges touch, so a row goes on across the edge.',
      ],
      players: ['Black', 'White', 'Red', 'Blue'],
    },
    de: {
      summary: 'Zwei Steine pro Zug, sechs in einer Reihe. Auch auf dem Torus und zu viert.',
      rules: [
        'In jedem Zug setzt du zwei Steine auf zwei beliebige freie Felder.',
        'Sechs oder mehr eigene Steine in einer lückenlosen Reihe gewinnen: waagerecht, senkrecht oder schräg.',
        'Auf dem Torus berühren sich gegenüberliegende Ränder; Reihen gehen über den Rand hinweg weiter.',
      ],
      players: ['Schwarz', 'Weiß', 'Rot', 'Blau'],
      endings: { row: 'mit sechs in einer Reihe' },
      presets: { 'Four players': 'Zu viert' },
    },
  },
  showcase: {
    game: 'connect6:18',
    position: [
      '..................',
      '..................',
      '.1................',
      '...........2......',
      '......2...........',
      '....2...1.........',
      '.......21.12......',
      '......12211.......',
      '......21111.2.....',
      '.......11.212.....',
      '.......1.2........',
      '.....2...2112.....',
      '.....2.1.122......',
      '.......21.22......',
      '.........1........',
      '.1................',
      '................2.',
      '..................',
    ].join('/') + ':P1',
    move: '5;7;10;12',
  },
}
