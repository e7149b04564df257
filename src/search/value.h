// The values a search compares: static evaluations, known wins by a margin, wins in n plies.
#pragma once

#include <cstdint>

#include "core/score.h"

namespace spielwerk::search {

/// What a position is worth for one side; the other side's value is its negative (negamax). From
/// small to large: static evaluations up to kMaxEstimate; known wins of unknown distance (kKnownWin
/// plus the margin); wins in n plies (kWin - n, at least kMinWin). All fit into the 16 bits of a
/// transposition table entry.
using Value = int;

inline constexpr Value kMaxEstimate = 19'000;
inline constexpr Value kKnownWin = 20'000;
/// The longest games have fewer than 4,000 plies.
inline constexpr Value kMinWin = 28'000;
inline constexpr Value kWin = 32'000;
inline constexpr Value kInfinite = 32'500;

constexpr Value win_in(int plies) { return kWin - plies; }
constexpr Value loss_in(int plies) { return -kWin + plies; }

constexpr bool is_win(Value value) { return value >= kKnownWin; }
constexpr bool is_loss(Value value) { return value <= -kKnownWin; }
constexpr bool is_decided(Value value) { return is_win(value) || is_loss(value); }
/// Whether the value is a win or loss in a known number of plies.
constexpr bool has_distance(Value value) { return value >= kMinWin || value <= -kMinWin; }
constexpr int distance_of(Value value) { return kWin - (value > 0 ? value : -value); }

/// Inside the search the distance of a win counts from the root; in the transposition table and in
/// what a game's knowledge returns it counts from the node itself. `ply` is the node's distance
/// from the root.
constexpr Value relative_to_node(Value value, int ply) {
  return value >= kMinWin ? value + ply : value <= -kMinWin ? value - ply : value;
}
constexpr Value relative_to_root(Value value, int ply) {
  return value >= kMinWin ? value - ply : value <= -kMinWin ? value + ply : value;
}

}  // namespace spielwerk::search
