#include "protocols/kaskade/remote_game.h"

#include <fmt/format.h>

#include "core/text.h"

namespace spielwerk::kaskade_protocol {
namespace {

/// Who says so much without saying anything is not a server.
constexpr int kMaxIdleLines = 1'000;

}  // namespace

Parsed<RemoteServer> parse_remote_server(std::string_view text) {
  RemoteServer server;
  Cursor cursor(text);
  std::size_t end = text.size();
  if (cursor.skip("[")) {
    end = text.find(']');
    if (end == std::string_view::npos) return parse_error(text.size(), "']' behind the address");
    server.host = text.substr(1, end - 1);
    cursor.advance(server.host.size() + 1);
  } else {
    end = std::min(text.find(':'), text.size());
    server.host = text.substr(0, end);
    cursor.advance(end);
  }
  if (server.host.empty()) return parse_error(0, "HOST or HOST:PORT");
  if (cursor.at_end()) return server;
  if (!cursor.skip(":")) return cursor.fail("':' and a port");
  const auto port = cursor.integer(1, 65'535, "a port");
  if (!port) return std::unexpected(port.error());
  if (!cursor.at_end()) return cursor.fail("the end behind the port");
  server.port = static_cast<std::uint16_t>(*port);
  return server;
}

RemoteGame::RemoteGame(const RemoteServer& server, const Init& init, std::stop_token stop)
    : server_(server),
      session_(init),
      connection_(server.host, server.port, server.patience, std::move(stop)) {
  connection_.send(session_.first_line(), server_.patience);
}

void RemoteGame::wait(std::stop_token stop) {
  using SteadyClock = std::chrono::steady_clock;
  const auto deadline = SteadyClock::now() + server_.patience;
  int idle_lines = 0;
  while (session_.state() == ClientSession::State::Waiting) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - SteadyClock::now());
    const std::string line =
        connection_.receive(std::max(left, std::chrono::milliseconds(1)), stop);
    if (is_comment(line) && ++idle_lines > kMaxIdleLines) {
      throw ConnectionFailure(
          {FailureKind::Protocol, "",
           fmt::format("expected {} from the server, but it only comments", session_.expected())});
    }
    session_.receive(line);
  }
  if (session_.state() == ClientSession::State::Failed) {
    leave();
    Failure failure = session_.failure_kind();
    failure.sentence = session_.failure();
    throw ConnectionFailure(std::move(failure));
  }
}

void RemoteGame::move(Move move) { connection_.send(session_.move(move), server_.patience); }

void RemoteGame::leave() {
  try {
    connection_.send(print_request(Exit{}), std::chrono::seconds(1));
  } catch (const ConnectionFailure&) {
    // It is over anyway.
  }
}

}  // namespace spielwerk::kaskade_protocol
