// Kaskade's computer players: the engine for each board width, its levels, and `simple` by name.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/engine.h"
#include "core/level.h"

namespace spielwerk::kaskade {

std::unique_ptr<Engine> make_engine(const Game& game, const EngineSettings& settings);

/// How levels 1 to 8 play.
extern const std::array<LevelSettings, 8> kLevels;

std::vector<StrategyDescription> strategies();

}  // namespace spielwerk::kaskade
