#include "app/analysis/analysis_view.h"

namespace spielwerk::app {

PlayerLoss loss_of(Player player, const std::vector<JudgedMove>& moves) {
  PlayerLoss result;
  int number = 0;
  for (const JudgedMove& each : moves) {
    ++number;
    if (each.position.side_to_move() != player) continue;
    ++result.moves;
    result.sum += each.loss;
    if (each.loss > (result.worst == nullptr ? 0 : result.worst->loss)) {
      result.worst = &each;
      result.worst_number = number;
    }
  }
  return result;
}

}  // namespace spielwerk::app
