// What the page says and shows of TowerWars.
import type { GamePage } from '../game_page'

export const game: GamePage = {
  place: 4,
  words: {
    en: {
      summary: 'Build towers, jump further, storm the enemy base.',
      rules: [
        'Move one stone, or the top of a tower, to a neighbouring field. Beside own towers a stone reaches further: by as many fields as they are high.',
        'Stones on your own stones build towers. From afar a stone blocks an enemy tower; from nearby it captures it. An own stone frees a blocked tower.',
        'Take the enemy base, or leave your opponent without a move.',
      ],
      players: ['Red', 'Blue'],
    },
    de: {
      summary: 'Bau Türme, spring weiter, stürm die gegnerische Basis.',
      rules: [
        'Zieh einen Stein oder die Spitze eines Turms auf ein Nachbarfeld. Neben eigenen Türmen kommt ein Stein weiter: um so viele Felder, wie sie hoch sind.',
        'Stein auf eigenem Stein wird ein Turm. Aus der Ferne blockiert ein Stein einen gegnerischen Turm, aus der Nähe schlägt er ihn. Ein eigener Stein befreit einen blockierten Turm.',
        'Nimm die gegnerische Basis oder lass dem Gegner keinen Zug.',
      ],
      players: ['Rot', 'Blau'],
      endings: { base_taken: 'mit der gegnerischen Basis', no_moves: 'der Gegner hat keinen Zug mehr' },
    },
  },
  showcase: {
    game: 'towerwars:6',
    position: 'RB,R,.,R,.,./R,R,R2,R,.,./R,.,.,.,.,B/.,.,.,B1,.,B/.,.,.,.,B,B/.,.,B,B,.,BB:red',
    move: 'D2->D4',
  },
}
