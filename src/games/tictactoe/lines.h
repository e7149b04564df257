// The windows of a Tic-Tac-Toe board, and what one stone a turn makes of them.
#pragma once

#include "games/tictactoe/rules.h"
#include "search/proof_number_search.h"
#include "search/row_lines.h"
#include "search/row_threats.h"

namespace spielwerk::tictactoe {

/// Most windows has k = 3 on 10x10: 8 in each row and column, 64 on the diagonals of either kind.
inline constexpr int kMaxWindows = 288;

using Lines = search::RowLines<Rules, kMaxWindows, 1>;
using Threats = search::RowThreats<1>;

/// Whether the other player can prevent every row of this one, as far as that is known at once.
bool cannot_get_row(const Lines& lines, const Lines::State& at, Player player);

/// What a stone of the side to move gains on a free field; nothing if no row can stand there.
inline std::optional<int> gain_of(const Lines& lines, const Lines::State& at, Cell cell) {
  const Player side = at.side_to_move();
  bool is_live = false;
  int gain = 0;
  for (const std::uint16_t window : lines.windows().through(cell)) {
    if (at.is_blocked(window)) continue;
    is_live = true;
    const int stones = at.owner(window) == kNoPlayer ? 0 : at.stones(window);
    // To go on with an own row counts a little more than to spoil another's.
    const int own = at.owner(window) == side ? 1 : 0;
    gain += 4 * (lines.weight(stones + 1) - lines.weight(stones)) * (4 + own) / 4;
  }
  return is_live ? std::optional(gain) : std::nullopt;
}

/// Adds the moves worth considering: those that win, those that stop a row, or all on fields where
/// a row can still stand. A stone is never a disadvantage, so nothing is lost by leaving out the
/// others.
void generate_moves(const Lines& lines, const Lines::State& at, search::MoveList& moves);

/// Positions that turning or mirroring the board makes equal.
class Symmetries {
 public:
  explicit Symmetries(const Geometry& geometry);
  /// The same for all such positions while there are few stones; later, where hardly any meet
  /// again, the position's own.
  std::uint64_t key(const Lines::State& at) const;

 private:
  static constexpr int kMaxStones = 8;
  int cells_;
  /// By symmetry, for each field the field it comes to.
  std::vector<std::vector<Cell>> images_;
};

/// Does a player get a row against every defence, and within the plies that may be left?
class RowProblem {
 public:
  using State = Lines::State;

  /// `last_free` is how many fields are free after the last ply that counts.
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
