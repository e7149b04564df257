// Boards of k-in-a-row games: neighbours of cells, and rows through a new stone.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/geometry.h"

namespace spielwerk {

/// For each cell the next one in each of the 8 directions. Beyond a closed edge lies one sentinel
/// cell, numbered cell_count(), that never carries a stone.
class LineGrid {
 public:
  explicit LineGrid(const Geometry& geometry);

  /// Whether the stone on `cell` stands in an unbroken row of at least `length` stones of `owner`.
  /// `owners` has an entry per cell and one more for the outside.
  template <class Owners>
  bool makes_row(const Owners& owners, Cell cell, std::uint8_t owner, int length) const {
    for (int direction = 0; direction < 4; ++direction) {
      int run = 1;
      for (const int way : {direction, direction + 4}) {
        for (Cell at = next(cell, way); owners[at] == owner && run < length; at = next(at, way)) {
          ++run;
        }
      }
      if (run >= length) return true;
    }
    return false;
  }

  /// The cells of all rows of at least `length` through `cell`, ascending.
  template <class Owners>
  std::vector<Cell> rows_through(const Owners& owners, Cell cell, int length) const {
    std::vector<bool> is_part(owners.size(), false);
    for (int direction = 0; direction < 4; ++direction) {
      std::vector<Cell> row{cell};
      for (const int way : {direction, direction + 4}) {
        // On a torus a row can go all the way round and end where it began.
        for (Cell at = next(cell, way); owners[at] == owners[cell] && at != cell;
             at = next(at, way)) {
          row.push_back(at);
        }
      }
      if (static_cast<int>(row.size()) < length) continue;
      for (const Cell each : row) is_part[each] = true;
    }
    std::vector<Cell> cells;
    for (std::size_t each = 0; each < is_part.size(); ++each) {
      if (is_part[each]) cells.push_back(static_cast<Cell>(each));
    }
    return cells;
  }

  Cell next(Cell cell, int direction) const {
    return next_[cell][static_cast<std::size_t>(direction)];
  }

 private:
  std::vector<std::array<Cell, 8>> next_;
};

}  // namespace spielwerk
