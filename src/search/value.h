// The numbers a search compares: estimates, wins by a margin, and wins with their distance.
#pragma once

#include <cstdint>

#include "core/score.h"

namespace spielwerk::search {

/// What a position is worth for one side; the other side's value is its negative. From small to
/// large: estimates up to kMaxEstimate; results that are known but not how soon (kWon plus the
/// margin); wins with their distance (kWin minus the plies to it, at least kSlowestWin). All fit
/// into the 16 bits a table entry has for them.
using Value = int;

inline constexpr Value kMaxEstimate = 19'000;
inline constexpr Value kWon = 20'000;
/// The longest games have fewer than 4,000 plies.
inline constexpr Value kSlowestWin = 28'000;
inline constexpr Value kWin = 32'000;
inline constexpr Value kInfinite = 32'500;

constexpr Value win_in(int plies) { return kWin - plies; }
constexpr Value loss_in(int plies) { return -kWin + plies; }

constexpr bool is_win(Value value) { return value >= kWon; }
constexpr bool is_loss(Value value) { return value <= -kWon; }
constexpr bool is_decided(Value value) { return is_win(value) || is_loss(value); }
/// Whether the value knows the distance too.
constexpr bool has_distance(Value value) { return value >= kSlowestWin || value <= -kSlowestWin; }
constexpr int distance_of(Value value) { return kWin - (value > 0 ? value : -value); }

/// Values that the search passes around count plies from the root; those in tables and of what a
/// game knows count from their own position.
constexpr Value from_here(Value value, int ply) {
  return value >= kSlowestWin ? value + ply : value <= -kSlowestWin ? value - ply : value;
}
constexpr Value from_root(Value value, int ply) {
  return value >= kSlowestWin ? value - ply : value <= -kSlowestWin ? value + ply : value;
}

}  // namespace spielwerk::search
