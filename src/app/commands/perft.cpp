// spielwerk perft: counts move sequences.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <chrono>

#include "app/commands/commands.h"
#include "app/commands/common_options.h"

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

class Perft final : public Command {
 public:
  void declare(Options& options) override {
    options.describe(
        "Counts the move sequences of each length up to DEPTH; a game that ends before is\n"
        "counted once in games whose published tables do so, and not at all elsewhere.",
        "Examples:\n"
        "  spielwerk perft othello 9\n"
        "  spielwerk perft kaskade:6x6 5 --divide\n"
        "  spielwerk perft kaskade:3x3 6 --position 0n0n0n2a1b0n0n0n1b:A");
    options.add("game", any_game(game_), kGameHelp).required();
    options.add("depth", number(depth_, 1, 99), "how many plies").required();
    position_.add_to(options);
    options.add_flag("--divide", divides_, "show the count behind each first move");
  }

  ExitStatus run(Streams& streams) override {
    const auto start = position_.position(*game_);
    if (!start) return std::unexpected(start.error());
    if (divides_) {
      print_divided(streams.output, *game_, *start, *depth_);
      return 0;
    }
    for (int depth = 1; depth <= *depth_; ++depth) {
      const auto begin = std::chrono::steady_clock::now();
      const std::uint64_t count = start->perft(depth);
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
      print_count(streams.output, depth, count, passed.count());
    }
    return 0;
  }

 private:
  std::optional<Game> game_;
  std::optional<int> depth_;
  PositionOptions position_;
  bool divides_ = false;
};

}  // namespace

std::unique_ptr<Command> make_perft() { return std::make_unique<Perft>(); }

}  // namespace spielwerk::app
