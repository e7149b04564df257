// An engine that does not think: its answers follow from the position by a simple script, so that
// conversations with it are the same to the byte, times included, whatever becomes of the search.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/engine.h"

namespace spielwerk::test {

/// Looks three plies deep at most. A move that wins at once comes first; the others are in the
/// order of the board, beginning with the one that the seed says, each worth less than the one
/// before.
class ScriptedEngine final : public Engine {
 public:
  explicit ScriptedEngine(std::uint64_t seed) : seed_(seed) {}
  static std::unique_ptr<Engine> make(const Game&, const EngineSettings& settings) {
    return std::make_unique<ScriptedEngine>(settings.seed);
  }

  void forget() override {}
  SearchReport search(const Position& at, const SearchLimits& limits, std::stop_token,
                      const SearchListener& listener) override {
    const std::vector<Line> all = lines_of(at);
    const auto count = std::min(all.size(), static_cast<std::size_t>(limits.lines));
    SearchReport report;
    for (int depth = 1; depth <= std::min(limits.depth.value_or(3), 3); ++depth) {
      report = {.depth = depth,
                .nodes = std::min<std::uint64_t>(limits.nodes.value_or(1'000), 100) *
                         static_cast<std::uint64_t>(depth),
                .time = std::chrono::milliseconds(10 * depth),
                .table_fill = depth / 1000.0,
                .lines = {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)}};
      if (listener) listener(report);
    }
    return report;
  }
  SearchReport solve(const Position& at, const SearchLimits& limits, std::stop_token stop,
                     const SearchListener& listener) override {
    return search(at, limits, std::move(stop), listener);
  }

 private:
  std::vector<Line> lines_of(const Position& at) const {
    std::vector<Move> moves = at.moves();
    std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(seed_ % moves.size()),
                moves.end());
    const auto wins = [&](Move move) {
      Position next = at;
      next.play(move);
      return next.outcome().winner() == at.side_to_move();
    };
    const auto found = std::find_if(moves.begin(), moves.end(), wins);
    const bool has_win = found != moves.end();
    if (has_win) std::rotate(moves.begin(), found, found + 1);
    std::vector<Line> lines;
    for (const Move move : moves) {
      const bool is_win = has_win && lines.empty();
      const double expected = 0.625 / static_cast<double>(lines.size() + 1);
      lines.push_back({is_win ? Score::win_in(1) : Score::estimate(expected), {move}});
    }
    return lines;
  }

  std::uint64_t seed_;
};

}  // namespace spielwerk::test
