// The computer players of TowerWars below and up to the engine: simple, adv1 to adv5.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/engine.h"

namespace spielwerk::towerwars {

/// adv1 to adv5.
inline constexpr int kGrades = 5;
/// How long adv5 thinks about a move if nobody sets a limit.
inline constexpr std::chrono::milliseconds kStandardTime{1'000};

/// adv1 to adv4 have limits of their own beside those they are given; adv5 has none.
std::unique_ptr<Strategy> make_advanced(const Game& game, int grade, std::uint64_t seed);

/// What GameDescription has of these.
std::vector<StrategyDescription> strategies();
std::span<const LevelSettings> levels();

}  // namespace spielwerk::towerwars
