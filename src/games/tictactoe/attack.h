// Threat-space search for Tic-Tac-Toe: attacks by moves that the opponent has to block, until there
// are two threats at once.
#pragma once

#include "games/tictactoe/lines.h"

namespace spielwerk::tictactoe {

/// The moves by which a player would threaten two rows at once, each with the fields that
/// complete them. They exist where two windows with gaps of two fields meet.
class DoubleThreats {
 public:
  DoubleThreats(const Lines& lines, const Lines::State& at, Player player);

  bool any() const { return any_; }
  /// Adds the moves that make a double threat.
  void add_makers(search::MoveList& moves) const;
  /// Whether a stone of the opponent on this field could block all of them.
  bool may_stop_all(Cell cell) const;

 private:
  struct Pair {
    Cell first;
    Cell second;
  };
  bool is_double(Cell cell) const;

  std::array<Pair, kMaxWindows> pairs_;
  int count_ = 0;
  bool any_ = false;
};

/// Adds every move of the side to move that could prevent the opponent's double threats, at least
/// one move. The opponent must have some, but no row to complete at once; all other moves lose in
/// four plies.
void generate_defences(const Lines& lines, const Lines::State& at, const DoubleThreats& threats,
                       search::MoveList& moves);

/// The plies in which the side to move wins by threatening a row with every move, 0 if no such win
/// is found. At most `turns` single threats before the double threat.
int attack_length(const Lines& lines, const Lines::State& at, int turns,
                  search::SearchControl& control);

/// Does the attacker win with moves that each threaten a row or a double threat? A proof is
/// certain; without one, other play may still win.
class AttackProblem {
 public:
  using State = Lines::State;

  AttackProblem(const Lines& lines, Player attacker) : lines_(lines), attacker_(attacker) {}

  search::Verdict verdict(const State& at) const;
  int plies_to_goal(const State& at) const;
  bool is_attackers_turn(const State& at) const { return at.side_to_move() == attacker_; }
  void generate(const State& at, search::MoveList& moves) const;
  void play(State& state, Move move) const { lines_.play(state, move); }
  std::uint64_t key(const State& at) const { return at.key(); }

 private:
  void generate_attacks(const State& at, search::MoveList& moves) const;

  const Lines& lines_;
  const Player attacker_;
};

}  // namespace spielwerk::tictactoe
