// Counting move sequences: the standard check and speed test of rules.
#pragma once

#include <cstdint>

#include "core/rules.h"

namespace spielwerk {

/// What happens at the last ply: its moves are only counted, as is usual, or each is played, which
/// measures play itself.
enum class LastPly : std::uint8_t { Counted, Played };

/// The number of move sequences of exactly `depth` plies; finished games are not extended.
template <LastPly Last = LastPly::Counted, Rules R>
std::uint64_t perft(const R& rules, const typename R::Position& at, int depth) {
  if (depth == 0) return 1;
  if constexpr (Last == LastPly::Counted) {
    if (depth == 1) return rules.move_count(at);
  }
  std::uint64_t sum = 0;
  rules.for_each_move(at, [&](Move move) {
    typename R::Position next = at;
    rules.play(next, move);
    sum += perft<Last>(rules, next, depth - 1);
  });
  return sum;
}

}  // namespace spielwerk
