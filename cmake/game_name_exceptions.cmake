# Sources that name a game which is not theirs, each with the reason: "file|game|reason".
set(exceptions
  # The application runs the server of the Kaskade protocol, with options and an API path of that name.
  "server/kaskade_service.h|kaskade|the service that runs its protocol's server"
  "server/kaskade_service.cpp|kaskade|the service that runs its protocol's server"
  "server/application.h|kaskade|runs its server"
  "server/application.cpp|kaskade|runs its server"
  "server/api.h|kaskade|switches its server on and off"
  "server/api.cpp|kaskade|switches its server on and off"
  "app/commands/application.cpp|kaskade|starts its server"
  "app/commands/serve.cpp|kaskade|options of its server"
  # Kaskade servers far away as players.
  "app/commands/match.cpp|kaskade|a remote server as a player"
  "server/event.h|kaskade|a remote server as a player"
  "server/request_reader.cpp|kaskade|a remote server as a player"
  "server/seat_player.cpp|kaskade|a remote server as a player"
  # Examples and lists in texts for people.
  "app/commands/play.cpp|connect6|a list of strategies in its help"
  "app/commands/play.cpp|kaskade|a list of strategies in its help"
  "app/commands/play.cpp|othello|a list of strategies in its help"
  "app/commands/play.cpp|tictactoe|a list of strategies in its help"
  "app/commands/play.cpp|towerwars|a list of strategies in its help"
  "app/terminal/terminal_game.cpp|othello|an example in its help"
)
