// A match: asks two participants for moves in turn, until one has won.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "games/towerwars/participant.h"

namespace spielwerk::towerwars {

enum class Ending : std::uint8_t {
  BaseTaken,
  NoMove,  ///< the loser has no legal move left
  Surrender,
  Left,   ///< a player has left; nobody has won
  Error,  ///< a player has failed; nobody has won
};

struct MatchResult {
  /// Who has won, or Undefined.
  Status status = Status::Undefined;
  Ending ending = Ending::Error;
  /// The result as a sentence without full stop.
  std::string message;
  /// The legal moves of both players in order.
  std::vector<Move> moves;
};

/// Gets the board after each legal move.
using MoveObserver = std::function<void(const Board& board, Move move)>;

/// Plays a whole match on a board of that size, kMinSize to kMaxSize.
MatchResult play_match(int size, Participant& red, Participant& blue, const MoveObserver& observe);

}  // namespace spielwerk::towerwars
