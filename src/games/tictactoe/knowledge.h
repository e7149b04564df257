// What the search is told about Tic-Tac-Toe: windows, threats, and exact play on small boards.
#pragma once

#include "games/tictactoe/lines.h"
#include "search/knowledge.h"

namespace spielwerk::tictactoe {

/// What windows of rows of this length are worth.
search::RowWeights weights_for(int length);

class Knowledge {
 public:
  using Rules = tictactoe::Rules;
  using State = Lines::State;
  struct Memory {};
  static constexpr double kScale = 120;

  Knowledge(const Rules& rules, const EngineSettings& settings);

  State root(const Rules::Position& position) const { return lines_.root(position); }
  void play(State& state, Move move) const { lines_.play(state, move); }
  Outcome outcome(const State& at) const { return lines_.rules().outcome(at.position()); }
  bool generate(const State& at, search::MoveList& moves) const;
  void generate_pruned(const State& at, search::MoveList& moves) const;
  search::Value evaluate(const State& at, Player view) const;
  int max_plies_left(const State& at) const;
  std::optional<search::Value> probe(const State& at, int depth, search::Value alpha,
                                     search::Value beta, Memory& memory,
                                     search::SearchControl& control) const;
  std::optional<search::Solution> solve(const State& at, search::SearchControl& control);

  const Lines& lines() const { return lines_; }

 private:
  std::optional<search::Solution> solve_by_threats(const State& at, search::SearchControl& control);
  std::optional<search::Solution> solve_for(const State& at, Player attacker,
                                            search::SearchControl& control);
  std::optional<Move> drawing_move(const State& at, search::SearchControl& control);

  Lines lines_;
  Symmetries symmetries_;
  search::ProofTable proofs_;
};

}  // namespace spielwerk::tictactoe
