// Threats: rows that one turn could complete, and the stones needed to block all of them.
#pragma once

#include <array>
#include <cstdint>

#include "core/move.h"

namespace spielwerk::search {

/// For each row that one turn can complete, its gap: the empty cells, at most StonesPerTurn. A gap
/// that contains another one adds nothing and is left out.
template <int StonesPerTurn>
class RowThreats {
 public:
  struct Gap {
    // Without initial values, because a whole array of these is made at every node.
    std::array<Cell, StonesPerTurn> cells;
    std::uint16_t size;

    void add(Cell cell) { cells[size++] = cell; }

    bool contains(Cell cell) const {
      for (int index = 0; index < size; ++index) {
        if (cells[static_cast<std::size_t>(index)] == cell) return true;
      }
      return false;
    }
    bool contains(const Gap& other) const {
      for (int index = 0; index < other.size; ++index) {
        if (!contains(other.cells[static_cast<std::size_t>(index)])) return false;
      }
      return true;
    }
  };

  /// One turn cannot block more rows than its stones touch: no more have to be kept.
  static constexpr int kMaxGaps = 40 * StonesPerTurn + 1;

  RowThreats() = default;
  template <class Lines>
  RowThreats(const Lines& lines, const typename Lines::State& at, Player player) {
    add_all(lines, at, player);
  }

  /// Adds the threats of a player.
  template <class Lines>
  void add_all(const Lines& lines, const typename Lines::State& at, Player player) {
    lines.for_each_threat(at, player, [&](int window) {
      Gap gap{};
      lines.for_each_free(at, window, [&](Cell cell) { gap.add(cell); });
      add(gap);
    });
  }

  /// Adds one threat.
  void add(const Gap& gap) {
    if (count_ == kMaxGaps) return;
    for (int index = 0; index < count_; ++index) {
      if (gap.contains(gaps_[static_cast<std::size_t>(index)])) return;
    }
    // Drops the gaps that contain the new one.
    int kept = 0;
    for (int index = 0; index < count_; ++index) {
      if (!gaps_[static_cast<std::size_t>(index)].contains(gap)) {
        gaps_[static_cast<std::size_t>(kept++)] = gaps_[static_cast<std::size_t>(index)];
      }
    }
    count_ = kept;
    gaps_[static_cast<std::size_t>(count_++)] = gap;
  }

  bool any() const { return count_ > 0; }
  int count() const { return count_; }
  const Gap& operator[](int index) const { return gaps_[static_cast<std::size_t>(index)]; }

  /// How many stones block all threats; StonesPerTurn + 1 if no turn can.
  int stones_to_block() const {
    for (int stones = 0; stones <= StonesPerTurn; ++stones) {
      if (can_block(stones, kNoCell)) return stones;
    }
    return StonesPerTurn + 1;
  }
  /// Whether this one stone blocks all.
  bool blocks(Cell cell) const { return blocks(cell, kNoCell); }
  /// Whether these two together do.
  bool blocks(Cell first, Cell second) const { return first_open(first, second) == count_; }

  /// Calls `visit(cell)` with each single stone that blocks all threats.
  template <class Visitor>
  void for_each_blocker(Visitor&& visit) const {
    if (count_ == 0) return;
    for (int index = 0; index < gaps_[0].size; ++index) {
      const Cell cell = gaps_[0].cells[static_cast<std::size_t>(index)];
      if (blocks(cell)) visit(cell);
    }
  }
  /// Calls `visit(first, second)` with each pair that blocks all threats though neither stone does
  /// so alone.
  template <class Visitor>
  void for_each_blocking_pair(Visitor&& visit) const {
    if (count_ == 0) return;
    for (int index = 0; index < gaps_[0].size; ++index) {
      const Cell first = gaps_[0].cells[static_cast<std::size_t>(index)];
      const int left = first_open(first, kNoCell);
      if (left == count_) continue;
      const Gap& other = gaps_[static_cast<std::size_t>(left)];
      for (int each = 0; each < other.size; ++each) {
        const Cell second = other.cells[static_cast<std::size_t>(each)];
        if (!blocks(first, second) || blocks(second)) continue;
        // A pair of two cells of the first gap would be visited twice.
        if (gaps_[0].contains(second) && second < first && finds(second, first)) continue;
        visit(first, second);
      }
    }
  }

 private:
  /// The first threat that neither stone blocks, count_ if there is none.
  int first_open(Cell first, Cell second) const {
    int index = 0;
    while (index < count_ && (gaps_[static_cast<std::size_t>(index)].contains(first) ||
                              gaps_[static_cast<std::size_t>(index)].contains(second))) {
      ++index;
    }
    return index;
  }

  /// Whether for_each_blocking_pair comes to this pair in this order.
  bool finds(Cell first, Cell second) const {
    const int left = first_open(first, kNoCell);
    return left < count_ && gaps_[static_cast<std::size_t>(left)].contains(second);
  }

  bool can_block(int stones, Cell placed) const {
    const int left = first_open(placed, kNoCell);
    if (left == count_) return true;
    if (stones == 0) return false;
    const Gap& gap = gaps_[static_cast<std::size_t>(left)];
    for (int index = 0; index < gap.size; ++index) {
      const Cell cell = gap.cells[static_cast<std::size_t>(index)];
      if (stones == 1 ? blocks(placed, cell) : can_block(stones - 1, cell)) return true;
    }
    return false;
  }

  std::array<Gap, kMaxGaps> gaps_;
  int count_ = 0;
};

}  // namespace spielwerk::search
