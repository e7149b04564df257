// spielwerk match: two computer players, many games, and who is stronger.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <CLI/CLI.hpp>
#include <fstream>

#include "app/commands/command.h"
#include "arena/match.h"
#include "core/duration.h"
#include "games/all_games.h"
#include "protocols/all_players.h"
#include "records/record_writer.h"

namespace spielwerk::app {
namespace {

struct Options {
  std::string game;
  std::array<std::string, 2> players;
  std::string move_time;
  std::string file;
  int opening_least = 2;
  int opening_most = 4;
  int threads = 1;
  int table_megabytes = 16;
  std::uint64_t nodes = 0;
  int depth = 0;
  bool tells_games = false;
  arena::MatchSettings settings{};
};

double milliseconds_of(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

std::string print_limits(const SearchLimits& limits) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (limits.move_time) add(print_duration(*limits.move_time));
  if (limits.nodes) add(fmt::format("{} nodes", *limits.nodes));
  if (limits.depth) add(fmt::format("depth {}", *limits.depth));
  return text + " a move";
}

void print_result(std::ostream& output, const Options& options, const arena::MatchResult& result) {
  fmt::print(output, "{}  {}\n", options.players[0], arena::print_tally(result.total));
  const auto part = [&](std::string_view seat, const arena::Tally& tally) {
    fmt::print(output, "  {:<14} +{} ={} -{}\n", seat, tally.wins, tally.draws, tally.losses);
  };
  part("moving first", result.as_first);
  part("moving second", result.as_second);
  fmt::print(output, "  slowest move   {} {:.1f} ms, {} {:.1f} ms\n", options.players[0],
             milliseconds_of(result.slowest[0]), options.players[1],
             milliseconds_of(result.slowest[1]));
  if (result.illegal + result.failures + result.too_long > 0) {
    fmt::print(output,
               "  irregular      {} by illegal moves, {} by failures, {} too long (drawn)\n",
               result.illegal, result.failures, result.too_long);
  }
}

/// Nobody sits at a keyboard for a hundred games.
constexpr AllowedPlayers kAllowed{.network = true};

int run(const Options& options, const Game& game, Streams& streams) {
  std::array<arena::PlayerFactory, 2> factories;
  for (std::size_t each = 0; each < 2; ++each) {
    const std::string& text = options.players[each];
    const auto plan = all_players().parse(game, text, kAllowed);
    if (!plan) {
      fmt::print(streams.error, "spielwerk match: {}\n", plan.error().message(text));
      return 1;
    }
    if (const auto problem = plan->find_problem ? plan->find_problem() : std::nullopt) {
      fmt::print(streams.error, "spielwerk match: {}: {}\n", text, *problem);
      return 1;
    }
    factories[each] = [&options, make = plan->make](std::uint64_t seed) {
      return make({.engine = {.table_megabytes = options.table_megabytes,
                              .threads = options.threads,
                              .seed = seed},
                   .seed = seed});
    };
  }
  std::ofstream file;
  if (!options.file.empty()) {
    file.open(options.file, std::ios::trunc);
    if (!file) {
      fmt::print(streams.error, "spielwerk match: {} cannot be written\n", options.file);
      return 1;
    }
  }
  RecordWriter writer(file);
  fmt::print(streams.output, "{}: {} against {}, {} games, {}, seed {}\n", game.text(),
             options.players[0], options.players[1], options.settings.games,
             print_limits(options.settings.limits), options.settings.seed);
  streams.output << std::flush;
  // Only a person watches the running score.
  const bool shows_progress = streams.is_terminal;
  const auto result = arena::play_match(
      game, factories, options.settings, {},
      [&](const arena::MatchGame& played, const arena::MatchResult& so_far) {
        if (file.is_open()) writer.write(played.record);
        if (options.tells_games || !played.trouble.empty()) {
          fmt::print(streams.output, "game {:>4}  {}  {} plies{}{}\n", played.number + 1,
                     print_outcome(played.record.result, 2), played.record.moves.size(),
                     played.trouble.empty() ? "" : "  ", played.trouble);
          streams.output << std::flush;
        }
        if (shows_progress) {
          fmt::print(streams.error, "\r{}/{}  {}   ", so_far.total.games(), options.settings.games,
                     arena::print_tally(so_far.total));
          streams.error << std::flush;
        }
      });
  if (shows_progress) fmt::print(streams.error, "\r\033[K");
  print_result(streams.output, options, result);
  if (file.is_open() && !file.flush()) {
    fmt::print(streams.error, "spielwerk match: the games could not all be written to {}\n",
               options.file);
    return 1;
  }
  return 0;
}

}  // namespace

int run_match(std::span<const std::string> arguments, Streams& streams) {
  CLI::App parser(
      "Lets two computer players play many games. Each random opening is played twice, with\n"
      "colours swapped; the result is given for the first player, with the Elo difference and the\n"
      "interval that holds it with 95 %.",
      "spielwerk match");
  parser.footer(
      all_players().help(all_games(), kAllowed) +
      "\nExamples:\n"
      "  spielwerk match kaskade:6x6 max simple:depth=2 --games 100 --movetime 100ms\n"
      "  spielwerk match othello level:5 level:4 --games 200 --concurrency 2\n"
      "  spielwerk match tictactoe:10x10,k=5 max@nodes=2000 max@nodes=1000 --save games.txt\n"
      "  spielwerk match kaskade:8x8 max kaskade:localhost:4711 --games 10");
  Options options;
  parser.add_option("game", options.game, "the game, with its variant: GAME[:variant]")->required();
  parser.add_option("first", options.players[0], "the first player")->required();
  parser.add_option("second", options.players[1], "the second player")->required();
  parser.add_option("--games", options.settings.games, "how many games (100)")
      ->check(CLI::Range(1, 1'000'000));
  parser.add_option("--movetime", options.move_time, "time for each move: 200ms, 5s (100ms)");
  parser.add_option("--nodes", options.nodes, "nodes for each move, instead of time")
      ->check(CLI::Range(1, 2'000'000'000));
  parser.add_option("--depth", options.depth, "depth of each search, instead of time")
      ->check(CLI::Range(1, 100));
  parser
      .add_option("--opening-least", options.opening_least, "fewest random plies to begin with (2)")
      ->check(CLI::Range(0, 100));
  parser.add_option("--opening-most", options.opening_most, "most random plies to begin with (4)")
      ->check(CLI::Range(0, 100));
  parser.add_option("--max-plies", options.settings.most_plies, "longer games are drawn (1000)")
      ->check(CLI::Range(1, 100'000));
  parser.add_option("--seed", options.settings.seed, "what all random choices start from (1)");
  parser.add_option("--concurrency", options.settings.concurrency, "games at the same time (1)")
      ->check(CLI::Range(1, 256));
  parser.add_option("--threads", options.threads, "threads of each search (1)")
      ->check(CLI::Range(1, 256));
  parser.add_option("--hash", options.table_megabytes, "megabytes of each player's table (16)")
      ->check(CLI::Range(1, 65'536));
  parser.add_option("--save", options.file, "write all games to this file");
  parser.add_flag("--verbose", options.tells_games, "tell the result of each game");
  int status = 0;
  if (!parse_arguments(parser, arguments, streams, status)) return status;

  const auto game = all_games().parse(options.game);
  if (!game) {
    fmt::print(streams.error, "spielwerk match: {}\n", game.error().message(options.game));
    return 1;
  }
  if (game->players() != 2) {
    fmt::print(streams.error,
               "spielwerk match: {} is for {} players; a match needs a game for two\n",
               game->text(), game->players());
    return 1;
  }
  options.settings.least_opening_plies = options.opening_least;
  options.settings.most_opening_plies = std::max(options.opening_least, options.opening_most);
  if (options.nodes > 0) options.settings.limits.nodes = options.nodes;
  if (options.depth > 0) options.settings.limits.depth = options.depth;
  if (options.move_time.empty() && options.nodes == 0 && options.depth == 0) {
    options.move_time = "100ms";
  }
  if (!options.move_time.empty()) {
    const auto time = parse_duration(options.move_time);
    if (!time) {
      fmt::print(streams.error, "spielwerk match: {}\n", time.error().message(options.move_time));
      return 1;
    }
    options.settings.limits.move_time = *time;
  }
  return run(options, *game, streams);
}

}  // namespace spielwerk::app
