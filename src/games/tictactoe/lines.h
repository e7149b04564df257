// The windows of a Tic-Tac-Toe board, and what one stone a turn makes of them.
#pragma once

#include "games/tictactoe/rules.h"
#include "search/proof_number_search.h"
#include "search/row_lines.h"
#include "search/row_threats.h"

namespace spielwerk::tictactoe {

/// k = 3 on 10x10 has the most windows: 8 in each row and column, 64 on either kind of diagonals.
inline constexpr int kMaxWindows = 288;

using Lines = search::RowLines<Rules, kMaxWindows, 1>;
using Threats = search::RowThreats<1>;

/// Whether the opponent can certainly prevent every row of this player (Erdős–Selfridge).
bool cannot_get_row(const Lines& lines, const Lines::State& at, Player player);

/// The gain of a stone of the side to move on a free field; nothing if no row can stand there.
inline std::optional<int> gain_of(const Lines& lines, const Lines::State& at, Cell cell) {
  const Player side = at.side_to_move();
  bool is_live = false;
  int gain = 0;
  for (const std::uint16_t window : lines.windows().through(cell)) {
    if (at.is_blocked(window)) continue;
    is_live = true;
    const int stones = at.owner(window) == kNoPlayer ? 0 : at.stones(window);
    // Extending an own row counts a little more than blocking the opponent's.
    const int own = at.owner(window) == side ? 1 : 0;
    gain += 4 * (lines.weight(stones + 1) - lines.weight(stones)) * (4 + own) / 4;
  }
  return is_live ? std::optional(gain) : std::nullopt;
}

/// Adds the moves worth considering: those that win, those that block a row, or all on fields where
/// a row can still stand. An extra stone is never a disadvantage, so no other move can be better.
void generate_moves(const Lines& lines, const Lines::State& at, search::MoveList& moves);

/// Positions that turning or mirroring the board makes equal.
class Symmetries {
 public:
  explicit Symmetries(const Geometry& geometry);
  /// The same key for all symmetric positions while there are few stones; with more, where such
  /// transpositions are rare, the position's own key.
  std::uint64_t key(const Lines::State& at) const;

 private:
  static constexpr int kMaxStones = 8;
  int cells_;
  /// By symmetry, for each field its image.
  std::vector<std::vector<Cell>> images_;
};

/// Does the attacker complete a row against every defence, within a number of plies?
class RowProblem {
 public:
  using State = Lines::State;

  /// Bounds the length of the win: at least `last_free` fields are free at its end.
  RowProblem(const Lines& lines, const Symmetries& symmetries, Player attacker, int last_free = 0)
      : lines_(lines), symmetries_(symmetries), attacker_(attacker), last_free_(last_free) {}

  search::Verdict verdict(const State& at) const;
  int plies_to_goal(const State& at) const;
  bool is_attackers_turn(const State& at) const { return at.side_to_move() == attacker_; }
  void generate(const State& at, search::MoveList& moves) const {
    generate_moves(lines_, at, moves);
  }
  void play(State& state, Move move) const { lines_.play(state, move); }
  std::uint64_t key(const State& at) const { return symmetries_.key(at); }

 private:
  bool has_time(const State& at) const;

  const Lines& lines_;
  const Symmetries& symmetries_;
  const Player attacker_;
  const int last_free_;
};

}  // namespace spielwerk::tictactoe
