// Why the server does not do something, in English: a sentence for every code of src/server/base/refusal.h.

/** The parts of a problem: see `Problem` in types.ts. */
export type Parts = Record<string, string>
export type Saying = (parts: Parts) => string

const tooMuch = 'Too much at once. Please try again.'

export const refusalsEn = {
  // What a message says
  bad_message: () => 'The server did not understand the page. Please load the page again.',
  field_too_long: ({ max }) => `This may have ${max} characters at most.`,
  out_of_range: ({ min, max }) => `This must be a whole number from ${min} to ${max}.`,
  bad_duration: ({ min, max }) => `The time must be between ${min} and ${max}.`,
  bad_name: ({ max }) => `A name has one line of at most ${max} characters.`,
  // Who may do something at a table, and when
  not_seated: () => 'You are watching this game.',
  not_your_seat: () => 'This is not your seat.',
  not_host: () => 'Only who created the table may do that.',
  not_your_turn: () => 'It is not your turn.',
  not_complete: () => 'Not everybody is here yet.',
  stale: () => 'The game has moved on in the meantime.',
  over: () => 'The game is over.',
  time_over: () => 'The time is over.',
  time_left: () => 'There is time left.',
  too_many_moves: ({ max }) => `A game may have ${max} moves at most.`,
  no_move_yet: () => 'You have not made a move yet.',
  offer_pending: () => 'Something is being asked already.',
  no_offer: () => 'Nothing is being asked any more.',
  not_asked: () => 'You have not been asked.',
  no_draws: ({ game }) => `${game} knows no draw.`,
  computer_declines: () => 'A computer plays on and does not agree to a draw.',
  not_over: () => 'The game is not over yet.',
  has_rematch: () => 'The next game has begun already.',
  people_play: () => 'People play at their own pace.',
  not_replaceable: () => 'Only others can be replaced, and by computers.',
  opponent_present: () => 'This player is there, or was a moment ago. Once they have been away for a while, a computer can take over.',
  help_is_off: () => 'Hints and evaluation are off in this game until it is over.',
  help_is_on: () => 'Hints and evaluation are allowed already.',
  other_server: () => 'A server far away can only be tried again.',
  remote_not_allowed: ({ server }) => `This server does not connect to ${server}. Start it with --allow-remote and the name.`,
  unfit_player: ({ problem }) => `This player cannot play here: ${problem}.`,
  unfit_table: ({ problem }) => `There can be no such table: ${problem}.`,
  // Tables
  no_such_table: () => 'This table does not exist.',
  seat_taken: () => 'This seat is taken already.',
  bad_invite: () => 'This invitation is not valid or has been used already.',
  table_busy: () => tooMuch,
  table_full: () => 'Too much has happened at this table. Please begin a new one.',
  too_many_tables: () => 'There are too many tables. Please try again later.',
  too_many_own_tables: () => 'Too many games go on from here already. Please end some first.',
  damaged: () => 'This game is damaged in the server’s storage. It cannot go on.',
  storage_unclear: () => 'The server does not know whether this has been stored. It will soon show the game as it is on the disk.',
  storage: () => 'The server could not store this. Nothing has changed.',
  inconsistent: () => 'Something went wrong in the server. Nothing has changed.',
  // The API
  not_found: () => 'The server does not know this.',
  bad_method: () => 'The server does not know this.',
  bad_content_type: () => 'The server did not understand the page. Please load the page again.',
  needs_key: () => 'Only who started the server may do that: in the browser it opened, or with the address it printed.',
  bad_ticket: () => 'This ticket is no longer good.',
  too_many_creations: () => 'Too many new tables. Please try again soon.',
  too_many_questions: () => tooMuch,
  too_many_evaluations: () => tooMuch,
  engine_failed: () => 'No evaluation at the moment.',
  port: ({ port }) => `The server cannot wait at port ${port}: another program uses it, or it is not allowed.`,
  unknown_site: () => 'The server is not known under this name. Start it with --host and the name.',
  other_site: () => 'Requests from other sites are not answered.',
  too_many_connections: () => 'There are too many connections. Please try again in a moment.',
  bad_request: () => 'The server did not understand the page. Please load the page again.',
  bad_expectation: () => 'The server did not understand the page. Please load the page again.',
  request_too_long: () => 'That is too long for the server.',
  head_too_long: () => 'That is too long for the server.',
  // What the page itself finds
  lost: () => 'The connection was lost. Please try again.',
} satisfies Record<string, Saying>
