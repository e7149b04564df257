// Playing at a level: weak moves like those of a person, not random ones.
#pragma once

#include "core/engine.h"
#include "core/random.h"

namespace spielwerk::search {

struct LevelChoice {
  Move move;
  SearchReport report;
};

/// The move of a level: looks less deep than the engine could and mistakes the worth of each good
/// move by a random amount.
LevelChoice choose_at_level(Engine& engine, const Position& at, const LevelSettings& level,
                            const SearchLimits& limits, std::stop_token stop, Random& random);

}  // namespace spielwerk::search
