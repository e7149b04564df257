#include "games/connect6/attack.h"

#include <algorithm>
#include <array>

namespace spielwerk::connect6 {
namespace {

constexpr Player other(Player player) { return static_cast<Player>(1 - player); }

/// Attacks of one turn that a proof looks at; where there are more, most are alike.
constexpr int kMostAttacks = 48;

/// The attacks in one position. Every window of the attacker is looked at once: a field completes
/// three stones to four alone, two fields complete two stones together; what is then still lacking
/// is noted with the field or the pair, and the threats of a pair are put together from there.
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
    if (against_.stones_to_stop() > 2) return;
    lone_lacks_.fill(kNone);
    lines_.for_each_warm(at_, side_, [&](int window) {
      if (at_.stones(window) == 3) note_three(window);
    });
    if (only_overloads_ && three_count_ == 0) return;
    pairs_in_group_.fill(kNone);
    lines_.for_each_warm(at_, side_, [&](int window) {
      if (at_.stones(window) == 2) note_two(window);
    });
    for (int index = 0; index < pair_count_; ++index) {
      const Pair& pair = pairs_[static_cast<std::size_t>(index)];
      consider(pair.move, pair.lacks);
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
  // Attacks with more windows than that have been won before; then some are not seen.
  static constexpr int kMostPairs = 2000;
  static constexpr int kMostLacks = 6000;
  static constexpr int kMostThrees = 100;

  struct NotedLack {
    std::array<Cell, 2> cells;
    std::uint16_t next;
  };
  struct Pair {
    Move move;
    std::uint16_t lacks;
    std::uint16_t next;
  };

  void note_lack(std::uint16_t& list, Cell first, Cell second) {
    if (lack_count_ == kMostLacks) return;
    lacks_[static_cast<std::size_t>(lack_count_)] = {{first, second}, list};
    list = static_cast<std::uint16_t>(lack_count_++);
  }

  void note_three(int window) {
    std::array<Cell, 3> free;
    std::size_t count = 0;
    lines_.for_each_free(at_, window, [&](Cell cell) { free[count++] = cell; });
    for (std::size_t index = 0; index < 3; ++index) {
      std::uint16_t& list = lone_lacks_[free[index]];
      if (list == kNone) {
        if (three_count_ == kMostThrees) continue;
        threes_[static_cast<std::size_t>(three_count_++)] = free[index];
      }
      note_lack(list, free[(index + 1) % 3], free[(index + 2) % 3]);
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
      if (only_overloads_ && lone_lacks_[first] == kNone && lone_lacks_[second] == kNone) continue;
      Pair* pair = find_pair(pair_of(first, second), true);
      if (pair != nullptr) note_lack(pair->lacks, free[split[2]], free[split[3]]);
    }
  }

  Pair* find_pair(Move move, bool may_add) {
    std::uint16_t& group = pairs_in_group_[(move.first * 31u + move.second) % kGroups];
    for (std::uint16_t index = group; index != kNone; index = pairs_[index].next) {
      if (pairs_[index].move == move) return &pairs_[index];
    }
    if (!may_add || pair_count_ == kMostPairs) return nullptr;
    Pair& pair = pairs_[static_cast<std::size_t>(pair_count_)];
    pair = {.move = move, .lacks = kNone, .next = group};
    group = static_cast<std::uint16_t>(pair_count_++);
    return &pair;
  }

  void consider_other(Cell first, Cell second) {
    const Move move = pair_of(first, second);
    if (find_pair(move, false) == nullptr) consider(move, kNone);
  }

  /// One field may be enough for two threats; then the other stone prepares the next attack.
  void add_lone_attacks() {
    for (int index = 0; index < three_count_; ++index) {
      const Cell cell = threes_[static_cast<std::size_t>(index)];
      Threats threats;
      add_noted(threats, lone_lacks_[cell], kNoCell);
      if (threats.stones_to_stop() < 2) continue;
      lines_.for_each_warm(at_, side_, [&](int window) {
        lines_.for_each_free(at_, window, [&](Cell second) {
          // Pairs of two such fields have been considered.
          if (second == cell || lone_lacks_[second] != kNone) return;
          Pair* pair = find_pair(pair_of(cell, second), true);
          if (pair == nullptr || pair->lacks != kNone) return;
          // Not again for the next window.
          note_lack(pair->lacks, cell, second);
          consider(pair->move, kNone);
        });
      });
    }
  }

  /// Adds what a list says, less the field `taken`.
  void add_noted(Threats& threats, std::uint16_t list, Cell taken) const {
    for (std::uint16_t index = list; index != kNone; index = lacks_[index].next) {
      Threats::Lack lack{};
      for (const Cell cell : lacks_[index].cells) {
        if (cell != taken) lack.add(cell);
      }
      threats.add(lack);
    }
  }

  void consider(Move move, std::uint16_t common_lacks) {
    if (against_.any() && !against_.stops(move.first, move.second)) return;
    Threats threats;
    add_noted(threats, common_lacks, kNoCell);
    add_noted(threats, lone_lacks_[move.first], move.second);
    add_noted(threats, lone_lacks_[move.second], move.first);
    const int least = only_overloads_ ? 3 : 2;
    if (threats.count() < least) return;
    const int stones = threats.stones_to_stop();
    if (stones < least) return;
    const int bonus = stones > 2 ? search::kSharp : 0;
    moves_.add(move, only_overloads_ ? bonus : bonus + worth(move.first) + worth(move.second));
  }

  int worth(Cell cell) const {
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
  /// By field: what is lacking where it makes a four alone.
  std::array<std::uint16_t, kLargestSize * kLargestSize> lone_lacks_;
  std::array<Cell, kMostThrees> threes_;
  int three_count_ = 0;
  std::array<std::uint16_t, kGroups> pairs_in_group_;
  std::array<Pair, kMostPairs> pairs_;
  int pair_count_ = 0;
  std::array<NotedLack, kMostLacks> lacks_;
  int lack_count_ = 0;
};

}  // namespace

void generate_attacks(const Lines& lines, const Lines::State& at, bool only_overloads,
                      search::MoveList& moves) {
  AttackFinder(lines, at, only_overloads, moves).find();
}

search::Verdict AttackProblem::verdict(const State& at) const {
  using search::Verdict;
  if (lines_.rules().outcome(at.position()).is_over()) return Verdict::Refuted;
  const Player side = at.side_to_move();
  const bool is_attacker = side == attacker_;
  // A turn of two stones for completion, and the defender's before it.
  const int plies = is_attacker ? 1 : 2;
  if (at.position().free_cells() - 2 * plies < last_free_) return Verdict::Refuted;
  if (lines_.can_complete(at, side)) return is_attacker ? Verdict::Proven : Verdict::Refuted;
  if (is_attacker) return Verdict::Open;
  const int stones = Threats(lines_, at, attacker_).stones_to_stop();
  return stones > 2 ? Verdict::Proven : stones < 2 ? Verdict::Refuted : Verdict::Open;
}

void AttackProblem::generate(const State& at, search::MoveList& moves) const {
  if (is_attackers_turn(at)) {
    generate_attacks(lines_, at, false, moves);
    if (moves.size() > kMostAttacks) {
      for (int index = 0; index < kMostAttacks; ++index) moves.pick(index);
      moves.shorten(kMostAttacks);
    }
    return;
  }
  Threats(lines_, at, attacker_).for_each_stopping_pair([&](Cell first, Cell second) {
    moves.add(pair_of(first, second), 0);
  });
}

}  // namespace spielwerk::connect6
