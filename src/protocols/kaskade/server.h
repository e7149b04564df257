// The Kaskade game server: many games at once over TCP.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game_player.h"
#include "protocols/kaskade/board.h"

namespace spielwerk::kaskade_protocol {

struct ServerSettings {
  /// Where it listens: an address of this machine, and 0 for any free port.
  std::string address = "127.0.0.1";
  std::uint16_t port = kDefaultPort;
  /// What it calls itself; has to be printable.
  std::string name = "Spielwerk";
  /// Who is silent for so long is disconnected; the time to think does not count.
  std::chrono::milliseconds idle_time = std::chrono::minutes(10);
  /// Who says nothing at all for so long is probably a person, and is told how to begin in a
  /// comment. Programs begin at once and never see it.
  std::chrono::milliseconds greeting_time = std::chrono::seconds(2);
  /// Who does not take what is sent within this time is disconnected.
  std::chrono::milliseconds send_time = std::chrono::seconds(30);
  int max_connections = 5'000;
  int max_per_address = 200;
};

/// Who makes the server's moves in one game, and within what limits.
struct ServerPlayer {
  std::unique_ptr<GamePlayer> player;
  SearchLimits limits{};
};
/// Who has connected.
struct Client {
  std::string user;
  /// Of its machine or network (protocols/tcp/network.h).
  std::string address;
  /// The same with the port, `127.0.0.1:50123`, which tells it from all others now connected.
  std::string connection;
};
/// Finds somebody to play with a client. A player who leaves ends the game; any other failure is
/// ours and must not cost the client the game, so that any move is made.
using ServerPlayerMaker =
    std::function<ServerPlayer(const NetworkGame& game, const Client& client)>;

struct ConnectionInfo {
  /// As Client::connection.
  std::string connection;
  /// Empty before a game has begun, like the rest.
  std::string user;
  std::string game;
  int moves = 0;
  bool is_thinking = false;
};

struct ServerCounts {
  std::uint64_t connections = 0;  ///< accepted since the beginning
  std::uint64_t refused = 0;      ///< closed at once, because there were too many
  std::uint64_t games = 0;        ///< begun
  std::uint64_t won = 0;          ///< by the server
  std::uint64_t lost = 0;
  std::uint64_t moves = 0;  ///< of the server
  int open = 0;             ///< connections now
};

/// All methods may be called from any thread. Games in progress end neither by a new port nor by
/// new players; those play the games that begin later.
class Server {
 public:
  /// Hears in one line who came, played and left, on the server's thread.
  using Listener = std::function<void(std::string_view)>;

  /// Listens from now on. Throws std::runtime_error, a sentence, if that is not possible.
  Server(const ServerSettings& settings, ServerPlayerMaker players, Listener listener = {});
  /// Says good-bye to all and closes their connections.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  /// Listens at another port instead. Throws as the constructor does, and then nothing changes.
  void set_port(std::uint16_t port);
  void set_players(ServerPlayerMaker players);

  std::vector<ConnectionInfo> connections() const;
  ServerCounts counts() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace spielwerk::kaskade_protocol
