// A game on somebody else's server.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "protocols/kaskade/client_session.h"
#include "protocols/kaskade/line_connection.h"

namespace spielwerk::kaskade_protocol {

struct RemoteServer {
  std::string host = "127.0.0.1";
  std::uint16_t port = kDefaultPort;
  /// What we call ourselves; has to be printable.
  std::string user = "Spielwerk";
  /// How long it may take to connect, and for the server to answer.
  std::chrono::milliseconds patience = std::chrono::seconds(30);
};

/// `HOST:PORT`, or `HOST` alone for port 4711; an IPv6 address in brackets.
Parsed<RemoteServer> parse_remote_server(std::string_view text);

/// One game. All methods throw ConnectionFailure, with what went wrong in a form to be shown.
class RemoteGame {
 public:
  /// Connects and begins.
  RemoteGame(const RemoteServer& server, const Init& init, std::stop_token stop);

  /// Until it is our turn or the game is over.
  void wait(std::stop_token stop);
  /// Makes a legal move of ours.
  void move(Move move);
  /// Says good-bye in the middle of a game.
  void leave();

  const ClientSession& session() const { return session_; }

 private:
  const RemoteServer server_;
  ClientSession session_;
  LineConnection connection_;
};

}  // namespace spielwerk::kaskade_protocol
