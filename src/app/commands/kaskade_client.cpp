// spielwerk kaskade join: a person or a computer plays on somebody else's Kaskade server.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <random>

#include "app/commands/command.h"
#include "core/duration.h"
#include "core/line_reader.h"
#include "games/all_games.h"
#include "games/kaskade/console.h"
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

struct Options {
  std::string server;
  Init init{.columns = 10, .rows = 10, .user = "guest"};
  std::string begin = "c";
  std::string setup;
  std::string player = "human";
  std::string time = "5s";
  std::string patience = "30s";
  int games = 1;
  std::uint64_t seed = 1;
};

enum class Result : std::uint8_t { Won, Lost, Left };

/// Plays one game after the other on a server.
class Client {
 public:
  /// `player` makes the moves of the game that `init` begins.
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

int complain(Streams& streams, const std::string& problem) {
  fmt::print(streams.error, "spielwerk kaskade join: {}\n", problem);
  return 1;
}

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

}  // namespace

int run_kaskade_client(std::span<const std::string> arguments, Streams& streams) {
  CLI::App parser(
      "Plays Kaskade on a server, as a person or as a computer player. Every board the server\n"
      "sends is compared with the own one.",
      "spielwerk kaskade join");
  parser.footer(all_players().help(all_games(), {.people = true, .network = true}, "kaskade") +
                "\nExamples:\n"
                "  spielwerk kaskade join localhost\n"
                "  spielwerk kaskade join example.org:4711 --x 6 --y 6 --begin s --name Anna\n"
                "  spielwerk kaskade join localhost:4711 --player level:5 --games 10 --time 1s\n"
                "  spielwerk kaskade join localhost --x 3 --y 3 --setup 0n0n0n2s1c0n0n0n1c");
  Options options;
  parser.add_option("server", options.server, "HOST or HOST:PORT")->required();
  parser.add_option("--x", options.init.columns, "columns, 3..20")->capture_default_str();
  parser.add_option("--y", options.init.rows, "rows, 3..20")->capture_default_str();
  parser.add_option("--begin", options.begin, "who begins: c, you, or s, the server")
      ->capture_default_str()
      ->check(CLI::IsMember({"c", "s"}));
  parser.add_option("--setup", options.setup,
                    "start position: balls and owner (c, s, n) of each field");
  parser.add_option("--player", options.player, "who plays for you")->capture_default_str();
  parser.add_option("--time", options.time, "what the computer may take for a move: 200ms, 5s, 2m")
      ->capture_default_str();
  parser.add_option("--name", options.init.user, "your name")->capture_default_str();
  parser.add_option("--games", options.games, "how many games, one after the other")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  parser.add_option("--patience", options.patience, "how long to wait for an answer")
      ->capture_default_str();
  parser.add_option("--seed", options.seed, "makes the computer's random choices repeatable");
  int status = 0;
  if (!parse_arguments(parser, arguments, streams, status)) return status;

  auto server = kaskade_protocol::parse_remote_server(options.server);
  if (!server) return complain(streams, server.error().message(options.server));
  const auto patience = parse_duration(options.patience);
  if (!patience)
    return complain(streams, "--patience: " + patience.error().message(options.patience));
  server->patience = *patience;
  const auto time = parse_duration(options.time);
  if (!time) return complain(streams, "--time: " + time.error().message(options.time));
  if (!kaskade_protocol::is_printable(options.init.user)) {
    return complain(streams, "--name: a name must not have ';', ')' or blanks at its ends");
  }
  options.init.begin = options.begin == "c" ? End::Client : End::Server;
  if (!options.setup.empty()) options.init.setup = options.setup;
  const auto game = NetworkGame::create(options.init);
  if (!game) return complain(streams, game.error());
  if (parser.count("--seed") == 0) options.seed = std::random_device{}();
  const auto player =
      all_players().parse(game->game(), options.player, {.people = true, .network = true});
  if (!player) return complain(streams, "--player: " + player.error().message(options.player));
  try {
    Client client(*server, options.init, *player, options.seed, {.move_time = *time}, streams);
    return play_all(client, options.games, streams);
  } catch (const ConnectionFailure& failure) {
    return complain(streams, failure.what());
  }
}

}  // namespace spielwerk::app
