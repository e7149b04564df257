#include "games/connect6/candidates.h"

#include <algorithm>
#include <array>

namespace spielwerk::connect6 {
namespace {

constexpr std::size_t kCells = kMaxSize * kMaxSize;
/// The number of fields out of which pairs are made, where nothing is forced.
constexpr int kBestCells = 18;
/// The same for weak levels: 435 pairs.
constexpr int kCarelessCells = 30;

/// The turns of one position.
class TurnFinder {
 public:
  TurnFinder(const Lines& lines, const Lines::State& at, int max, search::MoveList& moves)
      : lines_(lines), at_(at), side_(at.side_to_move()), max_(max), moves_(moves) {}

  bool find() {
    if (lines_.can_complete(at_, side_)) {
      add_winning_turn();
      return true;
    }
    score_cells();
    const Threats threats = threats_to_stop();
    const int stones = threats.stones_to_block();
    if (stones == 0) {
      add_free_turns<kBestCells>();
      keep_best(0);
      return false;
    }
    threats.for_each_blocking_pair(
        [&](Cell first, Cell second) { add(first, second, search::kTactical); });
    if (stones == 1) {
      threats.for_each_blocker([&](Cell cell) { add_with(cell, threats); });
    } else if (stones > 2) {
      // No turn blocks everything: any will do.
      add_with(threats[0].cells[0], threats);
    }
    return lines_.rules().players() == 2 && stones != 1;
  }

  void find_careless() {
    score_cells();
    add_free_turns<kCarelessCells>();
  }

 private:
  /// The threats of all opponents; if no turn can block those, the threats of the next in turn.
  Threats threats_to_stop() const {
    const int players = lines_.rules().players();
    Threats threats;
    for (int turn = 1; turn < players; ++turn) {
      Threats more = threats;
      more.add_all(lines_, at_, static_cast<Player>((side_ + turn) % players));
      if (turn > 1 && more.stones_to_block() > 2) break;
      threats = more;
    }
    return threats;
  }

  void add_winning_turn() {
    const Threats threats(lines_, at_, side_);
    const Threats::Gap& gap = threats[0];
    Cell second = gap.cells[1];
    if (gap.size == 1) {
      // Both stones have to be placed, even if one is enough.
      second = 0;
      while (!at_.is_free(second) || second == gap.cells[0]) ++second;
    }
    moves_.add(pair_of(gap.cells[0], second), search::kTactical);
  }

  /// The gain of a stone on each free field: own windows extended and the opponents' blocked.
  void score_cells() {
    scores_.fill(0);
    for (int window = 0; window < lines_.windows().count(); ++window) {
      const int gain = gain_of(window);
      if (gain == 0) continue;
      for (const Cell cell : lines_.windows().cells(window)) scores_[cell] += gain;
    }
  }
  int gain_of(int window) const {
    if (at_.is_blocked(window)) return 0;
    const Player owner = at_.owner(window);
    if (owner == kNoPlayer) return 1;
    const int stones = at_.stones(window);
    const int next = lines_.weight(stones + 1) - lines_.weight(stones);
    return owner == side_ ? 2 * next : lines_.weight(stones) + next;
  }
  /// What two stones in one window gain beyond the sum of the two single gains.
  int gain_together(int window) const {
    if (at_.is_blocked(window)) return 0;
    const Player owner = at_.owner(window);
    if (owner == kNoPlayer) return 2 * (lines_.weight(2) - 2 * lines_.weight(1));
    const int stones = at_.stones(window);
    if (owner != side_) return -gain_of(window);
    return 2 * (lines_.weight(std::min(stones + 2, 6)) - 2 * lines_.weight(stones + 1) +
                lines_.weight(stones));
  }

  template <std::size_t Cells>
  void add_free_turns() {
    std::array<Cell, Cells> best;
    const int count = best_cells(kNoCell, scores_, best);
    for (int index = 0; index < count; ++index) {
      const Cell first = best[static_cast<std::size_t>(index)];
      score_together(first);
      for (int each = index + 1; each < count; ++each) {
        const Cell second = best[static_cast<std::size_t>(each)];
        add(first, second, together_[second]);
      }
    }
  }

  /// Adds turns in which one field is forced.
  void add_with(Cell first, const Threats& threats) {
    score_together(first);
    auto scores = scores_;
    for (std::size_t cell = 0; cell < kCells; ++cell) scores[cell] += together_[cell];
    std::array<Cell, kBestCells> best;
    const int count = best_cells(first, scores, best);
    for (int index = 0; index < count; ++index) {
      const Cell second = best[static_cast<std::size_t>(index)];
      // A pair of fields that each block all threats would be added twice.
      if (second < first && threats.blocks(second)) continue;
      add(first, second, search::kTactical + together_[second]);
    }
  }

  void score_together(Cell first) {
    together_.fill(0);
    for (const std::uint16_t window : lines_.windows().through(first)) {
      const int gain = gain_together(window);
      if (gain == 0) continue;
      for (const Cell cell : lines_.windows().cells(window)) together_[cell] += gain;
    }
  }

  /// The free fields with the highest scores, the highest first.
  template <std::size_t Cells>
  int best_cells(Cell except, const std::array<int, kCells>& scores,
                 std::array<Cell, Cells>& best) const {
    constexpr int kMaxCells = static_cast<int>(Cells);
    int count = 0;
    const int cells = lines_.rules().geometry().cell_count();
    for (Cell cell = 0; cell < cells; ++cell) {
      if (!at_.is_free(cell) || cell == except) continue;
      if (count == kMaxCells && scores[cell] <= scores[best.back()]) continue;
      int slot = count < kMaxCells ? count++ : kMaxCells - 1;
      for (; slot > 0 && scores[best[static_cast<std::size_t>(slot - 1)]] < scores[cell]; --slot) {
        best[static_cast<std::size_t>(slot)] = best[static_cast<std::size_t>(slot - 1)];
      }
      best[static_cast<std::size_t>(slot)] = cell;
    }
    return count;
  }

  void add(Cell first, Cell second, int bonus) {
    moves_.add(pair_of(first, second), scores_[first] + scores_[second] + bonus);
  }
  void keep_best(int from) {
    if (moves_.size() - from <= max_) return;
    for (int index = from; index < from + max_; ++index) moves_.pick(index);
    moves_.truncate(from + max_);
  }

  const Lines& lines_;
  const Lines::State& at_;
  const Player side_;
  const int max_;
  search::MoveList& moves_;
  std::array<int, kCells> scores_;
  std::array<int, kCells> together_;
};

}  // namespace

bool generate_turns(const Lines& lines, const Lines::State& at, int max, search::MoveList& moves) {
  return TurnFinder(lines, at, max, moves).find();
}

void generate_careless_turns(const Lines& lines, const Lines::State& at, search::MoveList& moves) {
  TurnFinder(lines, at, kCarelessCells * kCarelessCells, moves).find_careless();
}

}  // namespace spielwerk::connect6
