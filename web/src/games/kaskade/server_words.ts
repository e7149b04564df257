// What the dialog of the Kaskade server says.

function many(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`
}

const en = {
  title: 'Kaskade server',
  help: 'Other programs can play Kaskade against this one over the network, even by telnet.',
  isOn: 'Accept games',
  port: 'Port',
  strategy: 'Plays as',
  time: 'Seconds a move, at most',
  apply: 'Apply',
  onlyThisMachine: 'Only programs on this machine reach it. For others in your network start: ./spielwerk serve --bind 0.0.0.0',
  onlyHere: 'Only who started the server may change this: in the browser it opened, or with the address it printed.',
  connected: 'Connected now',
  nobody: 'Nobody at the moment.',
  thinking: 'thinking',
  user: 'Player',
  address: 'Address',
  game: 'Game',
  moves: 'Moves',
  counts: (games: number, won: number, lost: number) =>
    `${many(games, 'game', 'games')} so far, ${won} won and ${lost} lost by this server`,
  listening: (port: number) => `Listening on port ${port}`,
  off: 'Switched off',
  applied: 'Changed',
}

const de: typeof en = {
  title: 'Kaskade-Server',
  help: 'Andere Programme können übers Netz gegen dieses Kaskade spielen, sogar mit Telnet.',
  isOn: 'Partien annehmen',
  port: 'Port',
  strategy: 'Spielt als',
  time: 'Höchstens Sekunden pro Zug',
  apply: 'Übernehmen',
  onlyThisMachine: 'Nur Programme auf diesem Rechner erreichen ihn. Für andere im Netz starte: ./spielwerk serve --bind 0.0.0.0',
  onlyHere: 'Ändern kann das nur, wer den Server gestartet hat: im Browser, den er geöffnet hat, oder mit der Adresse aus dem Terminal.',
  connected: 'Gerade verbunden',
  nobody: 'Im Augenblick niemand.',
  thinking: 'denkt nach',
  user: 'Spieler',
  address: 'Adresse',
  game: 'Spiel',
  moves: 'Züge',
  counts: (games, won, lost) =>
    `Bisher ${many(games, 'Partie', 'Partien')}, davon ${won} gewonnen und ${lost} verloren`,
  listening: (port) => `Wartet an Port ${port}`,
  off: 'Ausgeschaltet',
  applied: 'Übernommen',
}

export const serverWords = { en, de }
