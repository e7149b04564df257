#include "core/line_grid.h"

namespace spielwerk {

LineGrid::LineGrid(const Geometry& geometry) {
  const Cell outside = to_cell(geometry.cell_count());
  next_.resize(static_cast<std::size_t>(geometry.cell_count()) + 1);
  for (Cell cell = 0; cell < outside; ++cell) {
    for (int direction = 0; direction < 8; ++direction) {
      const Cell next = geometry.step(cell, direction);
      next_[cell][static_cast<std::size_t>(direction)] = next == kNoCell ? outside : next;
    }
  }
  next_[outside].fill(outside);
}

}  // namespace spielwerk
