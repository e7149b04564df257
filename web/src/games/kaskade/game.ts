// What the page says and shows of Kaskade.
import type { GamePage } from '../game_page'

export const game: GamePage = {
  place: 1,
  words: {
    en: {
      summary: 'Chain reactions: overflow your fields, take your opponent’s.',
      rules: [
        'Add a ball to an empty field or to one of your own.',
        'A field overflows when it holds as many balls as it has neighbours: each neighbour gets one and becomes yours, with all its balls. Fields with an amber rim are about to.',
        'Whoever has no ball left has lost.',
      ],
      players: ['White', 'Black'],
      remote: 'Kaskade server',
    },
    de: {
      summary: 'Kettenreaktionen: Lass deine Felder überlaufen und hol dir die des Gegners.',
      rules: [
        'Leg eine Kugel auf ein leeres oder ein eigenes Feld.',
        'Ein Feld läuft über, sobald es so viele Kugeln hat wie Nachbarfelder: Jeder Nachbar bekommt eine und gehört mit allen Kugeln dir. Felder mit Bernsteinrand stehen kurz davor.',
        'Wer keine Kugel mehr hat, hat verloren.',
      ],
      players: ['Weiß', 'Schwarz'],
      endings: { whole_board: 'mit dem ganzen Brett' },
      remote: 'Kaskade-Server',
      phrases: [
        ['the ball count of field {}', (field) => `die Zahl der Kugeln auf ${field}`],
        ["'n' behind a count of 0", () => 'n hinter der Zahl 0'],
        ["'a' or 'b' behind a count", () => 'a oder b hinter einer Zahl'],
        ["{} to move on a board of {}'s balls only", (side, owner) => `${side} am Zug, wo nur Kugeln von ${owner} liegen`],
        ['fewer balls than the field has neighbours', () => 'weniger Kugeln, als das Feld Nachbarn hat'],
        ['field {} belongs to {}', (field, player) => `Das Feld ${field} gehört ${player}`],
      ],
    },
  },
  showcase: {
    game: 'kaskade:6x6',
    position: '0n2a0n2b1b0n0n0n0n1b0n0n2a0n3b2a3a0n2b3a3a0n3b1b1a2a3b0n0n0n1a0n2a1b2b1a:A',
    move: '2;3',
  },
}
