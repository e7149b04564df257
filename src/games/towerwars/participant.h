// One who takes part in a match as the assignment has it: behind its four calls, with a board of
// its own.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/game_player.h"
#include "games/towerwars/board.h"

namespace spielwerk::towerwars {

/// A participant was called in the wrong order, was told a status that its own board contradicts,
/// or cannot go on. Ends the match.
class ParticipantError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A participant has left without surrendering, as when its input ends.
class ParticipantLeft : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Makes somebody whom it can ask for moves into a player of the assignment. It sees nothing but
/// these calls: first `init`, then in turn `request` and `confirm` for its own moves and `update`
/// for the opponent's, until a status tells who has won. No move means surrender. It keeps its own
/// board, on which it asks, and checks the order of the calls and every status against it; each
/// call may throw ParticipantError or ParticipantLeft.
class Participant {
 public:
  /// Makes the player for the board of a match.
  using PlayerMaker = std::function<std::unique_ptr<GamePlayer>(const Game&)>;

  Participant(PlayerMaker make, const SearchLimits& limits)
      : make_(std::move(make)), limits_(limits) {}

  /// Begins a new game.
  void init(int size, Player colour);
  /// The player's next move.
  std::optional<Move> request();
  /// What became of the move requested last.
  void confirm(Status status);
  /// The opponent's move and what became of it.
  void update(std::optional<Move> opponent_move, Status status);

 private:
  enum class Due : std::uint8_t { Init, Request, Confirm, Update };
  static std::string_view print_due(Due due);

  /// Throws if another call than `call` is due.
  void expect(Due call) const;
  /// Throws if the own board has come to another status than the one told by `call`.
  void compare(Due call, Status own, Status told) const;
  /// What to expect after a status, and that the player hears of the end.
  void go_on(Status status, Due next);
  std::string name() const;

  const PlayerMaker make_;
  const SearchLimits limits_;
  Due due_ = Due::Init;
  Player colour_ = kNoPlayer;
  std::optional<Board> board_;
  std::unique_ptr<GamePlayer> player_;
  std::optional<Move> requested_;
};

}  // namespace spielwerk::towerwars
