#include "protocols/kaskade/remote_player.h"

#include <fmt/format.h>

#include "core/play_moves.h"

namespace spielwerk::kaskade_protocol {
namespace {

class RemoteChooser final : public MoveChooser {
 public:
  RemoteChooser(const Game& game, RemoteServer server) : game_(game), server_(std::move(server)) {}
  ~RemoteChooser() override { leave(); }
  RemoteChooser(const RemoteChooser&) = delete;
  RemoteChooser& operator=(const RemoteChooser&) = delete;

  void begin_game() override { leave(); }

  std::expected<Choice, Failure> choose(const Position& at, const SearchLimits&,
                                        std::stop_token stop) override {
    try {
      if (!tell(at)) begin_at(at, stop);
      remote_->wait(stop);
    } catch (const ConnectionFailure& failure) {
      remote_.reset();
      return std::unexpected(failure.failure());
    }
    const Move move = *remote_->session().server_move();
    position_ = at;
    position_->play(move);
    return Choice{.move = move, .player_name = remote_->session().server_name()};
  }

  std::optional<Failure> end_game(const Position& at) override {
    std::optional<Failure> failure;
    try {
      if (remote_ && tell(at)) remote_->wait({});
    } catch (const ConnectionFailure& problem) {
      failure = problem.failure();
    }
    remote_.reset();
    return failure;
  }

 private:
  void leave() {
    if (remote_ && remote_->session().state() == ClientSession::State::OwnTurn) remote_->leave();
    remote_.reset();
  }

  /// Tells the server the move that has led here; false if none has.
  bool tell(const Position& at) {
    if (!remote_ || remote_->session().state() != ClientSession::State::OwnTurn) return false;
    const auto move = move_between(*position_, at);
    if (move) remote_->move(*move);
    return move.has_value();
  }

  /// A game that begins with the server's turn at this position.
  void begin_at(const Position& at, const std::stop_token& stop) {
    leave();
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
      throw ConnectionFailure({FailureKind::Other, game.error(), game.error()});
    }
    remote_.emplace(server_, init, stop);
  }

  const Game game_;
  const RemoteServer server_;
  std::optional<RemoteGame> remote_{};
  /// Of the game that is played here, after the server's move: on the server's board the colours
  /// may be the other way round.
  std::optional<Position> position_{};
};

/// Why nobody can play there; nothing if somebody listens.
std::optional<std::string> problem_with(const RemoteServer& server) {
  try {
    LineConnection(server.host, server.port, std::chrono::seconds(10));
  } catch (const ConnectionFailure& failure) {
    return failure.what();
  }
  return std::nullopt;
}

bool is_kaskade(const GameDescription& game) { return game.name == "kaskade"; }

std::optional<Parsed<PlayerPlan>> parse_remote_player(const Game& game, std::string_view text) {
  if (!text.starts_with(kRemotePrefix) || !is_kaskade(game.description())) return std::nullopt;
  const auto server = parse_remote_server(text.substr(kRemotePrefix.size()));
  if (!server) {
    return parse_error(kRemotePrefix.size() + server.error().position, server.error().expected);
  }
  return PlayerPlan{.make =
                        [game, server = *server](const PlayerSettings& settings) {
                          // A place with a pool has many players and waits for nobody.
                          return make_remote_player(
                              game, server,
                              settings.pool != nullptr ? Farewell::Left : Farewell::Awaited);
                        },
                    .find_problem = [server = *server] { return problem_with(server); }};
}

}  // namespace

std::unique_ptr<GamePlayer> make_remote_player(const Game& game, const RemoteServer& server,
                                               Farewell farewell) {
  const bool is_address_in_brackets = server.host.find(':') != std::string::npos;
  return make_waiting_player(
      fmt::format(fmt::runtime(is_address_in_brackets ? "{}[{}]:{}" : "{}{}:{}"), kRemotePrefix,
                  server.host, server.port),
      std::make_unique<RemoteChooser>(game, server), farewell);
}

PlayerKind remote_player_kind() {
  return {.summary = "a Kaskade server; its moves take the time it takes",
          .traits = {.needs_network = true},
          .forms =
              [](const GameDescription& game) {
                return is_kaskade(game) ? std::vector<std::string>{"kaskade:HOST:PORT"}
                                        : std::vector<std::string>{};
              },
          .parse = parse_remote_player};
}

}  // namespace spielwerk::kaskade_protocol
