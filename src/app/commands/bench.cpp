// spielwerk bench: measures the engines, with a signature of what they searched.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <array>
#include <cmath>

#include "app/analysis/thinking.h"
#include "app/commands/commands.h"
#include "app/commands/values.h"
#include "core/random.h"
#include "games/all_games.h"

namespace spielwerk::app {
namespace {

/// Random moves played before each position: the start, the opening, and the middle game.
constexpr std::array kPlies{0, 4, 8, 14, 20, 26};

/// The same on every machine and in every run: `plies` random moves, or as many as leave the game
/// unfinished.
Position bench_position(const Game& game, int plies) {
  Random random(static_cast<std::uint64_t>(plies));
  Position position = game.start();
  for (int ply = 0; ply < plies; ++ply) {
    Position next = position;
    next.play(position.random_move(random));
    if (next.outcome().is_over()) break;
    position = std::move(next);
  }
  return position;
}

/// Changes with every value that is added, and with their order.
class Signature {
 public:
  void add(std::uint64_t value) { state_ = mix64(state_ + 0x9E3779B97F4A7C15u) ^ mix64(value); }
  void add(const SearchReport& report) {
    add(report.nodes);
    add(static_cast<std::uint64_t>(report.depth));
    add(std::uint64_t{report.best().first} << 16 | report.best().second);
    add(static_cast<std::uint64_t>(report.score().kind()));
    add(static_cast<std::uint64_t>(report.score().plies()));
    // Coarse enough that the mathematical library of a machine makes no difference.
    add(static_cast<std::uint64_t>(std::llround(report.score().expected() * 1e6)));
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0;
};

struct Measurement {
  std::uint64_t nodes = 0;
  double seconds = 0;
  Signature signature;
};

Measurement measure(const Game& game, std::uint64_t nodes, Progress& progress) {
  // One thread and the standard table: with more, no two searches are the same.
  const auto engine = game.make_engine({});
  Measurement result;
  for (const int plies : kPlies) {
    progress.begin(fmt::format("{} after {} plies", game.text(), plies));
    const auto report = engine->search(bench_position(game, plies), {.nodes = nodes}, {},
                                       [&](const SearchReport& each) { progress.hear(each); });
    result.nodes += report.nodes;
    result.seconds += to_seconds(report.time);
    result.signature.add(report);
  }
  return result;
}

void print_row(std::ostream& output, std::string_view name, const Measurement& result) {
  const double rate = result.seconds > 0 ? static_cast<double>(result.nodes) / result.seconds : 0;
  fmt::print(output, "{:<18} {:>12} {:>9.3f} {:>12}  {:016x}\n", name, print_count(result.nodes),
             result.seconds, print_count(static_cast<std::uint64_t>(rate)),
             result.signature.value());
  output.flush();
}

class Bench final : public Command {
 public:
  void declare(Options& options) override {
    options.describe(
        "Lets every engine search the same positions with the same number of nodes in one thread.\n"
        "The signature changes if an engine searches otherwise than before; time does not matter "
        "to it.",
        "Examples:\n"
        "  spielwerk bench\n"
        "  spielwerk bench --game othello:6x6 --nodes 1000000");
    options.add("--game", any_game(game_), "only this one");
    options.add("--nodes", number(nodes_, 1, 1'000'000'000),
                "how many nodes to search in each position");
  }

  ExitStatus run(Streams& streams) override {
    const std::vector<Game> games = measured_games();
    fmt::print(streams.output, "{:<18} {:>12} {:>9} {:>12}  signature\n", "game", "nodes",
               "seconds", "nodes/s");
    Measurement total;
    Progress progress(streams);
    for (const Game& game : games) {
      const Measurement result = measure(game, nodes_, progress);
      total.nodes += result.nodes;
      total.seconds += result.seconds;
      total.signature.add(result.signature.value());
      progress.aside([&] { print_row(streams.output, game.text(), result); });
    }
    progress.aside([&] {
      if (games.size() > 1) print_row(streams.output, "all", total);
    });
    return 0;
  }

 private:
  std::vector<Game> measured_games() const {
    if (game_) return {*game_};
    std::vector<Game> games;
    for (const auto& each : all_games().games()) games.push_back(*parse_game(*each, ""));
    return games;
  }

  std::optional<Game> game_;
  std::uint64_t nodes_ = 100'000;
};

}  // namespace

std::unique_ptr<Command> make_bench() { return std::make_unique<Bench>(); }

}  // namespace spielwerk::app
