// spielwerk kaskade join: a person or a computer plays on somebody else's Kaskade server.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "app/commands/commands.h"
#include "app/commands/common_options.h"
#include "core/line_reader.h"
#include "games/all_games.h"
#include "games/kaskade/console.h"
#include "games/kaskade/rules.h"
#include "protocols/all_players.h"
#include "protocols/kaskade/remote_game.h"

namespace spielwerk::app {
namespace {

using kaskade_protocol::ClientSession;
using kaskade_protocol::ConnectionFailure;
using kaskade_protocol::End;
using kaskade_protocol::Init;
using kaskade_protocol::NetworkGame;
using kaskade_protocol::RemoteGame;
using kaskade_protocol::RemoteServer;

enum class Result : std::uint8_t { Won, Lost, Left };

/// Plays one game after the other on a server.
class Client {
 public:
  /// `player` makes the moves of the games that `init` begins.
  Client(const RemoteServer& server, const Init& init, const PlayerPlan& player, std::uint64_t seed,
         SearchLimits limits, Streams& streams)
      : server_(server),
        init_(init),
        is_person_(player.traits.is_person),
        limits_(limits),
        streams_(streams),
        reader_(streams.input, streams.output),
        player_(player.make({.seed = seed, .make_person = [this] {
                               return kaskade::make_keyboard_player(
                                   NetworkGame::create(init_)->game(), reader_, streams_.output);
                             }})) {}

  Result play() {
    RemoteGame remote(server_, init_, {});
    const ClientSession& session = remote.session();
    remote.wait({});
    greet(session);
    player_->begin_game();
    while (session.state() != ClientSession::State::Over) {
      tell_server_move(session);
      const auto move = choose_move(session);
      if (!move) {
        remote.leave();
        fmt::print(streams_.output, "You left the game.\n");
        return Result::Left;
      }
      remote.move(*move);
      remote.wait({});
    }
    end_game(*player_, session.position());
    if (session.winner() == End::Server) tell_server_move(session);
    const bool has_won = session.winner() == End::Client;
    fmt::print(streams_.output, "{} against {}.\n", has_won ? "Won" : "Lost",
               session.server_name());
    return has_won ? Result::Won : Result::Lost;
  }

 private:
  void greet(const ClientSession& session) {
    const NetworkGame& game = session.game();
    fmt::print(streams_.output, "{} on {}; you are {}, {} is {}.\n", game.game().text(),
               server_.host, game.game().player_name(game.player(End::Client)),
               session.server_name(), game.game().player_name(game.player(End::Server)));
  }
  void tell_server_move(const ClientSession& session) {
    const Game& game = session.game().game();
    if (const auto move = session.server_move()) {
      fmt::print(streams_.output, "{} plays {}.\n", session.server_name(), game.print_move(*move));
    }
    if (is_person_ && session.state() == ClientSession::State::OwnTurn) {
      streams_.output << kaskade::print_text_board(game, session.position());
    }
  }
  /// Nothing if the player has left the game.
  std::optional<Move> choose_move(const ClientSession& session) {
    const auto choice = choose(*player_, session.position(), limits_);
    if (!choice && choice.error().kind != FailureKind::Left) {
      throw ConnectionFailure(choice.error());
    }
    if (!choice || !choice->move) return std::nullopt;
    if (is_person_) return choice->move;
    fmt::print(streams_.output, "{} plays {}.\n", player_->name(),
               session.game().game().print_move(*choice->move));
    streams_.output << std::flush;
    return choice->move;
  }

  const RemoteServer server_;
  const Init init_;
  const bool is_person_;
  const SearchLimits limits_;
  Streams& streams_;
  LineReader reader_;
  const std::unique_ptr<GamePlayer> player_;
};

int play_all(Client& client, int games, Streams& streams) {
  int won = 0;
  int lost = 0;
  const auto tell = [&] {
    if (games > 1) fmt::print(streams.output, "{} won, {} lost.\n", won, lost);
  };
  try {
    for (int game = 0; game < games; ++game) {
      const Result result = client.play();
      if (result == Result::Left) break;
      ++(result == Result::Won ? won : lost);
    }
  } catch (const ConnectionFailure&) {
    tell();
    throw;
  }
  tell();
  return 0;
}

class KaskadeJoin final : public Command {
 public:
  void declare(Options& options) override {
    options.describe(
        "Plays Kaskade on a server, as a person or as a computer player. Every board the server\n"
        "sends is compared with the own one.",
        all_players().help(all_games(), kAllPlayers, "kaskade") +
            "\nExamples:\n"
            "  spielwerk kaskade join localhost\n"
            "  spielwerk kaskade join example.org:4711 --x 6 --y 6 --begin s --name Anna\n"
            "  spielwerk kaskade join localhost:4711 --player level:5 --games 10 --time 1s\n"
            "  spielwerk kaskade join localhost --x 3 --y 3 --setup 0n0n0n2s1c0n0n0n1c");
    options.add("server", text(address_), "HOST or HOST:PORT").required();
    options.add("--x", number(init_.columns, kaskade::kMinSide, kaskade::kMaxSide), "columns");
    options.add("--y", number(init_.rows, kaskade::kMinSide, kaskade::kMaxSide), "rows");
    options.add("--begin", choice(begin_, {"c", "s"}), "who begins: c, you, or s, the server");
    options.add("--setup", text(setup_), "start position: balls and owner (c, s, n) of each field");
    options.add("--player", text(player_), "who plays for you");
    options.add("--time", duration(time_), "what the computer may take for a move: 200ms, 5s, 2m");
    options.add("--name", text(init_.user), "your name");
    options.add("--games", number(games_, 1, 1'000'000), "how many games, one after the other");
    options.add("--patience", duration(patience_), "how long to wait for an answer");
    seed_.add_to(options);
  }

  ExitStatus run(Streams& streams) override {
    auto server = kaskade_protocol::parse_remote_server(address_);
    if (!server) return std::unexpected(server.error().message(address_));
    server->patience = patience_;
    if (!kaskade_protocol::is_printable(init_.user)) {
      return std::unexpected("--name: a name must not have ';', ')' or blanks at its ends");
    }
    init_.begin = begin_ == "c" ? End::Client : End::Server;
    if (!setup_.empty()) init_.setup = setup_;
    const auto game = NetworkGame::create(init_);
    if (!game) return std::unexpected(game.error());
    const auto player = all_players().parse(game->game(), player_, kAllPlayers);
    if (!player) return std::unexpected("--player: " + player.error().message(player_));
    try {
      Client client(*server, init_, *player, seed_.seed(), {.move_time = time_}, streams);
      return play_all(client, games_, streams);
    } catch (const ConnectionFailure& failure) {
      return std::unexpected(failure.what());
    }
  }

 private:
  std::string address_;
  Init init_{.columns = 10, .rows = 10, .user = "guest"};
  std::string begin_ = "c";
  std::string setup_;
  std::string player_ = "human";
  std::chrono::milliseconds time_ = std::chrono::seconds(5);
  std::chrono::milliseconds patience_ = std::chrono::seconds(30);
  int games_ = 1;
  SeedOption seed_;
};

}  // namespace

std::unique_ptr<Command> make_kaskade_join() { return std::make_unique<KaskadeJoin>(); }

}  // namespace spielwerk::app
