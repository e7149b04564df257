// Rows that could be completed next turn, and the stones it takes to stop all of them.
#pragma once

#include <array>
#include <cstdint>

#include "core/move.h"

namespace spielwerk::search {

/// The fields a player lacks for each row that one turn can complete, StonesPerTurn at most in
/// each. A set that contains another adds nothing and is left out.
template <int StonesPerTurn>
class RowThreats {
 public:
  struct Lack {
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
    bool contains(const Lack& other) const {
      for (int index = 0; index < other.size; ++index) {
        if (!contains(other.cells[static_cast<std::size_t>(index)])) return false;
      }
      return true;
    }
  };

  /// One turn cannot stop more rows than its stones touch: beyond that none has to be kept.
  static constexpr int kMost = 40 * StonesPerTurn + 1;

  RowThreats() = default;
  template <class Lines>
  RowThreats(const Lines& lines, const typename Lines::State& at, Player player) {
    add_all(lines, at, player);
  }

  /// Adds the threats of a player.
  template <class Lines>
  void add_all(const Lines& lines, const typename Lines::State& at, Player player) {
    lines.for_each_hot(at, player, [&](int window) {
      Lack lack{};
      lines.for_each_free(at, window, [&](Cell cell) { lack.add(cell); });
      add(lack);
    });
  }

  /// Adds one threat.
  void add(const Lack& lack) {
    if (count_ == kMost) return;
    for (int index = 0; index < count_; ++index) {
      if (lack.contains(lacks_[static_cast<std::size_t>(index)])) return;
    }
    // What the new one makes superfluous goes.
    int kept = 0;
    for (int index = 0; index < count_; ++index) {
      if (!lacks_[static_cast<std::size_t>(index)].contains(lack)) {
        lacks_[static_cast<std::size_t>(kept++)] = lacks_[static_cast<std::size_t>(index)];
      }
    }
    count_ = kept;
    lacks_[static_cast<std::size_t>(count_++)] = lack;
  }

  bool any() const { return count_ > 0; }
  int count() const { return count_; }
  const Lack& operator[](int index) const { return lacks_[static_cast<std::size_t>(index)]; }

  /// How many stones stop all threats; StonesPerTurn + 1 if no turn can.
  int stones_to_stop() const {
    for (int stones = 0; stones <= StonesPerTurn; ++stones) {
      if (can_stop(stones, kNoCell)) return stones;
    }
    return StonesPerTurn + 1;
  }
  /// Whether this one stone stops all.
  bool stops(Cell cell) const { return stops(cell, kNoCell); }
  /// Whether these two together do.
  bool stops(Cell first, Cell second) const { return first_left(first, second) == count_; }

  /// Calls `visit(cell)` with each single stone that stops all threats.
  template <class Visitor>
  void for_each_stopper(Visitor&& visit) const {
    if (count_ == 0) return;
    for (int index = 0; index < lacks_[0].size; ++index) {
      const Cell cell = lacks_[0].cells[static_cast<std::size_t>(index)];
      if (stops(cell)) visit(cell);
    }
  }
  /// Calls `visit(first, second)` with each pair that stops all threats though neither stone does
  /// so alone.
  template <class Visitor>
  void for_each_stopping_pair(Visitor&& visit) const {
    if (count_ == 0) return;
    for (int index = 0; index < lacks_[0].size; ++index) {
      const Cell first = lacks_[0].cells[static_cast<std::size_t>(index)];
      const int left = first_left(first, kNoCell);
      if (left == count_) continue;
      const Lack& other = lacks_[static_cast<std::size_t>(left)];
      for (int each = 0; each < other.size; ++each) {
        const Cell second = other.cells[static_cast<std::size_t>(each)];
        if (!stops(first, second) || stops(second)) continue;
        // With both fields of the first threat the pair is met twice.
        if (lacks_[0].contains(second) && second < first && finds(second, first)) continue;
        visit(first, second);
      }
    }
  }

 private:
  /// The first threat that neither stone stops, count_ if there is none.
  int first_left(Cell first, Cell second) const {
    int index = 0;
    while (index < count_ && (lacks_[static_cast<std::size_t>(index)].contains(first) ||
                              lacks_[static_cast<std::size_t>(index)].contains(second))) {
      ++index;
    }
    return index;
  }

  /// Whether for_each_stopping_pair comes to this pair in this order.
  bool finds(Cell first, Cell second) const {
    const int left = first_left(first, kNoCell);
    return left < count_ && lacks_[static_cast<std::size_t>(left)].contains(second);
  }

  bool can_stop(int stones, Cell placed) const {
    const int left = first_left(placed, kNoCell);
    if (left == count_) return true;
    if (stones == 0) return false;
    const Lack& lack = lacks_[static_cast<std::size_t>(left)];
    for (int index = 0; index < lack.size; ++index) {
      const Cell cell = lack.cells[static_cast<std::size_t>(index)];
      if (stones == 1 ? stops(placed, cell) : can_stop(stones - 1, cell)) return true;
    }
    return false;
  }

  std::array<Lack, kMost> lacks_;
  int count_ = 0;
};

}  // namespace spielwerk::search
