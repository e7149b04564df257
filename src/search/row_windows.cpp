#include "search/row_windows.h"

namespace spielwerk::search {

RowWindows::RowWindows(const Geometry& geometry, int length) : length_(length) {
  std::vector<Cell> window;
  for (int direction = 0; direction < geometry.direction_count() / 2; ++direction) {
    for (Cell start = 0; start < geometry.cell_count(); ++start) {
      window.clear();
      Cell cell = start;
      while (cell != kNoCell && static_cast<int>(window.size()) < length) {
        window.push_back(cell);
        cell = geometry.step(cell, direction);
      }
      if (static_cast<int>(window.size()) < length) continue;
      cells_.insert(cells_.end(), window.begin(), window.end());
    }
  }
  std::vector<std::vector<std::uint16_t>> through(static_cast<std::size_t>(geometry.cell_count()));
  for (std::size_t index = 0; index < cells_.size(); ++index) {
    const auto number = index / static_cast<std::size_t>(length);
    through[cells_[index]].push_back(static_cast<std::uint16_t>(number));
  }
  for (const auto& windows : through) {
    begins_.push_back(through_.size());
    through_.insert(through_.end(), windows.begin(), windows.end());
  }
  begins_.push_back(through_.size());
}

}  // namespace spielwerk::search
