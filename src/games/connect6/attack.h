// Threat-space search for Connect6: attacks by turns that the opponent has to block, until there
// are more threats than two stones can block.
#pragma once

#include "games/connect6/lines.h"
#include "search/proof_number_search.h"

namespace spielwerk::connect6 {

/// Adds the turns of the side to move that block all threats of the opponent and make threats that
/// take at least two stones to block. Those that no two stones can block score at least kTactical;
/// with `only_overloads` no others are added, and only turns that extend a row of three are tried.
/// For two players, and only if the side to move cannot complete a row at once.
void generate_attacks(const Lines& lines, const Lines::State& at, bool only_overloads,
                      search::MoveList& moves);

/// Does the attacker win by such turns alone? A proof is certain; without one, other play may still
/// win.
class AttackProblem {
 public:
  using State = Lines::State;

  /// Bounds the length of the attack: at least `last_free` fields are free at its end.
  AttackProblem(const Lines& lines, Player attacker, int last_free)
      : lines_(lines), attacker_(attacker), last_free_(last_free) {}

  search::Verdict verdict(const State& at) const;
  int plies_to_goal(const State& at) const { return is_attackers_turn(at) ? 1 : 2; }
  bool is_attackers_turn(const State& at) const { return at.side_to_move() == attacker_; }
  void generate(const State& at, search::MoveList& moves) const;
  void play(State& state, Move move) const { lines_.play(state, move); }
  std::uint64_t key(const State& at) const { return at.key(); }

 private:
  const Lines& lines_;
  const Player attacker_;
  const int last_free_;
};

}  // namespace spielwerk::connect6
