// spielwerk perft: counts move sequences.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <chrono>

#include "app/commands/command.h"
#include "games/all_games.h"

namespace spielwerk::app {
namespace {

void print_count(std::ostream& output, int depth, std::uint64_t count, double seconds) {
  fmt::print(output, "depth {:>2}  {:>16}  {:>9.3f} s", depth, count, seconds);
  // A rate over a few milliseconds is noise.
  if (seconds > 0.01) {
    fmt::print(output, "  {:>8.1f} M/s", static_cast<double>(count) / seconds / 1e6);
  }
  output << '\n' << std::flush;
}

void print_divided(std::ostream& output, const Game& game, const Position& start, int depth) {
  std::uint64_t sum = 0;
  for (const Move move : start.moves()) {
    const std::uint64_t count = start.perft_behind(move, depth);
    sum += count;
    fmt::print(output, "{}  {}\n", game.print_move(move), count);
  }
  fmt::print(output, "moves {}  total {}\n", start.move_count(), sum);
}

}  // namespace

int run_perft(std::span<const std::string> arguments, Streams& streams) {
  CLI::App parser(
      "Counts the move sequences of each length up to DEPTH; a game that ends before is\n"
      "counted once in Othello, as in published tables, and not at all elsewhere.",
      "spielwerk perft");
  parser.footer(
      "Examples:\n"
      "  spielwerk perft othello 9\n"
      "  spielwerk perft kaskade:6x6 5 --divide\n"
      "  spielwerk perft kaskade:3x3 6 --position 0n0n0n2a1b0n0n0n1b:A");
  std::string game_text;
  std::string position_text;
  int depth = 0;
  bool divide = false;
  parser.add_option("game", game_text, "the game, with its variant: GAME[:variant]")->required();
  parser.add_option("depth", depth, "how many plies")->required()->check(CLI::Range(1, 99));
  parser.add_option("--position", position_text, "count from this position");
  parser.add_flag("--divide", divide, "show the count behind each first move");
  int status = 0;
  if (!parse_arguments(parser, arguments, streams, status)) return status;

  const auto game = all_games().parse(game_text);
  if (!game) {
    fmt::print(streams.error, "spielwerk perft: {}\n", game.error().message(game_text));
    return 1;
  }
  Position start = game->start();
  if (!position_text.empty()) {
    auto position = game->parse_position(position_text);
    if (!position) {
      fmt::print(streams.error, "spielwerk perft: {}\n", position.error().message(position_text));
      return 1;
    }
    start = std::move(*position);
  }
  if (divide) {
    print_divided(streams.output, *game, start, depth);
    return 0;
  }
  for (int each = 1; each <= depth; ++each) {
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t count = start.perft(each);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    print_count(streams.output, each, count, passed.count());
  }
  return 0;
}

}  // namespace spielwerk::app
