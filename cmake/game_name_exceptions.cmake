# Sources that name a game which is not theirs, each with the reason: "file|game|reason".
set(exceptions
  # The application runs the server of the Kaskade protocol, with options and an API path of that name.
  "server/api/kaskade_service.h|kaskade|the service that runs its protocol's server"
  "server/api/kaskade_service.cpp|kaskade|the service that runs its protocol's server"
  "server/tables/client_tables.h|kaskade|seats the clients of its server"
  "server/tables/client_tables.cpp|kaskade|seats the clients of its server"
  "server/application.h|kaskade|runs its server"
  "server/application.cpp|kaskade|runs its server"
  "server/api/kaskade_json.h|kaskade|its server's state and settings"
  "server/api/status_json.h|kaskade|how its server is doing"
  "server/api/status_json.cpp|kaskade|how its server is doing"
  "server/api/kaskade_json.cpp|kaskade|its server's state and settings"
  "server/api/api.h|kaskade|switches its server on and off"
  "server/api/api.cpp|kaskade|switches its server on and off"
  "app/commands/application.cpp|kaskade|starts its server"
  "app/commands/serve.cpp|kaskade|options of its server"
  # Kaskade servers far away as players, in events of older versions too.
  "server/tables/event.h|kaskade|a remote server as a player"
  "server/json/event_json.cpp|kaskade|a remote server as a player"
  "server/json/request_reader.cpp|kaskade|a remote server as a player"
  "server/tables/seats.cpp|kaskade|a remote server as a player"
  # Examples in texts for people.
  "app/terminal/terminal_game.cpp|othello|an example in its help"
)
