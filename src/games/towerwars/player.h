// The assignment's player interface, and what all players of this program share behind it.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "games/towerwars/board.h"

namespace spielwerk::towerwars {

/// A player was called in the wrong order, was told a status that its own board contradicts, or
/// cannot go on. Ends the match.
class PlayerError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A player has left without surrendering, as when its input ends.
class PlayerLeft : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One who plays a match. It sees nothing but these calls: first `init`, then in turn `request` and
/// `confirm` for its own moves and `update` for the opponent's, until a status tells who has won.
/// No move means surrender. Each call may throw PlayerError or PlayerLeft.
class MatchPlayer {
 public:
  virtual ~MatchPlayer() = default;

  /// Begins a new game.
  virtual void init(int size, Player colour) = 0;
  /// The player's next move.
  virtual std::optional<Move> request() = 0;
  /// What became of the move requested last.
  virtual void confirm(Status status) = 0;
  /// The opponent's move and what became of it.
  virtual void update(std::optional<Move> opponent_move, Status status) = 0;
};

/// Keeps the player's own board, and checks the order of the calls and every status against it;
/// what is left to a kind of player is to choose moves.
class PlayerBase : public MatchPlayer {
 public:
  void init(int size, Player colour) final;
  std::optional<Move> request() final;
  void confirm(Status status) final;
  void update(std::optional<Move> opponent_move, Status status) final;

 protected:
  /// The move to play on a board where it is the player's turn.
  virtual std::optional<Move> choose(const Board& board) = 0;

 private:
  enum class Due : std::uint8_t { Init, Request, Confirm, Update };
  static std::string_view print_due(Due due);

  /// Throws if another call than `call` is due.
  void expect(Due call) const;
  /// Throws if the own board has come to another status than the one told by `call`.
  void compare(Due call, Status own, Status told) const;
  std::string name() const;

  Due due_ = Due::Init;
  Player colour_ = kNoPlayer;
  std::optional<Board> board_;
  std::optional<Move> requested_;
};

}  // namespace spielwerk::towerwars
