#include "games/connect6/attack.h"

#include <algorithm>
#include <array>

namespace spielwerk::connect6 {
namespace {

constexpr Player other(Player player) { return static_cast<Player>(1 - player); }

/// The attacks tried in one position of a proof; where there are more, most are alike.
constexpr int kMaxAttacks = 48;

/// Finds the attacks in one position in one pass over the attacker's windows: one field makes four
/// stones out of three, two fields make four out of two. The gap that is then left is noted with
/// the field or the pair, and the threats of a pair are composed from these notes.
class AttackFinder {
 public:
  AttackFinder(const Lines& lines, const Lines::State& at, bool only_overloads,
               search::MoveList& moves)
      : lines_(lines),
        at_(at),
        side_(at.side_to_move()),
        against_(lines, at, other(side_)),
        only_overloads_(only_overloads),
        moves_(moves) {}

  void find() {
    if (against_.stones_to_block() > 2) return;
    lone_gaps_.fill(kNone);
    lines_.for_each_two_turn_threat(at_, side_, [&](int window) {
      if (at_.stones(window) == 3) note_three(window);
    });
    if (only_overloads_ && three_count_ == 0) return;
    pairs_in_group_.fill(kNone);
    lines_.for_each_two_turn_threat(at_, side_, [&](int window) {
      if (at_.stones(window) == 2) note_two(window);
    });
    for (int index = 0; index < pair_count_; ++index) {
      const Pair& pair = pairs_[static_cast<std::size_t>(index)];
      consider(pair.move, pair.gaps);
    }
    for (int first = 0; first < three_count_; ++first) {
      for (int second = first + 1; second < three_count_; ++second) {
        consider_other(threes_[static_cast<std::size_t>(first)],
                       threes_[static_cast<std::size_t>(second)]);
      }
    }
    if (!only_overloads_) add_lone_attacks();
  }

 private:
  static constexpr std::uint16_t kNone = 0xFFFF;
  static constexpr std::size_t kGroups = 1024;
  // Positions that exceed these bounds have long been won; then some attacks are not found.
  static constexpr int kMaxPairs = 2000;
  static constexpr int kMaxGaps = 6000;
  static constexpr int kMaxThrees = 100;

  struct NotedGap {
    std::array<Cell, 2> cells;
    std::uint16_t next;
  };
  struct Pair {
    Move move;
    std::uint16_t gaps;
    std::uint16_t next;
  };

  void note_gap(std::uint16_t& list, Cell first, Cell second) {
    if (gap_count_ == kMaxGaps) return;
    gaps_[static_cast<std::size_t>(gap_count_)] = {{first, second}, list};
    list = static_cast<std::uint16_t>(gap_count_++);
  }

  void note_three(int window) {
    std::array<Cell, 3> free;
    std::size_t count = 0;
    lines_.for_each_free(at_, window, [&](Cell cell) { free[count++] = cell; });
    for (std::size_t index = 0; index < 3; ++index) {
      std::uint16_t& list = lone_gaps_[free[index]];
      if (list == kNone) {
        if (three_count_ == kMaxThrees) continue;
        threes_[static_cast<std::size_t>(three_count_++)] = free[index];
      }
      note_gap(list, free[(index + 1) % 3], free[(index + 2) % 3]);
    }
  }

  void note_two(int window) {
    std::array<Cell, 4> free;
    std::size_t count = 0;
    lines_.for_each_free(at_, window, [&](Cell cell) { free[count++] = cell; });
    constexpr std::array<std::array<std::uint8_t, 4>, 6> kSplits{
        {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}, {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}}};
    for (const auto& split : kSplits) {
      const Cell first = free[split[0]];
      const Cell second = free[split[1]];
      if (only_overloads_ && lone_gaps_[first] == kNone && lone_gaps_[second] == kNone) continue;
      Pair* pair = find_pair(pair_of(first, second), true);
      if (pair != nullptr) note_gap(pair->gaps, free[split[2]], free[split[3]]);
    }
  }

  Pair* find_pair(Move move, bool may_add) {
    std::uint16_t& group = pairs_in_group_[(move.first * 31u + move.second) % kGroups];
    for (std::uint16_t index = group; index != kNone; index = pairs_[index].next) {
      if (pairs_[index].move == move) return &pairs_[index];
    }
    if (!may_add || pair_count_ == kMaxPairs) return nullptr;
    Pair& pair = pairs_[static_cast<std::size_t>(pair_count_)];
    pair = {.move = move, .gaps = kNone, .next = group};
    group = static_cast<std::uint16_t>(pair_count_++);
    return &pair;
  }

  void consider_other(Cell first, Cell second) {
    const Move move = pair_of(first, second);
    if (find_pair(move, false) == nullptr) consider(move, kNone);
  }

  /// Where one field makes two threats, the other stone is free to prepare the next attack.
  void add_lone_attacks() {
    for (int index = 0; index < three_count_; ++index) {
      const Cell cell = threes_[static_cast<std::size_t>(index)];
      Threats threats;
      add_noted(threats, lone_gaps_[cell], kNoCell);
      if (threats.stones_to_block() < 2) continue;
      lines_.for_each_two_turn_threat(at_, side_, [&](int window) {
        lines_.for_each_free(at_, window, [&](Cell second) {
          // Pairs of two such fields have been considered above.
          if (second == cell || lone_gaps_[second] != kNone) return;
          Pair* pair = find_pair(pair_of(cell, second), true);
          if (pair == nullptr || pair->gaps != kNone) return;
          // Marks the pair as considered.
          note_gap(pair->gaps, cell, second);
          consider(pair->move, kNone);
        });
      });
    }
  }

  /// Adds the noted gaps of a list, without the field `taken`.
  void add_noted(Threats& threats, std::uint16_t list, Cell taken) const {
    for (std::uint16_t index = list; index != kNone; index = gaps_[index].next) {
      Threats::Gap gap{};
      for (const Cell cell : gaps_[index].cells) {
        if (cell != taken) gap.add(cell);
      }
      threats.add(gap);
    }
  }

  void consider(Move move, std::uint16_t common_gaps) {
    if (against_.any() && !against_.blocks(move.first, move.second)) return;
    Threats threats;
    add_noted(threats, common_gaps, kNoCell);
    add_noted(threats, lone_gaps_[move.first], move.second);
    add_noted(threats, lone_gaps_[move.second], move.first);
    const int min = only_overloads_ ? 3 : 2;
    if (threats.count() < min) return;
    const int stones = threats.stones_to_block();
    if (stones < min) return;
    const int bonus = stones > 2 ? search::kTactical : 0;
    moves_.add(move, only_overloads_ ? bonus : bonus + gain(move.first) + gain(move.second));
  }

  int gain(Cell cell) const {
    int sum = 0;
    for (const std::uint16_t window : lines_.windows().through(cell)) {
      const Player owner = at_.owner(window);
      if (owner == side_) {
        sum += lines_.weight(at_.stones(window) + 1) - lines_.weight(at_.stones(window));
      } else if (owner != kNoPlayer) {
        sum += lines_.weight(at_.stones(window)) / 2;
      }
    }
    return sum;
  }

  const Lines& lines_;
  const Lines::State& at_;
  const Player side_;
  const Threats against_;
  const bool only_overloads_;
  search::MoveList& moves_;
  /// By field: the list of gaps that remain where a stone there makes four alone.
  std::array<std::uint16_t, kMaxSize * kMaxSize> lone_gaps_;
  std::array<Cell, kMaxThrees> threes_;
  int three_count_ = 0;
  std::array<std::uint16_t, kGroups> pairs_in_group_;
  std::array<Pair, kMaxPairs> pairs_;
  int pair_count_ = 0;
  std::array<NotedGap, kMaxGaps> gaps_;
  int gap_count_ = 0;
};

}  // namespace

void generate_attacks(const Lines& lines, const Lines::State& at, bool only_overloads,
                      search::MoveList& moves) {
  AttackFinder(lines, at, only_overloads, moves).find();
}

search::Verdict AttackProblem::verdict(const State& at) const {
  using search::Verdict;
  if (lines_.rules().outcome(at.position()).is_over()) return Verdict::Disproven;
  const Player side = at.side_to_move();
  const bool is_attacker = side == attacker_;
  // The attacker's turn that completes a row, and before it the defender's.
  const int plies = is_attacker ? 1 : 2;
  if (at.position().free_cells() - 2 * plies < last_free_) return Verdict::Disproven;
  if (lines_.can_complete(at, side)) return is_attacker ? Verdict::Proven : Verdict::Disproven;
  if (is_attacker) return Verdict::Unknown;
  const int stones = Threats(lines_, at, attacker_).stones_to_block();
  return stones > 2 ? Verdict::Proven : stones < 2 ? Verdict::Disproven : Verdict::Unknown;
}

void AttackProblem::generate(const State& at, search::MoveList& moves) const {
  if (is_attackers_turn(at)) {
    generate_attacks(lines_, at, false, moves);
    if (moves.size() > kMaxAttacks) {
      for (int index = 0; index < kMaxAttacks; ++index) moves.pick(index);
      moves.truncate(kMaxAttacks);
    }
    return;
  }
  Threats(lines_, at, attacker_).for_each_blocking_pair([&](Cell first, Cell second) {
    moves.add(pair_of(first, second), 0);
  });
}

}  // namespace spielwerk::connect6
