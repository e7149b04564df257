// Who makes the moves: one interface for engines, strategies and, later, programs and people far
// away.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>

#include "core/engine.h"

namespace spielwerk {

/// Why a player cannot go on, for whoever words it themselves.
enum class FailureKind : std::uint8_t {
  Other,              ///< the detail is all there is to say
  ConnectionRefused,  ///< nobody listens there
  UnknownHost,        ///< there is no machine of that name
  Unreachable,        ///< no way leads there
  Silent,             ///< it does not answer in time
  Lost,               ///< the connection has ended
  Protocol,           ///< it does not keep to the protocol; the detail is what it said
  IllegalMove,        ///< it chose a move that is not legal; the detail may be the move
  DifferentBoard,     ///< its board is not ours
  WrongResult,        ///< it sees another end, or an end where there is none
  Refused,            ///< it does not want to; the detail is what it said
  TooMany,            ///< too many of its kind play here
  TooLong,            ///< the game has as many moves as a game may have
};
struct Failure {
  FailureKind kind = FailureKind::Other;
  /// A foreign text, to be shown as it is; names no address.
  std::string detail{};
  friend bool operator==(const Failure&, const Failure&) = default;
};

/// A player cannot go on: its program has ended, its connection is lost. What it says is a sentence
/// without full stop.
class PlayerFailure : public std::runtime_error {
 public:
  explicit PlayerFailure(const std::string& reason)
      : PlayerFailure(reason, {FailureKind::Other, reason}) {}
  PlayerFailure(const std::string& reason, Failure failure)
      : std::runtime_error(reason), failure_(std::move(failure)) {}

  const Failure& failure() const { return failure_; }

 private:
  Failure failure_;
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
  /// What the player calls itself, if that is known only once it plays.
  std::string player_name{};
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
