// Who makes the moves: one interface for engines, strategies and, later, programs and people far
// away.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>

#include "core/engine.h"

namespace spielwerk {

/// A player cannot go on: its program has ended, its connection is lost. What it says is a sentence
/// without full stop.
class PlayerFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A chosen move and what the player thinks of it.
struct Choice {
  Move move;
  /// What the position after the move is worth for the player, if it says so.
  std::optional<Score> score{};
  int depth = 0;
  std::uint64_t nodes = 0;
  /// The play expected from here, beginning with the move, if the player says so.
  std::vector<Move> line{};
};

/// One who plays games of one variant, one after the other.
class ComputerPlayer {
 public:
  virtual ~ComputerPlayer() = default;

  /// As it was asked for: `level:5`.
  virtual std::string name() const = 0;
  /// The next position belongs to another game.
  virtual void begin_game() {}
  /// The game has ended at this position, for whoever has to be told.
  virtual void end_game(const Position& /*at*/) {}
  /// A move of a position that is not over. Throws PlayerFailure; nobody vouches for the move.
  virtual Choice choose(const Position& at, const SearchLimits& limits, std::stop_token stop) = 0;
};

}  // namespace spielwerk
