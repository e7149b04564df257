// What the engines promise about time: answers before the deadline, a prompt stop, and two threads
// that are faster than one; and how fast the general engine is. docs/performance.md has the
// commands and the figures.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "core/engine.h"
#include "games/all_games.h"

namespace spielwerk {
namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

double milliseconds_since(SteadyClock::time_point begin) {
  return std::chrono::duration<double, std::milli>(SteadyClock::now() - begin).count();
}

/// A position that is not over, after a random number of random plies.
Position random_position(const Game& game, int max_plies, Random& random) {
  while (true) {
    Position position = game.start();
    const auto plies = random.below(static_cast<std::uint32_t>(max_plies) + 1);
    for (std::uint32_t ply = 0; ply < plies && !position.outcome().is_over(); ++ply) {
      position.play(position.random_move(random));
    }
    if (!position.outcome().is_over()) return position;
  }
}

Game game_of(std::string_view text) { return *all_games().parse(text); }

double quantile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  const auto index = static_cast<std::size_t>(part * static_cast<double>(values.size() - 1));
  return values[index];
}

/// 200 positions of each game at 50 ms a move.
int measure_deadline() {
  fmt::print("{:<32} {:>9} {:>9} {:>9} {:>8}\n", "50 ms a move, 200 positions", "median", "99 %",
             "slowest", "illegal");
  bool is_good = true;
  for (const char* text : {"connect6:18", "connect6:20,edges=torus,players=4", "kaskade:6x6",
                           "kaskade:20x20", "othello:8x8", "othello:16x16", "othello:26x98",
                           "tictactoe:3x3", "tictactoe:10x10,k=5", "towerwars:8", "towerwars:26"}) {
    const Game game = game_of(text);
    const auto engine = game.make_engine({});
    Random random(50);
    std::vector<double> times;
    int illegal = 0;
    for (int round = 0; round < 200; ++round) {
      const Position position = random_position(game, 60, random);
      const auto begin = SteadyClock::now();
      const SearchReport report = engine->search(position, {.move_time = milliseconds(50)}, {}, {});
      times.push_back(milliseconds_since(begin));
      if (!position.is_legal(report.best())) ++illegal;
    }
    const double slowest = quantile(times, 1);
    is_good = is_good && illegal == 0 && slowest <= 70;
    fmt::print("{:<32} {:>6.1f} ms {:>6.1f} ms {:>6.1f} ms {:>8}\n", text, quantile(times, 0.5),
               quantile(times, 0.99), slowest, illegal);
    std::fflush(stdout);
  }
  return is_good ? 0 : 1;
}

/// From the request to stop until the answer.
int measure_stop() {
  fmt::print("{:<32} {:>9} {:>9}\n", "stop, 50 positions", "median", "slowest");
  bool is_good = true;
  for (const char* text :
       {"connect6:18", "connect6:20,edges=torus,players=4", "kaskade:6x6", "kaskade:20x20",
        "othello:8x8", "othello:26x98", "tictactoe:10x10,k=5", "towerwars:8", "towerwars:26"}) {
    const Game game = game_of(text);
    const auto engine = game.make_engine({});
    Random random(51);
    std::vector<double> times;
    while (times.size() < 50) {
      const Position position = random_position(game, 40, random);
      std::stop_source stop;
      SteadyClock::time_point asked{};
      std::jthread stopper([&] {
        std::this_thread::sleep_for(milliseconds(20));
        asked = SteadyClock::now();
        stop.request_stop();
      });
      engine->search(position, {}, stop.get_token(), {});
      const auto end = SteadyClock::now();
      stopper.join();
      // Solved before anybody asked: says nothing about stopping.
      const double late = std::chrono::duration<double, std::milli>(end - asked).count();
      times.push_back(std::max(late, 0.0));
    }
    is_good = is_good && quantile(times, 1) <= 20;
    fmt::print("{:<32} {:>6.2f} ms {:>6.2f} ms\n", text, quantile(times, 0.5), quantile(times, 1));
    std::fflush(stdout);
  }
  return is_good ? 0 : 1;
}

struct Effort {
  double milliseconds = 0;
  double nodes = 0;
};

/// What it takes to search a position to a depth, with an empty table.
Effort effort_to_depth(const Game& game, const Position& position, int threads, int depth) {
  const auto engine = game.make_engine({.table_megabytes = 64, .threads = threads});
  const auto begin = SteadyClock::now();
  const SearchReport report = engine->search(position, {.depth = depth}, {}, {});
  return {milliseconds_since(begin), static_cast<double>(report.nodes)};
}

/// How much faster two threads reach the depth that one reaches in about a second.
int measure_scaling() {
  fmt::print("{:<20} {:>10} {:>12} {:>12} {:>8} {:>12}\n", "20 middle games", "depth", "1 thread",
             "2 threads", "faster", "more nodes");
  bool is_good = true;
  struct Setting {
    const char* game;
    int plies;
  };
  for (const Setting& setting : {Setting{"othello:8x8", 20}, Setting{"kaskade:6x6", 24}}) {
    const Game game = game_of(setting.game);
    Random random(52);
    std::vector<double> ratios;
    while (ratios.size() < 20) {
      Position position = game.start();
      for (int ply = 0; ply < setting.plies && !position.outcome().is_over(); ++ply) {
        position.play(position.random_move(random));
      }
      if (position.outcome().is_over()) continue;
      // The deepest search that takes one thread at most some two seconds.
      int depth = 0;
      const auto probe = game.make_engine({.table_megabytes = 64});
      const auto report = probe->search(position, {.move_time = milliseconds(1500)}, {}, {});
      depth = report.depth;
      // Nothing to measure where the end is in sight.
      if (report.score().is_exact()) continue;
      const Effort one = effort_to_depth(game, position, 1, depth);
      const Effort two = effort_to_depth(game, position, 2, depth);
      const double ratio = one.milliseconds / two.milliseconds;
      ratios.push_back(ratio);
      fmt::print("{:<20} {:>10} {:>9.0f} ms {:>9.0f} ms {:>8.2f} {:>12.2f}\n", setting.game, depth,
                 one.milliseconds, two.milliseconds, ratio, two.nodes / one.nodes);
      std::fflush(stdout);
    }
    const double median = quantile(ratios, 0.5);
    is_good = is_good && median >= 1.4;
    fmt::print("{:<20} median {:.2f}\n", setting.game, median);
  }
  return is_good ? 0 : 1;
}

/// How many moves a second the general engine makes in its playouts and its tree.
int measure_general() {
  fmt::print("{:<24} {:>14} {:>14} {:>7}\n", "general engine, 1 s", "1 thread", "2 threads",
             "more");
  for (const char* text :
       {"connect6:18", "connect6:18,players=3", "kaskade:6x6", "kaskade:20x20", "othello:8x8",
        "othello:26x98", "tictactoe:10x10,k=5", "towerwars:8", "towerwars:26"}) {
    const Game game = game_of(text);
    std::array<double, 2> rates{};
    for (const int threads : {1, 2}) {
      const auto engine = game.make_general_engine({.table_megabytes = 64, .threads = threads});
      const auto report = engine->search(game.start(), {.move_time = milliseconds(1000)}, {}, {});
      rates[static_cast<std::size_t>(threads - 1)] = static_cast<double>(report.nodes_per_second());
    }
    fmt::print("{:<24} {:>12.0f}/s {:>12.0f}/s {:>7.2f}\n", text, rates[0], rates[1],
               rates[1] / rates[0]);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace spielwerk

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  if (what == "deadline") return spielwerk::measure_deadline();
  if (what == "stop") return spielwerk::measure_stop();
  if (what == "scaling") return spielwerk::measure_scaling();
  if (what == "general") return spielwerk::measure_general();
  fmt::print(stderr, "Usage: spielwerk_engine_bench deadline|stop|scaling|general\n");
  return 2;
}
