#include "games/towerwars/human_player.h"

namespace spielwerk::towerwars {

std::optional<Move> HumanPlayer::choose(const Board& board) {
  while (true) {
    const std::optional<Move> move = source_.deliver(board);
    if (!move) return move;
    const std::string objection = board.position().objection(*move);
    if (objection.empty()) return move;
    source_.refuse(objection);
  }
}

}  // namespace spielwerk::towerwars
