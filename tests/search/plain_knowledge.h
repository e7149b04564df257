// Knowledge that knows nothing but the rules, for tests of the search itself.
#pragma once

#include "core/rules.h"
#include "search/knowledge.h"

namespace spielwerk::search {

/// Every move, no order, and an estimate that is arbitrary but depends on the position alone, so
/// that a wrong window, depth or sign shows in the result.
template <Rules R>
class PlainKnowledge {
 public:
  using Rules = R;
  using State = typename R::Position;
  static constexpr double kScale = 100;

  PlainKnowledge(const R& rules, const EngineSettings&) : rules_(rules) {}

  State root(const State& position) const { return position; }
  void play(State& state, Move move) const { rules_.play(state, move); }
  Outcome outcome(const State& at) const { return rules_.outcome(at); }
  bool generate(const State& at, MoveList& moves) const {
    rules_.for_each_move(at, [&](Move move) { moves.add(move, 0); });
    return true;
  }
  Value evaluate(const State& at, Player view) const {
    // The side to move is part of the key, so the sign has to be too.
    const Value value = static_cast<Value>(mix64(at.key()) % 201) - 100;
    return view == 0 ? value : -value;
  }

 private:
  const R& rules_;
};

}  // namespace spielwerk::search
