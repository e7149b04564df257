#include "games/connect6/attack.h"

#include <algorithm>
#include <array>

namespace spielwerk::connect6 {
namespace {

constexpr Player other(Player player) { return static_cast<Player>(1 - player); }

/// The attacks in one position.
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
    is_after_three_.fill(false);
    tried_.fill(0);
    lines_.for_each_warm(at_, side_, [&](int window) {
      if (at_.stones(window) < 3) return;
      lines_.for_each_free(at_, window, [&](Cell cell) {
        if (is_after_three_[cell]) return;
        is_after_three_[cell] = true;
        threes_[static_cast<std::size_t>(three_count_++)] = cell;
      });
    });
    if (only_overloads_ && three_count_ == 0) return;
    // Two fields that each make a four, ...
    for (int first = 0; first < three_count_; ++first) {
      for (int second = first + 1; second < three_count_; ++second) {
        consider(threes_[static_cast<std::size_t>(first)],
                 threes_[static_cast<std::size_t>(second)]);
      }
    }
    // ... or that make one together.
    lines_.for_each_warm(at_, side_, [&](int window) {
      if (at_.stones(window) != 2) return;
      std::array<Cell, 4> free;
      int count = 0;
      lines_.for_each_free(at_, window,
                           [&](Cell cell) { free[static_cast<std::size_t>(count++)] = cell; });
      for (std::size_t first = 0; first < 4; ++first) {
        for (std::size_t second = first + 1; second < 4; ++second) {
          if (only_overloads_ && !is_after_three_[free[first]] && !is_after_three_[free[second]]) {
            continue;
          }
          consider(free[first], free[second]);
        }
      }
    });
    if (!only_overloads_) add_lone_attacks();
  }

 private:
  static constexpr std::size_t kTried = 1024;

  /// One field may be enough for two threats; then the other stone prepares the next attack.
  void add_lone_attacks() {
    for (int index = 0; index < three_count_; ++index) {
      const Cell cell = threes_[static_cast<std::size_t>(index)];
      if (threats_of(cell, kNoCell).stones_to_stop() < 2) continue;
      lines_.for_each_warm(at_, side_, [&](int window) {
        lines_.for_each_free(at_, window, [&](Cell second) {
          if (second != cell) consider(cell, second);
        });
      });
    }
  }

  void consider(Cell first, Cell second) {
    const Move move = pair_of(first, second);
    const std::uint32_t note = (std::uint32_t{move.first} << 16 | move.second) + 1;
    std::uint32_t& place = tried_[(move.first * 31u + move.second) % kTried];
    if (place == note) return;
    place = note;
    if (against_.any() && !against_.stops(first, second)) return;
    const int stones = threats_of(first, second).stones_to_stop();
    if (stones < (only_overloads_ ? 3 : 2)) return;
    moves_.add(move, (stones > 2 ? search::kSharp : 0) + worth(first) + worth(second));
  }

  /// The threats that there are with own stones on both fields; there were none before.
  Threats threats_of(Cell first, Cell second) const {
    Threats threats;
    for (const Cell cell : {first, second}) {
      if (cell == kNoCell) continue;
      const Cell partner = cell == first ? second : first;
      for (const std::uint16_t window : lines_.windows().through(cell)) {
        if (at_.owner(window) != side_) continue;
        const int stones = at_.stones(window);
        if (stones < 2) continue;
        Threats::Lack lack;
        bool has_partner = false;
        std::array<Cell, 4> free;
        int count = 0;
        for (const Cell each : lines_.windows().cells(window)) {
          if (each == partner) {
            has_partner = true;
          } else if (each != cell && at_.is_free(each)) {
            free[static_cast<std::size_t>(count++)] = each;
          }
        }
        if (count > 2 || (has_partner && cell == second)) continue;
        for (int index = 0; index < count; ++index) {
          lack.cells[static_cast<std::size_t>(lack.size++)] = free[static_cast<std::size_t>(index)];
        }
        threats.add(lack);
      }
    }
    return threats;
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
  std::array<bool, kLargestSize * kLargestSize> is_after_three_;
  std::array<Cell, kLargestSize * kLargestSize> threes_;
  int three_count_ = 0;
  /// What was considered last under each remainder, to meet few pairs twice.
  std::array<std::uint32_t, kTried> tried_;
};

}  // namespace

void generate_attacks(const Lines& lines, const Lines::State& at, bool only_overloads,
                      search::MoveList& moves) {
  AttackFinder(lines, at, only_overloads, moves).find();
}

int attack_length(const Lines& lines, const Lines::State& at, int turns, int breadth,
                  std::vector<search::ScoredMove>& storage, search::Interruption& work) {
  if (lines.can_complete(at, at.side_to_move())) return 1;
  search::MoveList attacks(storage);
  generate_attacks(lines, at, turns == 1, attacks);
  if (attacks.size() == 0) return 0;
  if (attacks.pick(0).score >= search::kSharp) return 3;
  if (turns == 1) return 0;
  for (int index = 0; index < std::min(attacks.size(), breadth); ++index) {
    Lines::State attacked = at;
    lines.play(attacked, attacks.pick(index).move);
    if (work.tick()) return 0;
    const Threats threats(lines, attacked, at.side_to_move());
    int longest = 0;
    bool wins = true;
    threats.for_each_stopping_pair([&](Cell first, Cell second) {
      if (!wins) return;
      Lines::State next = attacked;
      lines.play(next, pair_of(first, second));
      const int length = attack_length(lines, next, turns - 1, breadth, storage, work);
      longest = std::max(longest, length);
      wins = length > 0;
    });
    if (wins) return longest + 2;
  }
  return 0;
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
    return;
  }
  Threats(lines_, at, attacker_).for_each_stopping_pair([&](Cell first, Cell second) {
    moves.add(pair_of(first, second), 0);
  });
}

}  // namespace spielwerk::connect6
