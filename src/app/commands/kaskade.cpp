// spielwerk kaskade: text play of Kaskade; its subcommands for the network have their own files.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <random>

#include "app/commands/command.h"
#include "app/commands/graphic.h"
#include "core/duration.h"
#include "games/all_games.h"
#include "games/kaskade/console.h"
#include "games/kaskade/rules.h"

namespace spielwerk::app {
namespace {

int complain(Streams& streams, const std::string& problem) {
  fmt::print(streams.error, "spielwerk kaskade: {}\n", problem);
  return 1;
}

}  // namespace

int run_kaskade(std::span<const std::string> arguments, Streams& streams) {
  if (!arguments.empty() && arguments[0] == "serve") {
    return run_kaskade_server(arguments.subspan(1), streams);
  }
  if (!arguments.empty() && arguments[0] == "join") {
    return run_kaskade_client(arguments.subspan(1), streams);
  }
  CLI::App parser(
      "Plays Kaskade as text; moves are entered as column;row, both from 0.\n"
      "Over the network: 'spielwerk kaskade serve' and 'spielwerk kaskade join', see their --help.",
      "spielwerk kaskade");
  parser.footer(
      "Players: human; max, the computer at full strength; level:1 to level:9, weaker and\n"
      "stronger computers; simple[:n=1,x=0.5,y=0.2,depth=2], the assignment's strategy.\n"
      "Examples:\n"
      "  spielwerk kaskade\n"
      "  spielwerk kaskade --x 8 --y 8 --b max --time 2s\n"
      "  spielwerk kaskade --a level:3\n"
      "  spielwerk kaskade --graphic --x 10 --y 10 --b max\n"
      "  spielwerk kaskade --a simple:depth=1 --b simple:depth=3,y=0.5 --seed 7\n"
      "  spielwerk kaskade --x 3 --y 3 --setup 0n0n0n2a1b0n0n0n1b --begin b\n"
      "  spielwerk kaskade serve --port 4711\n"
      "  spielwerk kaskade join localhost:4711 --player level:5");
  int columns = 6;
  int rows = 6;
  std::array<std::string, 2> players{"human", "human"};
  std::string setup;
  std::string begin = "a";
  std::string time = "5s";
  kaskade::ConsoleSettings settings;
  const CLI::Range side(kaskade::kMinSide, kaskade::kMaxSide);
  parser.add_option("--x", columns, "columns, 3..20")->capture_default_str()->check(side);
  parser.add_option("--y", rows, "rows, 3..20")->capture_default_str()->check(side);
  parser.add_option("--a", players[0], "who plays A")->capture_default_str();
  parser.add_option("--b", players[1], "who plays B")->capture_default_str();
  parser.add_option("--time", time, "what a computer may take for a move: 200ms, 5s, 2m")
      ->capture_default_str();
  parser.add_option("--setup", setup, "start position: count and owner (a, b, n) of each field");
  parser.add_option("--begin", begin, "who begins, a or b")
      ->capture_default_str()
      ->check(CLI::IsMember({"a", "b"}));
  bool is_graphic = false;
  parser.add_flag("--graphic", is_graphic, "opens the page at a table with these settings");
  parser.add_option("--seed", settings.seed, "makes the computers' random choices repeatable");
  int status = 0;
  if (!parse_arguments(parser, arguments, streams, status)) return status;

  if (parser.count("--seed") == 0) settings.seed = std::random_device{}();
  for (std::size_t index = 0; index < players.size(); ++index) {
    const std::string& text = players[index];
    const auto player = kaskade::parse_console_player(text);
    if (!player) {
      return complain(streams, fmt::format("player {}: {}", text, player.error().message(text)));
    }
    settings.players[index] = *player;
  }
  const auto duration = parse_duration(time);
  if (!duration) return complain(streams, "--time: " + duration.error().message(time));
  settings.limits.move_time = *duration;
  const Game game = all_games().parse(fmt::format("kaskade:{}x{}", columns, rows)).value();
  std::string text = setup;
  if (text.empty()) {
    text = game.start().text();
    text.erase(text.rfind(':'));
  }
  const auto start = game.parse_position(fmt::format("{}:{}", text, begin == "a" ? "A" : "B"));
  if (!start) return complain(streams, start.error().message(text));
  if (start->outcome().is_over()) {
    return complain(streams, "the setup is won already; both players need a ball");
  }
  if (is_graphic) {
    return run_graphic({.game = game,
                        .start = *start,
                        .players = {players.begin(), players.end()},
                        .time = *duration},
                       streams);
  }
  return kaskade::run_console(game, *start, settings, streams);
}

}  // namespace spielwerk::app
