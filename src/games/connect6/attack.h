// Connect6 attacks by threats: turns that leave the opponent no choice but to stop rows, until one
// time there are too many.
#pragma once

#include "games/connect6/lines.h"
#include "search/proof_number_search.h"

namespace spielwerk::connect6 {

/// Adds the turns of the side to move that stop all threats of the opponent and make threats
/// which take at least two stones to stop. Those that no two stones can stop score kTactical and
/// more; with `only_overloads` no others are added, and they are sought only where a row of three
/// goes on. For two players, and not if the side to move can complete a row at once.
void generate_attacks(const Lines& lines, const Lines::State& at, bool only_overloads,
                      search::MoveList& moves);

/// Does the attacker win by such turns alone, within the plies there are? If so it is certain; if
/// not, another kind of play may still win.
class AttackProblem {
 public:
  using State = Lines::State;

  /// `last_free` is how many fields are free after the last ply that counts.
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
