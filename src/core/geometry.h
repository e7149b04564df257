// The board as a drawing and as a graph: cells in rows and columns, their neighbours, straight
// lines through them, and where to draw them.
#pragma once

#include <array>
#include <vector>

#include "core/move.h"

namespace spielwerk {

/// Hexagons lie in a parallelogram: each row is shifted half a cell to the right of the one above.
enum class Shape : std::uint8_t { Square, Hexagon };
/// On a torus opposite edges are adjacent.
enum class Edges : std::uint8_t { Closed, Torus };

/// A place in the drawing; neighbouring cells have centres at distance 1.
struct Point {
  double x = 0;
  double y = 0;
};

class Geometry {
 public:
  Geometry(Shape shape, Edges edges, int columns, int rows);

  Shape shape() const { return shape_; }
  Edges edges() const { return edges_; }
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  int cell_count() const { return columns_ * rows_; }

  Cell cell(int column, int row) const { return to_cell(row * columns_ + column); }
  int column(Cell cell) const { return cell % columns_; }
  int row(Cell cell) const { return cell / columns_; }

  /// Directions are numbered so that the first half are each the opposite of one in the second
  /// half. Squares have 8 (E S SE SW, then W N NW NE), hexagons 6.
  int direction_count() const { return shape_ == Shape::Square ? 8 : 6; }
  int opposite(int direction) const {
    return (direction + direction_count() / 2) % direction_count();
  }
  /// The next cell in a direction, or kNoCell beyond a closed edge.
  Cell step(Cell cell, int direction) const;
  /// The cells that share a side with this one: up to 4 on squares, up to 6 on hexagons.
  std::vector<Cell> neighbours(Cell cell) const;
  /// The straight line from `cell` (exclusive) to the edge, or round the torus back to it.
  std::vector<Cell> ray(Cell cell, int direction) const;
  /// Steps from cell to cell along shared sides, on a closed board.
  int distance(Cell from, Cell to) const;

  /// Where the cell's centre is drawn.
  Point centre(Cell cell) const;
  /// The cell's outline around its centre, clockwise from the upper right corner.
  std::vector<Point> outline() const;

 private:
  Shape shape_;
  Edges edges_;
  int columns_;
  int rows_;
};

}  // namespace spielwerk
