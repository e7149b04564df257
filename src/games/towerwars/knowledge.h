// What the search is told about TowerWars: move ordering, static evaluation, wins and losses within
// two plies.
#pragma once

#include <optional>

#include "games/towerwars/evaluation.h"
#include "games/towerwars/force.h"
#include "games/towerwars/rules.h"
#include "search/knowledge.h"

namespace spielwerk::towerwars {

template <int Words>
class Knowledge {
 public:
  using Rules = towerwars::Rules<Words>;
  using Bits = Bitboard<Words>;
  /// A position with what both sides can reach.
  struct State {
    typename Rules::Position position;
    BothForces<Words> forces;
    Player side_to_move() const { return position.side_to_move(); }
    std::uint64_t key() const { return position.key(); }
  };
  struct Memory {};

  static constexpr double kScale = kEvaluationScale;
  /// A stone and a little more for each ply.
  static constexpr search::Value kReverseFutilityMargin = 120;
  /// There are some hundred moves, and nearly all of them are quiet.
  static constexpr int kLateMovePruningCount = 4;

  Knowledge(const Rules& rules, const EngineSettings&);

  State root(const typename Rules::Position& position) const;
  void play(State& state, Move move) const;
  Outcome outcome(const State& at) const { return rules_.outcome(at.position); }
  search::Value evaluate(const State& at, Player player) const {
    const search::Value value = evaluation_.for_red(at.position, at.forces);
    return player == kRed ? value : -value;
  }

  /// Only base captures if there are any; else, if the own base is threatened, only what saves it;
  /// else all moves, but of very many only the most promising.
  bool generate(const State& at, search::MoveList& moves) const;
  /// Captures that win material, and what saves the own base.
  void generate_tactical(const State& at, search::MoveList& moves) const;

  /// A win by taking the base at once, or a loss by a threat to it that cannot be parried.
  std::optional<search::Value> probe(const State& at, int, search::Value, search::Value, Memory&,
                                     search::SearchControl&) const;

  /// Not with the base in danger or hardly any pieces left, when every move matters.
  bool allows_null_move(const State& at) const {
    const Player mover = at.side_to_move();
    return attackers(at, opponent_of(mover)).none() &&
           at.position.stones(mover).count() >= kMinNullMoveStones;
  }
  void play_null_move(State& state) const { state.position.pass_turn(); }

  /// The stones that can take the enemy base at once, were it their turn.
  Bits attackers(const State& at, Player player) const {
    return at.position.stones(player) & at.forces[player].strike;
  }
  /// The enemy pieces of which any one, captured or blocked, ends all threats to take the base of
  /// the side to move; there must be a threat.
  Bits defence_targets(const State& at) const;

 private:
  static constexpr int kMinNullMoveStones = 3;

  /// Adds the moves of stones to these fields, all of which must be legal for them.
  void add_moves_to(const State& at, const Bits& targets, search::MoveList& moves) const;
  /// Calls `visit(move, score)` for every legal move.
  template <class Visitor>
  void for_each_scored(const State& at, Visitor&& visit) const;

  const Rules& rules_;
  const Forces<Words> forces_;
  const Evaluation<Words> evaluation_;
};

extern template class Knowledge<1>;
extern template class Knowledge<2>;
extern template class Knowledge<4>;
extern template class Knowledge<11>;

}  // namespace spielwerk::towerwars
