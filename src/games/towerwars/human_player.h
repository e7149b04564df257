// A person as a player.
#pragma once

#include <string_view>

#include "games/towerwars/player.h"

namespace spielwerk::towerwars {

/// Where a person's moves come from: the assignment's Requestable.
class MoveSource {
 public:
  virtual ~MoveSource() = default;
  /// Asks for a move of the side to move; no move means surrender. Throws PlayerLeft if the person
  /// is gone.
  virtual std::optional<Move> deliver(const Board& board) = 0;
  /// Tells why the delivered move is refused; the next one is asked for after that.
  virtual void refuse(std::string_view objection) = 0;
};

/// Asks again until the move is legal. Two of them may share one source.
class HumanPlayer final : public PlayerBase {
 public:
  explicit HumanPlayer(MoveSource& source) : source_(source) {}

 private:
  std::optional<Move> choose(const Board& board) override;

  MoveSource& source_;
};

}  // namespace spielwerk::towerwars
