// What the page says and shows of TowerWars.
import type { GamePage } from '../game_page'

const colours: Record<string, string> = { red: 'Rot', blue: 'Blau' }

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
      phrases: [
        ["',' and the next field", () => ', und das nächste Feld'],
        ["a field: '.', or R or B alone, with a height or with a second B", () => 'ein Feld: ., oder R oder B allein, mit einer Höhe oder mit einem zweiten B'],
        ['a height from 1 to {}', (max) => `eine Höhe von 1 bis ${max}`],
        ['{}, or {} that has taken it', (base, taker) => `${base}, oder ${taker}, der sie genommen hat`],
        ['bases only in their corners', () => 'eine Basis nur in ihrer Ecke'],
        ['RB', () => 'RB'],
        ['BB', () => 'BB'],
        ['{} is empty', (field) => `${field} ist leer`],
        ['what stands on {} belongs to {}', (field, player) => `Was auf ${field} steht, gehört ${colours[player] ?? player}`],
        ['a base cannot move', () => 'Eine Basis kann nicht ziehen'],
        ['the tower on {} is blocked and cannot move', (field) => `Der Turm auf ${field} ist blockiert und kann nicht ziehen`],
        ['a move must lead to another field', () => 'Ein Zug muss auf ein anderes Feld führen'],
        ['the top stone of a tower moves only to a neighbouring field', () => 'Die Spitze eines Turms zieht nur auf ein Nachbarfeld'],
        ['the top stone of a tower cannot capture', () => 'Die Spitze eines Turms kann nicht schlagen'],
        ['the stone on {} has range {}, but {} is {} away', (from, range, to, distance) => `Der Stein auf ${from} hat die Reichweite ${range}, aber ${to} ist ${distance} entfernt`],
        ['the tower on {} is already blocked; only a neighbour can capture it', (field) => `Der Turm auf ${field} ist schon blockiert; nur aus der Nähe kann er geschlagen werden`],
        ['no piece moves onto its own base', () => 'Niemand zieht auf die eigene Basis'],
        ['the tower on {} already has the full height of {}', (field, height) => `Der Turm auf ${field} hat schon die volle Höhe von ${height}`],
      ],
    },
  },
  showcase: {
    game: 'towerwars:6',
    position: 'RB,R,.,R,.,./R,R,R2,R,.,./R,.,.,.,.,B/.,.,.,B1,.,B/.,.,.,.,B,B/.,.,B,B,.,BB:red',
    move: 'D2->D4',
  },
}
