// What the page says and shows of Tic-Tac-Toe.
import type { GamePage } from '../game_page'

export const game: GamePage = {
  place: 5,
  words: {
    en: {
      summary: 'm × n fields, k in a row. Perfect play included.',
      rules: [
        'Take turns to mark a free field.',
        'The required number of own marks in an unbroken row wins: across, down or diagonally.',
        'A full board without a row is a draw.',
      ],
      players: ['X', 'O'],
    },
    de: {
      summary: 'm × n Felder, k in einer Reihe. Perfektes Spiel inbegriffen.',
      rules: [
        'Markiert abwechselnd ein freies Feld.',
        'Die verlangte Zahl eigener Zeichen in einer lückenlosen Reihe gewinnt: waagerecht, senkrecht oder schräg.',
        'Ein volles Brett ohne Reihe ist unentschieden.',
      ],
      players: ['X', 'O'],
      endings: { row: 'mit einer Reihe' },
      presets: { 'Four in a row': 'Vier in einer Reihe', 'Five in a row': 'Fünf in einer Reihe' },
    },
  },
  showcase: { game: 'tictactoe:5x5,k=4', position: '...../.OXX./O.XO./.XO../.....:X', move: 'A5' },
}
