#include "games/tictactoe/attack.h"

#include <algorithm>
#include <array>

namespace spielwerk::tictactoe {
namespace {

constexpr Player other(Player player) { return static_cast<Player>(1 - player); }

/// Calls `visit` with each free field of the player's windows that have at least `stones` stones,
/// once.
template <class Visitor>
void for_each_field(const Lines& lines, const Lines::State& at, Player player, int stones,
                    Visitor&& visit) {
  std::array<bool, kMaxSide * kMaxSide> is_visited{};
  for (int window = 0; window < lines.windows().count(); ++window) {
    if (at.owner(window) != player || at.stones(window) < stones) continue;
    lines.for_each_free(at, window, [&](Cell cell) {
      if (is_visited[cell]) return;
      is_visited[cell] = true;
      visit(cell);
    });
  }
}

}  // namespace

DoubleThreats::DoubleThreats(const Lines& lines, const Lines::State& at, Player player) {
  lines.for_each_two_turn_threat(at, player, [&](int window) {
    if (at.stones(window) != lines.length() - 2) return;
    std::array<Cell, 2> free;
    std::size_t size = 0;
    lines.for_each_free(at, window, [&](Cell cell) { free[size++] = cell; });
    pairs_[static_cast<std::size_t>(count_++)] = {free[0], free[1]};
  });
  for (int index = 0; index < count_ && !any_; ++index) {
    const Pair pair = pairs_[static_cast<std::size_t>(index)];
    any_ = is_double(pair.first) || is_double(pair.second);
  }
}

bool DoubleThreats::is_double(Cell cell) const {
  Cell partner = kNoCell;
  for (int index = 0; index < count_; ++index) {
    const Pair pair = pairs_[static_cast<std::size_t>(index)];
    if (pair.first != cell && pair.second != cell) continue;
    const Cell completion = pair.first == cell ? pair.second : pair.first;
    if (partner != kNoCell && partner != completion) return true;
    partner = completion;
  }
  return false;
}

void DoubleThreats::add_makers(search::MoveList& moves) const {
  std::array<bool, kMaxSide * kMaxSide> is_there{};
  for (int index = 0; index < count_; ++index) {
    const Pair pair = pairs_[static_cast<std::size_t>(index)];
    for (const Cell maker : {pair.first, pair.second}) {
      if (is_there[maker] || !is_double(maker)) continue;
      is_there[maker] = true;
      moves.add({maker, kNoCell}, search::kTactical);
    }
  }
}

bool DoubleThreats::may_stop_all(Cell cell) const {
  // It has to take the field of each double threat or one that completes a row of it.
  for (int index = 0; index < count_; ++index) {
    const Pair pair = pairs_[static_cast<std::size_t>(index)];
    for (const Cell maker : {pair.first, pair.second}) {
      if (maker == cell || !is_double(maker)) continue;
      const bool touches =
          std::any_of(pairs_.begin(), pairs_.begin() + count_, [&](const Pair& each) {
            return (each.first == maker && each.second == cell) ||
                   (each.second == maker && each.first == cell);
          });
      if (!touches) return false;
    }
  }
  return true;
}

void generate_defences(const Lines& lines, const Lines::State& at, const DoubleThreats& threats,
                       search::MoveList& moves) {
  const Player defender = at.side_to_move();
  const Player attacker = other(defender);
  std::array<bool, kMaxSide * kMaxSide> is_there{};
  for_each_field(lines, at, attacker, lines.length() - 2, [&](Cell cell) {
    if (!threats.may_stop_all(cell)) return;
    moves.add({cell, kNoCell}, 1);
    is_there[cell] = true;
  });
  // Or the defender threatens a row first.
  for_each_field(lines, at, defender, lines.length() - 2, [&](Cell cell) {
    if (!is_there[cell]) moves.add({cell, kNoCell}, 0);
  });
  if (moves.size() > 0) return;
  // No defence: any move will do.
  for_each_field(lines, at, attacker, lines.length() - 2, [&](Cell cell) {
    if (moves.size() == 0) moves.add({cell, kNoCell}, 0);
  });
}

int attack_length(const Lines& lines, const Lines::State& at, int turns,
                  search::SearchControl& control) {
  const Player side = at.side_to_move();
  if (lines.can_complete(at, side)) return 1;
  const Threats against(lines, at, other(side));
  if (against.count() > 1) return 0;
  if (!against.any() && DoubleThreats(lines, at, side).any()) return 3;
  if (turns == 0) return 0;
  int length = 0;
  lines.for_each_two_turn_threat(at, side, [&](int window) {
    if (length > 0 || at.stones(window) != lines.length() - 2) return;
    lines.for_each_free(at, window, [&](Cell cell) {
      if (length > 0 || (against.any() && !against.blocks(cell)) || control.tick()) return;
      Lines::State next = at;
      lines.play(next, {cell, kNoCell});
      const Threats threats(lines, next, side);
      if (threats.count() > 1) {
        length = 3;
        return;
      }
      lines.play(next, {threats[0].cells[0], kNoCell});
      const int rest = attack_length(lines, next, turns - 1, control);
      if (rest > 0) length = rest + 2;
    });
  });
  return length;
}

search::Verdict AttackProblem::verdict(const State& at) const {
  using search::Verdict;
  if (lines_.rules().outcome(at.position()).is_over()) return Verdict::Disproven;
  const Player side = at.side_to_move();
  const bool is_attacker = side == attacker_;
  if (lines_.can_complete(at, side)) return is_attacker ? Verdict::Proven : Verdict::Disproven;
  const Threats threats(lines_, at, other(side));
  if (threats.count() > 1) return is_attacker ? Verdict::Disproven : Verdict::Proven;
  if (threats.any()) return Verdict::Unknown;
  const bool has_double = DoubleThreats(lines_, at, attacker_).any();
  if (is_attacker) return has_double ? Verdict::Proven : Verdict::Unknown;
  return has_double ? Verdict::Unknown : Verdict::Disproven;
}

int AttackProblem::plies_to_goal(const State& at) const {
  if (!is_attackers_turn(at)) return 2;
  return lines_.can_complete(at, attacker_) ? 1 : 3;
}

void AttackProblem::generate(const State& at, search::MoveList& moves) const {
  const Threats threats(lines_, at, other(at.side_to_move()));
  if (threats.any()) {
    moves.add({threats[0].cells[0], kNoCell}, 0);
  } else if (is_attackers_turn(at)) {
    generate_attacks(at, moves);
  } else {
    generate_defences(lines_, at, DoubleThreats(lines_, at, attacker_), moves);
  }
}

void AttackProblem::generate_attacks(const State& at, search::MoveList& moves) const {
  // With two stones of a row of five, a third one can threaten a double threat.
  for_each_field(lines_, at, attacker_, std::max(lines_.length() - 3, 1), [&](Cell cell) {
    int score = 0;
    for (const std::uint16_t window : lines_.windows().through(cell)) {
      if (at.owner(window) == attacker_) score += lines_.weight(at.stones(window));
    }
    moves.add({cell, kNoCell}, score);
  });
}

}  // namespace spielwerk::tictactoe
