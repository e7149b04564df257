#include "protocols/kaskade/remote_game.h"

#include <fmt/format.h>

#include "core/play_moves.h"
#include "core/text.h"

namespace spielwerk::kaskade_protocol {
namespace {

/// Who says so much without saying anything is not a server.
constexpr int kMostIdleLines = 1'000;

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
    if (is_comment(line) && ++idle_lines > kMostIdleLines) {
      throw ConnectionFailure(
          fmt::format("expected {} from the server, but it only comments", session_.expected()),
          {FailureKind::Protocol});
    }
    session_.receive(line);
  }
  if (session_.state() == ClientSession::State::Failed) {
    leave();
    throw ConnectionFailure(session_.failure(), session_.failure_kind());
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

namespace {

class RemotePlayer final : public ComputerPlayer {
 public:
  RemotePlayer(const Game& game, RemoteServer server) : game_(game), server_(std::move(server)) {}
  ~RemotePlayer() override { begin_game(); }
  RemotePlayer(const RemotePlayer&) = delete;
  RemotePlayer& operator=(const RemotePlayer&) = delete;

  std::string name() const override {
    if (!server_name_.empty()) return server_name_;
    return fmt::format("{}:{}", server_.host, server_.port);
  }
  void begin_game() override {
    if (remote_ && remote_->session().state() == ClientSession::State::OwnTurn) remote_->leave();
    remote_.reset();
  }

  Choice choose(const Position& at, const SearchLimits&, std::stop_token stop) override {
    try {
      if (!tell(at)) begin_at(at, stop);
      remote_->wait(stop);
    } catch (const ConnectionFailure& failure) {
      remote_.reset();
      throw PlayerFailure(failure.what(), failure.failure());
    }
    server_name_ = remote_->session().server_name();
    const Move move = *remote_->session().server_move();
    position_ = at;
    position_->play(move);
    return {.move = move, .player_name = server_name_};
  }

  void end_game(const Position& at) override {
    try {
      if (remote_ && tell(at)) remote_->wait({});
    } catch (const ConnectionFailure& failure) {
      remote_.reset();
      throw PlayerFailure(failure.what(), failure.failure());
    }
    remote_.reset();
  }

 private:
  /// Tells the server the move that has led here; false if none has.
  bool tell(const Position& at) {
    if (!remote_ || remote_->session().state() != ClientSession::State::OwnTurn) return false;
    const auto move = move_between(*position_, at);
    if (move) remote_->move(*move);
    return move.has_value();
  }

  /// A game that begins with the server's turn at this position.
  void begin_at(const Position& at, const std::stop_token& stop) {
    begin_game();
    const Geometry& geometry = game_.geometry();
    Init init{.columns = geometry.columns(),
              .rows = geometry.rows(),
              .begin = End::Server,
              .user = server_.user};
    if (at != game_.start()) {
      std::string setup;
      for (Cell cell = 0; cell < geometry.cell_count(); ++cell) {
        const Piece piece = at.piece(cell);
        setup += static_cast<char>('0' + piece.count);
        setup += piece.count == 0 ? 'n' : piece.owner == at.side_to_move() ? 's' : 'c';
      }
      init.setup = setup;
    }
    if (const auto game = NetworkGame::create(init); !game) {
      throw ConnectionFailure(game.error(), {FailureKind::Other, game.error()});
    }
    remote_.emplace(server_, init, stop);
  }

  const Game game_;
  const RemoteServer server_;
  std::optional<RemoteGame> remote_{};
  std::string server_name_{};
  /// Of the game that is played here, after the server's move: on the server's board the colours
  /// may be the other way round.
  std::optional<Position> position_{};
};

}  // namespace

std::unique_ptr<ComputerPlayer> make_remote_player(const Game& game, const RemoteServer& server) {
  return std::make_unique<RemotePlayer>(game, server);
}

}  // namespace spielwerk::kaskade_protocol
