// What the search is told about Kaskade: move ordering, static evaluation, wins in one move.
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

  /// How many surges the search for a winning move follows at every node. All would be exact but
  /// halve the speed on full boards; the search finds the other wins one ply later.
  static constexpr int kSurges = 1;
  static constexpr double kScale = kOddsScale;

  /// About two fields; with null-move pruning it wins 69 of 120 games (6x6 and 8x8, 20,000 nodes a
  /// move) and searches nearly a ply deeper on 10x10.
  static constexpr Value kReverseFutilityMargin = 60;

  Knowledge(const Rules& rules, const EngineSettings& settings);

  State root(const State& position) const { return position; }
  void play(State& state, Move move) const { rules_.play(state, move); }
  Outcome outcome(const State& at) const { return rules_.outcome(at); }
  Value evaluate(const State& at, Player view) const { return evaluation_.evaluate(at, view); }
  bool generate(const State& at, search::MoveList& moves) const;
  void generate_tactical(const State& at, search::MoveList& moves) const;
  std::optional<Value> probe(const State& at, int /*depth*/, Value /*alpha*/, Value /*beta*/,
                             Memory&, search::SearchControl&) const {
    if (clusters_.winning_move(at, kSurges).size() > 0) return search::win_in(1);
    return std::nullopt;
  }

  /// Zugzwang exists here, but is rare while there are fields to take.
  bool allows_null_move(const State& at) const {
    return at.owned_by(0).any() && at.owned_by(1).any();
  }
  void play_null_move(State& state) const { rules_.pass(state); }
  /// Small boards are solved, where that can succeed in the time of a move.
  std::optional<search::Solution> solve(const State& at, search::SearchControl& control);

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
