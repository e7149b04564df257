// The computer players of the assignment: random, simple and adv1 to adv5.
#pragma once

#include <chrono>
#include <memory>

#include "core/engine.h"
#include "core/random.h"
#include "games/towerwars/player.h"

namespace spielwerk::towerwars {

/// Any legal move, each equally likely.
class RandomPlayer final : public PlayerBase {
 public:
  explicit RandomPlayer(Random random) : random_(random) {}

 private:
  std::optional<Move> choose(const Board& board) override;

  Random random_;
};

/// Plays simple_move.
class SimplePlayer final : public PlayerBase {
 public:
  explicit SimplePlayer(Random random) : random_(random) {}

 private:
  std::optional<Move> choose(const Board& board) override;

  Random random_;
};

/// Plays as one of adv1 to adv5.
class AdvancedPlayer final : public PlayerBase {
 public:
  /// `time` limits how long a move takes.
  AdvancedPlayer(int grade, std::chrono::milliseconds time, Random random)
      : grade_(grade), time_(time), random_(random) {}

 private:
  std::optional<Move> choose(const Board& board) override;

  int grade_;
  std::chrono::milliseconds time_;
  Random random_;
  /// Made for boards of one size when it is first needed.
  std::unique_ptr<Strategy> strategy_;
  int size_ = 0;
};

/// A win if there is one; else avoids moves after which the opponent can win at once, if others are
/// left; of the rest one with the best simple_score, each equally likely. The game must not be
/// over.
Move simple_move(const Game& game, const Position& position, Random& random);

/// How far a legal move goes towards the enemy base, and 1 more if it captures a stone, 2 more if a
/// tower.
int simple_score(const Game& game, const Position& position, Move move);

}  // namespace spielwerk::towerwars
