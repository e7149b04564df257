// The TowerWars engine for boards of any size.
#pragma once

#include <memory>

#include "core/engine.h"

namespace spielwerk::towerwars {

/// `game` must be TowerWars.
std::unique_ptr<Engine> make_engine(const Game& game, const EngineSettings& settings);

}  // namespace spielwerk::towerwars
