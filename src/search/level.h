// Playing at a level: weak moves like those of a person, not random ones.
#pragma once

#include "core/engine.h"
#include "core/random.h"

namespace spielwerk::search {

struct LevelChoice {
  Move move;
  SearchReport report;
};

/// The move of a level. Looks less deep than the engine could and mistakes the worth of each good
/// move by a random amount. From `kLeastCarefulLevel` on it never misses a win in one move, and
/// never makes a move that it sees losing while there are others.
inline constexpr int kLeastCarefulLevel = 4;
LevelChoice choose_at_level(Engine& engine, const Position& at, int level,
                            const LevelSettings& settings, const SearchLimits& limits,
                            std::stop_token stop, Random& random);

}  // namespace spielwerk::search
