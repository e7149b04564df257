#include "core/geometry.h"

#include <cmath>
#include <cstdlib>
#include <numbers>

namespace spielwerk {
namespace {

struct Offset {
  int columns;
  int rows;
};

constexpr std::array<Offset, 8> kSquareDirections{
    {{1, 0}, {0, 1}, {1, 1}, {-1, 1}, {-1, 0}, {0, -1}, {-1, -1}, {1, -1}}};
constexpr std::array<Offset, 6> kHexagonDirections{
    {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};

// Rows of hexagons whose centres are 1 apart lie this far below each other.
constexpr double kHexagonRowHeight = 0.5 * std::numbers::sqrt3;

int wrapped(int value, int size) { return (value % size + size) % size; }

}  // namespace

Geometry::Geometry(Shape shape, Edges edges, int columns, int rows)
    : shape_(shape), edges_(edges), columns_(columns), rows_(rows) {}

Cell Geometry::step(Cell from, int direction) const {
  const auto index = static_cast<std::size_t>(direction);
  const Offset offset =
      shape_ == Shape::Square ? kSquareDirections[index] : kHexagonDirections[index];
  int to_column = column(from) + offset.columns;
  int to_row = row(from) + offset.rows;
  if (edges_ == Edges::Torus) {
    to_column = wrapped(to_column, columns_);
    to_row = wrapped(to_row, rows_);
  }
  if (to_column < 0 || to_column >= columns_ || to_row < 0 || to_row >= rows_) return kNoCell;
  return cell(to_column, to_row);
}

std::vector<Cell> Geometry::neighbours(Cell cell) const {
  std::vector<Cell> result;
  for (int direction = 0; direction < direction_count(); ++direction) {
    // On squares the diagonal directions touch only at corners.
    if (shape_ == Shape::Square && direction % 4 >= 2) continue;
    const Cell next = step(cell, direction);
    if (next != kNoCell) result.push_back(next);
  }
  return result;
}

std::vector<Cell> Geometry::ray(Cell cell, int direction) const {
  std::vector<Cell> cells;
  for (Cell at = step(cell, direction); at != kNoCell && at != cell; at = step(at, direction)) {
    cells.push_back(at);
  }
  return cells;
}

int Geometry::distance(Cell from, Cell to) const {
  const int columns = column(to) - column(from);
  const int rows = row(to) - row(from);
  if (shape_ == Shape::Square) return std::abs(columns) + std::abs(rows);
  return (std::abs(columns) + std::abs(rows) + std::abs(columns + rows)) / 2;
}

Point Geometry::centre(Cell cell) const {
  if (shape_ == Shape::Square) return {column(cell) + 0.5, row(cell) + 0.5};
  return {column(cell) + 0.5 * row(cell) + 0.5, row(cell) * kHexagonRowHeight + kHexagonRowHeight};
}

std::vector<Point> Geometry::outline() const {
  if (shape_ == Shape::Square) return {{0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}, {-0.5, -0.5}};
  std::vector<Point> corners;
  // A hexagon with a side left and right of its centre; its corners are 1/sqrt(3) away from it.
  for (int corner = 0; corner < 6; ++corner) {
    const double angle = (corner * 60.0 - 30.0) * std::numbers::pi / 180.0;
    corners.push_back(
        {std::cos(angle) / std::numbers::sqrt3, std::sin(angle) / std::numbers::sqrt3});
  }
  return corners;
}

}  // namespace spielwerk
