// What the search has to know about Kaskade: which moves first, what they are worth, who wins now.
#pragma once

#include <optional>

#include "games/kaskade/clusters.h"
#include "games/kaskade/evaluation.h"
#include "games/kaskade/rules.h"
#include "games/kaskade/solver.h"
#include "search/knowledge.h"

namespace spielwerk::kaskade {

template <int Words>
class Knowledge {
 public:
  using Rules = kaskade::Rules<Words>;
  using State = typename Rules::Position;
  using Cells = Bitboard<Words>;
  using Value = search::Value;
  struct Memory {};

  static constexpr double kScale = kOddsScale;

  Knowledge(const Rules& rules, const EngineSettings& settings);

  State root(const State& position) const { return position; }
  void play(State& state, Move move) const { rules_.play(state, move); }
  Outcome outcome(const State& at) const { return rules_.outcome(at); }
  Value evaluate(const State& at, Player view) const { return evaluation_.evaluate(at, view); }
  bool generate(const State& at, search::MoveList& moves) const;
  void generate_sharp(const State& at, search::MoveList& moves) const;
  std::optional<Value> known_value(const State& at, int /*depth*/, Value /*alpha*/, Value /*beta*/,
                                   Memory&, search::Interruption&) const {
    if (clusters_.winning_move(at).size() > 0) return search::win_in(1);
    return std::nullopt;
  }

  /// Small boards are solved, where that can succeed in the time of a move.
  std::optional<search::Solution> solve(const State& at, search::Interruption& work);

 private:
  const Rules& rules_;
  const Clusters<Words> clusters_;
  const Evaluation<Words> evaluation_;
  std::optional<Solver> solver_;
};

extern template class Knowledge<1>;
extern template class Knowledge<2>;
extern template class Knowledge<7>;

}  // namespace spielwerk::kaskade
