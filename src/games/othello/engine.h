// The computer players of Othello.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/engine.h"

namespace spielwerk::othello {

std::unique_ptr<Engine> make_engine(const Game& game, const EngineSettings& settings);

/// The numbers of levels 1 to 8.
extern const std::array<LevelSettings, kStrongestLevel - kWeakestLevel> kLevels;

/// Players to measure the engine against.
std::vector<StrategyDescription> strategies();

}  // namespace spielwerk::othello
