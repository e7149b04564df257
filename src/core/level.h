// Strength levels: how a computer player weaker than the engine chooses its moves.
#pragma once

#include <cstdint>

namespace spielwerk {

inline constexpr int kWeakestLevel = 1;
inline constexpr int kStrongestLevel = 9;
/// From this level on players are careful (LevelSettings::is_careful).
inline constexpr int kMinCarefulLevel = 4;

/// How a level below the strongest plays: it takes the best `lines` moves of a search limited by
/// depth and nodes, adds noise to each score and plays the move that then is best.
struct LevelSettings {
  int depth = 1;
  std::uint64_t nodes = 1000;
  int lines = 1;
  /// The standard deviation of the noise, in the logarithm of the odds of winning.
  double noise = 0;
  /// Never misses a win in one move, and never allows the opponent one that can be avoided.
  bool is_careful = false;
};

}  // namespace spielwerk
