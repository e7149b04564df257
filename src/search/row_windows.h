// The windows of a board: all runs of cells in which a row of a given length can stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/geometry.h"

namespace spielwerk::search {

/// A window is `length` cells in a straight line, across the edges where they are open. A row of
/// stones that wins fills at least one window.
class RowWindows {
 public:
  /// `length` is at most the shorter side of the board.
  RowWindows(const Geometry& geometry, int length);

  int length() const { return length_; }
  int count() const { return static_cast<int>(cells_.size()) / length_; }
  std::span<const Cell> cells(int window) const {
    return {cells_.data() + static_cast<std::size_t>(window * length_),
            static_cast<std::size_t>(length_)};
  }
  /// The windows that contain a cell.
  std::span<const std::uint16_t> through(Cell cell) const {
    return {through_.data() + begins_[cell], begins_[cell + 1u] - begins_[cell]};
  }
  /// The largest number of windows that meet in one cell.
  int max_through() const { return 4 * length_; }

 private:
  int length_;
  std::vector<Cell> cells_;
  std::vector<std::uint16_t> through_;
  std::vector<std::size_t> begins_;
};

}  // namespace spielwerk::search
