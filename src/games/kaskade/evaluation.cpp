#include "games/kaskade/evaluation.h"

namespace spielwerk::kaskade {

const Weights kWeights{
    .empty = {80,  80,  40,  120,  80,  40,  0,   20,  10,  20,  20,  10,  30,
              -80, -80, -40, -120, -80, -40, -80, -20, -10, -20, -20, -10, -30},
    .filled = {80,  80,  40,  120,  80,  40,  0,   20,  10,  20,  20,  10,  30,
               -80, -80, -40, -120, -80, -40, -80, -20, -10, -20, -20, -10, -30},
    .turn_empty = 20,
    .turn_filled = 20,
};

template <int Words>
Evaluation<Words>::Evaluation(const Rules& rules, const Weights& weights)
    : rules_(rules), weights_(weights), inner_(rules.board() & ~rules.corners() & ~rules.edges()) {
  // A field that is played on holds one ball less than it has neighbours.
  int most_balls = 0;
  for (Cell cell = 0; cell < rules.geometry().cell_count(); ++cell) {
    most_balls += rules.capacity(cell) - 1;
  }
  fill_factor_ = 256 * 65536 / most_balls;
}

template class Evaluation<1>;
template class Evaluation<2>;
template class Evaluation<7>;

}  // namespace spielwerk::kaskade
