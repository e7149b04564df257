#include "games/kaskade/knowledge.h"

#include <algorithm>

namespace spielwerk::kaskade {
namespace {

constexpr int kPerTakenField = 1000;
// Quiet moves: below ignitions and small beside history scores, which go up to 16,384.
constexpr int kLoads = 600;
constexpr int kBesideEnemy = 300;
constexpr int kExposes = -2'000;

}  // namespace

template <int Words>
Knowledge<Words>::Knowledge(const Rules& rules, const EngineSettings& settings)
    : rules_(rules), clusters_(rules), evaluation_(rules) {
  if constexpr (Words == 1) {
    if (rules.geometry().cell_count() <= Solver::kMaxFields) {
      solver_.emplace(rules, settings.table_megabytes);
    }
  }
}

template <int Words>
std::optional<search::Solution> Knowledge<Words>::solve(const State& at,
                                                        search::SearchControl& control) {
  if constexpr (Words == 1) {
    if (solver_ && solver_->can_solve(at)) return solver_->solve(at, control);
  }
  return std::nullopt;
}

template <int Words>
bool Knowledge<Words>::generate(const State& at, search::MoveList& moves) const {
  const Player side = at.side_to_move();
  const Cells own = at.owned_by(side);
  const Cells enemy = at.owned_by(static_cast<Player>(1 - side));
  const Cells full = rules_.full(at);
  const Cells exposed = rules_.beside(full & enemy);
  const Cells beside_enemy = rules_.beside(enemy);

  clusters_.for_each(at, side, [&](const Cells& cluster) {
    const int taken = ((cluster | rules_.beside(cluster)) & enemy).count();
    const int score = taken > 0 ? search::kTactical + taken * kPerTakenField : 0;
    bool is_first = true;
    (cluster & own).for_each([&](int cell) {
      // Fields of one cluster take the same; only one of them counts as a tactical move.
      moves.add({to_cell(cell), kNoCell}, is_first ? score : std::min(score, taken * 200));
      is_first = false;
    });
  });

  // The fields that one more ball makes full.
  const Cells edges = rules_.edges();
  const Cells inner = rules_.board() & ~(rules_.corners() | edges);
  const Cells loading =
      (rules_.corners() & ~at.ones()) | (edges & at.ones()) | (inner & at.twos() & ~at.ones());
  (rules_.legal_cells(at) & ~full).for_each([&](int cell) {
    int score = 0;
    if (loading.test(cell)) score += kLoads;
    if (beside_enemy.test(cell)) score += kBesideEnemy;
    if (exposed.test(cell)) score += kExposes;
    moves.add({to_cell(cell), kNoCell}, score);
  });
  return true;
}

template <int Words>
void Knowledge<Words>::generate_tactical(const State& at, search::MoveList& moves) const {
  const Player side = at.side_to_move();
  const Cells own = at.owned_by(side);
  const Cells enemy = at.owned_by(static_cast<Player>(1 - side));
  clusters_.for_each(at, side, [&](const Cells& cluster) {
    const int taken = ((cluster | rules_.beside(cluster)) & enemy).count();
    if (taken == 0) return;
    moves.add({to_cell((cluster & own).first()), kNoCell}, taken);
  });
}

template class Knowledge<1>;
template class Knowledge<2>;
template class Knowledge<7>;

}  // namespace spielwerk::kaskade
