// Counting move sequences: the standard check and speed test of rules.
#pragma once

#include <cstdint>

#include "core/rules.h"

namespace spielwerk {

/// Whether a game that ends before the last ply counts as one sequence, as in the published tables
/// of some games, or not at all, as in those of most: `static constexpr bool
/// kPerftCountsFinishedGames`.
template <class R>
constexpr bool perft_counts_finished_games() {
  if constexpr (requires { R::kPerftCountsFinishedGames; }) {
    return R::kPerftCountsFinishedGames;
  } else {
    return false;
  }
}

/// The number of move sequences of exactly `depth` plies. The moves of the last ply are counted,
/// not played. A forced pass is no move but counts as a ply, as it does in published tables.
template <Rules R>
std::uint64_t perft(const R& rules, const typename R::Position& at, int depth);

/// The number of those that begin with `move`.
template <Rules R>
std::uint64_t perft_behind(const R& rules, const typename R::Position& at, Move move, int depth) {
  typename R::Position next = at;
  rules.play(next, move);
  int rest = depth - 1;
  // Nobody moves twice in a row unless the others must pass.
  if (next.side_to_move() == at.side_to_move() && rest > 0 && rules.move_count(next) > 0) --rest;
  return perft(rules, next, rest);
}

template <Rules R>
std::uint64_t perft(const R& rules, const typename R::Position& at, int depth) {
  if (depth == 0) return 1;
  if (depth == 1 || perft_counts_finished_games<R>()) {
    const std::uint64_t count = rules.move_count(at);
    if (count == 0 && perft_counts_finished_games<R>()) return 1;
    if (depth == 1) return count;
  }
  std::uint64_t sum = 0;
  rules.for_each_move(at, [&](Move move) { sum += perft_behind(rules, at, move, depth); });
  return sum;
}

}  // namespace spielwerk
