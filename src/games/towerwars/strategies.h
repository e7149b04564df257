// The computer players of TowerWars below and up to the engine: simple, adv1 to adv5.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "core/engine.h"
#include "core/random.h"

namespace spielwerk::towerwars {

/// adv1 to adv5.
inline constexpr int kGrades = 5;
/// How long adv5 thinks about a move if nobody sets a limit.
inline constexpr std::chrono::milliseconds kStandardTime{1'000};

/// The assignment's `simple`: a win if there is one; else avoids moves after which the opponent can
/// win at once, if others are left; of the rest one with the best simple_score, each equally
/// likely. The game must not be over.
Move simple_move(const Game& game, const Position& position, Random& random);

/// How far a legal move goes towards the enemy base, and 1 more if it captures a stone, 2 more if a
/// tower.
int simple_score(const Game& game, const Position& position, Move move);

/// What GameDescription has of these. adv1 to adv4 have limits of their own beside those they are
/// given; adv5 has none.
std::vector<StrategyDescription> strategies();
std::span<const LevelSettings> levels();

}  // namespace spielwerk::towerwars
