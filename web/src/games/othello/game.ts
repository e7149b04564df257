// What the page says and shows of Othello.
import type { GamePage } from '../game_page'

const adjectives: Record<string, string> = { black: 'schwarzen', white: 'weißen' }

export const game: GamePage = {
  place: 2,
  words: {
    en: {
      summary: 'Any board, any holes. Bracket the lines and turn them.',
      rules: [
        'Place a disc so that a straight line of your opponent’s lies between it and another of yours. All of them turn.',
        'Whoever cannot move passes. When nobody can, more discs win.',
        'Holes are no fields: every line ends there.',
      ],
      players: ['Black', 'White'],
      transcripts: 'Othello transcripts such as F5D6C3',
    },
    de: {
      summary: 'Jedes Brett, beliebige Löcher. Schließ Reihen ein und dreh sie um.',
      rules: [
        'Setz einen Stein so, dass zwischen ihm und einem anderen deiner Steine eine gerade Reihe gegnerischer liegt. Sie alle werden umgedreht.',
        'Wer nicht ziehen kann, passt. Kann es niemand mehr, gewinnt, wer mehr Steine hat.',
        'Löcher sind keine Felder: Jede Reihe endet dort.',
      ],
      players: ['Schwarz', 'Weiß'],
      endings: { majority: 'mit mehr Steinen' },
      presets: { 'Two walls': 'Zwei Mauern' },
      transcripts: 'Othello-Mitschriften wie F5D6C3',
      phrases: [
        ["':' and the lower right field", () => ': und das rechte untere Feld'],
        ['the upper left field before the lower right one', () => 'das linke obere Feld vor dem rechten unteren'],
        ['holes beside the four stones in the middle', () => 'Löcher neben den vier Steinen in der Mitte'],
        ["',' and the next row", () => ', und die nächste Zeile'],
        ["'-', 'B', 'W' or '#'", () => '-, B, W oder #'],
        ['{} is a hole', (field) => `${field} ist ein Loch`],
        ['{} brackets no {} stone', (field, owner) => `${field} schließt keinen ${adjectives[owner] ?? owner} Stein ein`],
      ],
    },
  },
  showcase: {
    game: 'othello:8x8',
    position: '--------,---W----,--BWW---,--BBWB--,--BWBB--,---W-W--,--------,--------:black',
    move: 'E2',
  },
  transcript: /^\s*[a-h][1-8]/i,
}
