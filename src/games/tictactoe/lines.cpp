#include "games/tictactoe/lines.h"

#include <algorithm>
#include <array>

namespace spielwerk::tictactoe {
namespace {

constexpr Player other(Player player) { return static_cast<Player>(1 - player); }

}  // namespace

bool cannot_get_row(const Lines& lines, const Lines::State& at, Player player) {
  // One more stone of the player at most doubles the potential.
  const int limit = 1 << (lines.length() - (at.side_to_move() == player ? 1 : 0));
  return at.potential(player) < limit;
}

void generate_moves(const Lines& lines, const Lines::State& at, search::MoveList& moves) {
  const Player side = at.side_to_move();
  for (const Player player : {side, other(side)}) {
    const Threats threats(lines, at, player);
    for (int index = 0; index < threats.count(); ++index) {
      moves.add({threats[index].cells[0], kNoCell}, search::kTactical);
    }
    if (threats.any()) return;
  }
  for (Cell cell = 0; cell < lines.rules().geometry().cell_count(); ++cell) {
    if (!at.is_free(cell)) continue;
    if (const auto gain = gain_of(lines, at, cell)) moves.add({cell, kNoCell}, *gain);
  }
  if (moves.size() > 0) return;
  for (Cell cell = 0; cell < lines.rules().geometry().cell_count(); ++cell) {
    if (at.is_free(cell)) moves.add({cell, kNoCell}, 0);
  }
}

Symmetries::Symmetries(const Geometry& geometry) : cells_(geometry.cell_count()) {
  const int columns = geometry.columns();
  const int rows = geometry.rows();
  // Bit 0 mirrors left and right, bit 1 up and down, bit 2 exchanges rows and columns.
  for (int symmetry = 0; symmetry < (rows == columns ? 8 : 4); ++symmetry) {
    std::vector<Cell>& image = images_.emplace_back();
    for (Cell cell = 0; cell < cells_; ++cell) {
      int column = geometry.column(cell);
      int row = geometry.row(cell);
      if ((symmetry & 1) != 0) column = columns - 1 - column;
      if ((symmetry & 2) != 0) row = rows - 1 - row;
      if ((symmetry & 4) != 0) std::swap(column, row);
      image.push_back(geometry.cell(column, row));
    }
  }
}

std::uint64_t Symmetries::key(const Lines::State& at) const {
  if (cells_ - at.position().free_cells() > kMaxStones) return at.key();
  std::array<std::uint64_t, 8> keys{};
  for (Cell cell = 0; cell < cells_; ++cell) {
    if (at.is_free(cell)) continue;
    const std::uint64_t owner = at.position().owner(cell);
    for (std::size_t symmetry = 0; symmetry < images_.size(); ++symmetry) {
      keys[symmetry] ^=
          mix64((std::uint64_t{images_[symmetry][cell]} << 1 | owner) * 0x9E3779B97F4A7C15u);
    }
  }
  const std::uint64_t canonical =
      *std::min_element(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(images_.size()));
  return mix64(canonical + at.side_to_move() + 1);
}

search::Verdict RowProblem::verdict(const State& at) const {
  using search::Verdict;
  const Outcome outcome = lines_.rules().outcome(at.position());
  if (outcome.is_over()) {
    return outcome.is_win() && outcome.winner() == attacker_ ? Verdict::Proven : Verdict::Disproven;
  }
  if (last_free_ > 0 && !has_time(at)) return Verdict::Disproven;
  const Player side = at.side_to_move();
  const bool is_attacker = side == attacker_;
  if (lines_.can_complete(at, side)) return is_attacker ? Verdict::Proven : Verdict::Disproven;
  const Threats threats(lines_, at, other(side));
  if (threats.count() > 1) return is_attacker ? Verdict::Disproven : Verdict::Proven;
  return cannot_get_row(lines_, at, attacker_) ? Verdict::Disproven : Verdict::Unknown;
}

bool RowProblem::has_time(const State& at) const {
  int max_stones = -1;
  for (int window = 0; window < lines_.windows().count(); ++window) {
    const Player owner = at.owner(window);
    if (owner == attacker_) {
      max_stones = std::max(max_stones, at.stones(window));
    } else if (owner == kNoPlayer && !at.is_blocked(window)) {
      max_stones = std::max(max_stones, 0);
    }
  }
  const int turns = lines_.length() - max_stones;
  const int plies = 2 * turns - (is_attackers_turn(at) ? 1 : 0);
  return max_stones >= 0 && at.position().free_cells() - plies >= last_free_;
}

int RowProblem::plies_to_goal(const State& at) const {
  if (lines_.rules().outcome(at.position()).is_over()) return 0;
  return is_attackers_turn(at) ? 1 : 2;
}

}  // namespace spielwerk::tictactoe
