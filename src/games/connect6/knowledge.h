// What the search is told about Connect6: windows, threats, forced answers and proven attacks.
#pragma once

#include "games/connect6/attack.h"
#include "games/connect6/lines.h"
#include "search/knowledge.h"

namespace spielwerk::connect6 {

class Knowledge {
 public:
  using Rules = connect6::Rules;
  using State = Lines::State;
  struct Memory {
    std::vector<search::ScoredMove> storage{};
    search::ProofTable proofs{1};
  };
  static constexpr double kScale = 120;

  Knowledge(const Rules& rules, const EngineSettings& settings);

  State root(const Rules::Position& position) const { return lines_.root(position); }
  void play(State& state, Move move) const { lines_.play(state, move); }
  Outcome outcome(const State& at) const { return lines_.rules().outcome(at.position()); }
  bool generate(const State& at, search::MoveList& moves) const;
  void generate_weak(const State& at, search::MoveList& moves) const;
  search::Value evaluate(const State& at, Player view) const;
  std::optional<search::Value> probe(const State& at, int depth, search::Value alpha,
                                     search::Value beta, Memory& memory,
                                     search::SearchControl& control) const;
  std::optional<search::Solution> solve(const State& at, search::SearchControl& control);

 private:
  Lines lines_;
  search::ProofTable proofs_;
};

}  // namespace spielwerk::connect6
