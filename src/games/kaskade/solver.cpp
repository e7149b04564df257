#include "games/kaskade/solver.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "core/random.h"

namespace spielwerk::kaskade {
namespace {

/// The cell that `cell` becomes under a symmetry: bit 0 mirrors columns, bit 1 rows, and bit 2
/// exchanges both, which only fits a square.
int image_of(const Geometry& geometry, int cell, int symmetry) {
  int column = cell % geometry.columns();
  int row = cell / geometry.columns();
  if ((symmetry & 1) != 0) column = geometry.columns() - 1 - column;
  if ((symmetry & 2) != 0) row = geometry.rows() - 1 - row;
  if ((symmetry & 4) != 0) std::swap(column, row);
  return row * geometry.columns() + column;
}

}  // namespace

Solver::Solver(const Rules<1>& rules, int table_megabytes)
    : rules_(rules),
      clusters_(rules),
      fields_(rules.geometry().cell_count()),
      half_((fields_ + 1) / 2),
      table_entries_(
          std::bit_floor((static_cast<std::size_t>(table_megabytes) << 20) / sizeof(Entry))) {
  assert(fields_ <= kMaxFields);
  const Geometry& geometry = rules.geometry();
  for (Cell cell = 0; cell < fields_; ++cell) max_plies_ += rules.capacity(cell) - 1;
  const int symmetries = geometry.columns() == geometry.rows() ? 8 : 4;
  for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
    auto& halves = symmetries_.emplace_back();
    for (const bool is_upper : {false, true}) {
      for (std::uint32_t bits = 0; bits < 1u << half_; ++bits) {
        std::uint16_t image = 0;
        for (int bit = 0; bit < half_; ++bit) {
          const int cell = bit + (is_upper ? half_ : 0);
          if ((bits >> bit & 1) == 0 || cell >= fields_) continue;
          image = static_cast<std::uint16_t>(image | 1u << image_of(geometry, cell, symmetry));
        }
        halves[is_upper ? 1 : 0].push_back(image);
      }
    }
  }
}

bool Solver::can_solve(const Position& at) const {
  const int balls = at.ones().count() + 2 * at.twos().count();
  return max_plies_ - balls <= kMaxPlies;
}

std::uint64_t Solver::mirrored(std::uint64_t plane, std::size_t symmetry) const {
  const auto& [lower, upper] = symmetries_[symmetry];
  return static_cast<std::uint64_t>(lower[plane & ((1u << half_) - 1)] | upper[plane >> half_]);
}

std::uint64_t Solver::code_of(const Position& at) const {
  const std::uint64_t ones = at.ones().word(0);
  const std::uint64_t twos = at.twos().word(0);
  const std::uint64_t first = at.owned_by(0).word(0);
  std::uint64_t canonical = ~std::uint64_t{0};
  for (std::size_t symmetry = 0; symmetry < symmetries_.size(); ++symmetry) {
    canonical =
        std::min(canonical, mirrored(ones, symmetry) | mirrored(twos, symmetry) << kMaxFields |
                                mirrored(first, symmetry) << (2 * kMaxFields));
  }
  return canonical | std::uint64_t{at.side_to_move()} << (3 * kMaxFields) |
         solution_ << (3 * kMaxFields + 1);
}

Solver::Entry* Solver::bucket_of(std::uint64_t code) {
  return &table_[mix64(code) & (table_entries_ - kBucket)];
}

Solver::Entry Solver::known(std::uint64_t code) {
  const Entry* bucket = bucket_of(code);
  for (std::size_t index = 0; index < kBucket; ++index) {
    if (bucket[index].code == code) return bucket[index];
  }
  return {};
}

Solver::Entry& Solver::noted(std::uint64_t code) {
  Entry* bucket = bucket_of(code);
  Entry* victim = bucket;
  const auto weight = [this](const Entry& entry) {
    if (entry.code >> (3 * kMaxFields + 1) != solution_) return -1;
    if (entry.wins_by != kNever || entry.loses_by != kNever) return static_cast<int>(kNever);
    return static_cast<int>(std::max(entry.no_win_by, entry.no_loss_by));
  };
  for (std::size_t index = 0; index < kBucket; ++index) {
    if (bucket[index].code == code) return bucket[index];
    if (weight(bucket[index]) < weight(*victim)) victim = &bucket[index];
  }
  *victim = Entry{.code = code};
  return *victim;
}

int Solver::expand(const Position& at, Children& children) const {
  int count = 0;
  const Player side = at.side_to_move();
  rules_.for_each_move(at, [&](Move move) {
    Child child{.position = at, .move = move};
    rules_.play(child.position, move);
    child.code = code_of(child.position);
    // Own fields gained, enemy fields taken.
    child.score = child.position.owned_by(side).count() -
                  2 * child.position.owned_by(static_cast<Player>(1 - side)).count();
    int slot = count++;
    for (; slot > 0 && children[static_cast<std::size_t>(slot - 1)].score < child.score; --slot) {
      children[static_cast<std::size_t>(slot)] = children[static_cast<std::size_t>(slot - 1)];
    }
    children[static_cast<std::size_t>(slot)] = child;
  });
  return count;
}

bool Solver::wins(const Position& at, std::uint64_t code, int plies,
                  search::SearchControl& control) {
  if (control.tick()) return false;
  const Entry entry = known(code);
  if (entry.wins_by <= plies) return true;
  if (entry.no_win_by >= plies || entry.loses_by != kNever) return false;
  if (entry.no_win_by == 0 && clusters_.winning_move(at).size() > 0) {
    noted(code).wins_by = 1;
    return true;
  }
  bool is_won = false;
  if (plies >= 3) {
    Children children;
    const int count = expand(at, children);
    for (int index = 0; index < count && !is_won; ++index) {
      is_won = known(children[static_cast<std::size_t>(index)].code).loses_by <= plies - 1;
    }
    for (int index = 0; index < count && !is_won; ++index) {
      const Child& child = children[static_cast<std::size_t>(index)];
      is_won = loses(child.position, child.code, plies - 1, control);
      if (control.is_stopped()) return false;
    }
  }
  Entry& result = noted(code);
  (is_won ? result.wins_by : result.no_win_by) = static_cast<std::uint8_t>(plies);
  return is_won;
}

bool Solver::loses(const Position& at, std::uint64_t code, int plies,
                   search::SearchControl& control) {
  if (control.tick()) return false;
  const Entry entry = known(code);
  if (entry.loses_by <= plies) return true;
  if (entry.no_loss_by >= plies || entry.wins_by != kNever) return false;
  if (entry.no_win_by == 0 && clusters_.winning_move(at).size() > 0) {
    noted(code).wins_by = 1;
    return false;
  }
  Children children;
  const int count = expand(at, children);
  bool is_lost = true;
  for (int index = 0; index < count && is_lost; ++index) {
    const Entry next = known(children[static_cast<std::size_t>(index)].code);
    is_lost = next.no_win_by < plies - 1 && next.loses_by == kNever;
  }
  for (int index = 0; index < count && is_lost; ++index) {
    const Child& child = children[static_cast<std::size_t>(index)];
    is_lost = wins(child.position, child.code, plies - 1, control);
    if (control.is_stopped()) return false;
  }
  Entry& result = noted(code);
  (is_lost ? result.loses_by : result.no_loss_by) = static_cast<std::uint8_t>(plies);
  return is_lost;
}

std::optional<search::Solution> Solver::solve(const Position& at, search::SearchControl& control) {
  table_.resize(table_entries_);
  ++solution_;
  const std::uint64_t code = code_of(at);
  for (int plies = 1;; ++plies) {
    const bool is_win = plies % 2 == 1;
    const bool is_proven =
        is_win ? wins(at, code, plies, control) : loses(at, code, plies, control);
    if (control.is_stopped()) return std::nullopt;
    if (!is_proven) continue;
    std::vector<Move> line = best_line(at, is_win, plies, control);
    if (line.empty()) return std::nullopt;
    return search::Solution{.value = is_win ? search::win_in(plies) : search::loss_in(plies),
                            .is_exact = true,
                            .line = std::move(line)};
  }
}

std::vector<Move> Solver::best_line(Position at, bool is_win, int plies,
                                    search::SearchControl& control) {
  std::vector<Move> line;
  for (; plies > 1; --plies, is_win = !is_win) {
    Children children;
    const int count = expand(at, children);
    int best = -1;
    for (int index = 0; index < count && best < 0; ++index) {
      const Child& child = children[static_cast<std::size_t>(index)];
      // For the winner a move after which the opponent still loses in time, for the loser one after
      // which the opponent wins no sooner.
      const bool is_best = is_win
                               ? loses(child.position, child.code, plies - 1, control)
                               : plies < 4 || !wins(child.position, child.code, plies - 3, control);
      if (control.is_stopped()) return {};
      if (is_best) best = index;
    }
    const Child& chosen = children[static_cast<std::size_t>(best)];
    line.push_back(chosen.move);
    at = chosen.position;
  }
  line.push_back(clusters_.winning_move(at));
  return line;
}

}  // namespace spielwerk::kaskade
