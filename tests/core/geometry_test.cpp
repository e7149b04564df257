// Boards as graphs and drawings: squares, torus, hexagons.
#include "core/geometry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <queue>
#include <set>
#include <string>
#include <vector>

namespace spielwerk {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

class GeometryTest : public testing::TestWithParam<Geometry> {
 protected:
  const Geometry& board_ = GetParam();
  const int cells_ = board_.cell_count();

  bool is_closed() const { return board_.edges() == Edges::Closed; }
  double distance_of_centres(Cell left, Cell right) const {
    const Point a = board_.centre(left);
    const Point b = board_.centre(right);
    return std::hypot(a.x - b.x, a.y - b.y);
  }
};

/// What only holds where the drawing shows all neighbours side by side.
class ClosedGeometryTest : public GeometryTest {};

TEST_P(GeometryTest, NumbersCellsRowByRow) {
  EXPECT_EQ(cells_, board_.columns() * board_.rows());
  Cell next = 0;
  for (int row = 0; row < board_.rows(); ++row) {
    for (int column = 0; column < board_.columns(); ++column, ++next) {
      EXPECT_EQ(board_.cell(column, row), next);
      EXPECT_EQ(board_.column(next), column);
      EXPECT_EQ(board_.row(next), row);
    }
  }
}

TEST_P(GeometryTest, OppositeDirectionsLeadBack) {
  for (int direction = 0; direction < board_.direction_count(); ++direction) {
    const int opposite = board_.opposite(direction);
    EXPECT_NE(opposite, direction);
    EXPECT_EQ(board_.opposite(opposite), direction);
    for (Cell cell = 0; cell < cells_; ++cell) {
      const Cell next = board_.step(cell, direction);
      if (next == kNoCell) {
        ASSERT_TRUE(is_closed());
        continue;
      }
      ASSERT_LT(next, cells_);
      EXPECT_EQ(board_.step(next, opposite), cell);
    }
  }
}

TEST_P(GeometryTest, NeighboursAreSymmetric) {
  for (Cell cell = 0; cell < cells_; ++cell) {
    const auto neighbours = board_.neighbours(cell);
    EXPECT_EQ(std::set<Cell>(neighbours.begin(), neighbours.end()).size(), neighbours.size());
    for (const Cell neighbour : neighbours) {
      EXPECT_NE(neighbour, cell);
      EXPECT_THAT(board_.neighbours(neighbour), Contains(cell));
    }
  }
}

TEST_P(GeometryTest, RaysAreStraightAndComeBackFromTheirEnd) {
  for (Cell cell = 0; cell < cells_; ++cell) {
    for (int direction = 0; direction < board_.direction_count(); ++direction) {
      const auto ray = board_.ray(cell, direction);
      EXPECT_EQ(std::set<Cell>(ray.begin(), ray.end()).size(), ray.size());
      Cell at = cell;
      for (const Cell next : ray) {
        ASSERT_EQ(board_.step(at, direction), next);
        at = next;
      }
      // Behind the last cell lies the edge, or on a torus the beginning.
      EXPECT_EQ(board_.step(at, direction), is_closed() ? kNoCell : cell);
      for (const Cell next : ray) {
        EXPECT_THAT(board_.ray(next, board_.opposite(direction)), Contains(cell));
      }
    }
  }
}

TEST_P(ClosedGeometryTest, DistanceIsTheShortestWay) {
  for (Cell from = 0; from < cells_; ++from) {
    std::vector<int> steps(static_cast<std::size_t>(cells_), -1);
    std::queue<Cell> open({from});
    steps[from] = 0;
    while (!open.empty()) {
      const Cell at = open.front();
      open.pop();
      for (const Cell next : board_.neighbours(at)) {
        if (steps[next] != -1) continue;
        steps[next] = steps[at] + 1;
        open.push(next);
      }
    }
    for (Cell to = 0; to < cells_; ++to) EXPECT_EQ(board_.distance(from, to), steps[to]);
  }
}

TEST_P(ClosedGeometryTest, CentresOfNeighboursAreOneApartAndOthersFarther) {
  for (Cell left = 0; left < cells_; ++left) {
    const auto neighbours = board_.neighbours(left);
    for (Cell right = 0; right < cells_; ++right) {
      if (left == right) continue;
      if (std::find(neighbours.begin(), neighbours.end(), right) != neighbours.end()) {
        EXPECT_NEAR(distance_of_centres(left, right), 1.0, 1e-9);
      } else {
        EXPECT_GT(distance_of_centres(left, right), 1.4);
      }
    }
  }
}

TEST_P(ClosedGeometryTest, OutlinesOfNeighboursShareASide) {
  const auto outline = board_.outline();
  EXPECT_EQ(outline.size(), board_.shape() == Shape::Square ? 4u : 6u);
  EXPECT_GT(outline[0].x, 0);
  EXPECT_LT(outline[0].y, 0);
  for (Cell cell = 0; cell < cells_; ++cell) {
    const Point here = board_.centre(cell);
    for (const Cell neighbour : board_.neighbours(cell)) {
      const Point there = board_.centre(neighbour);
      int shared = 0;
      for (const Point& corner : outline) {
        for (const Point& other : outline) {
          shared += std::hypot(here.x + corner.x - there.x - other.x,
                               here.y + corner.y - there.y - other.y) < 1e-9;
        }
      }
      EXPECT_EQ(shared, 2);
    }
  }
}

std::string print_board(const testing::TestParamInfo<Geometry>& board) {
  return std::string(board.param.shape() == Shape::Square ? "Square" : "Hexagon") +
         (board.param.edges() == Edges::Closed ? "Closed" : "Torus") +
         std::to_string(board.param.columns()) + "x" + std::to_string(board.param.rows());
}

const auto kClosedBoards = testing::Values(
    Geometry(Shape::Square, Edges::Closed, 1, 1), Geometry(Shape::Square, Edges::Closed, 8, 8),
    Geometry(Shape::Square, Edges::Closed, 3, 7), Geometry(Shape::Hexagon, Edges::Closed, 6, 6),
    Geometry(Shape::Hexagon, Edges::Closed, 4, 9));
const auto kTorusBoards = testing::Values(Geometry(Shape::Square, Edges::Torus, 6, 6),
                                          Geometry(Shape::Square, Edges::Torus, 5, 3),
                                          Geometry(Shape::Hexagon, Edges::Torus, 5, 5));
INSTANTIATE_TEST_SUITE_P(Closed, GeometryTest, kClosedBoards, print_board);
INSTANTIATE_TEST_SUITE_P(Torus, GeometryTest, kTorusBoards, print_board);
INSTANTIATE_TEST_SUITE_P(Closed, ClosedGeometryTest, kClosedBoards, print_board);

TEST(Geometry, KnowsTheDirectionsOfSquares) {
  const Geometry board(Shape::Square, Edges::Closed, 5, 5);
  const Cell middle = board.cell(2, 2);
  std::vector<Cell> around;
  for (int direction = 0; direction < 8; ++direction)
    around.push_back(board.step(middle, direction));
  // East, south, south-east, south-west, then their opposites.
  EXPECT_THAT(around, ElementsAre(13, 17, 18, 16, 11, 7, 6, 8));
  EXPECT_THAT(board.neighbours(middle), UnorderedElementsAre(7, 11, 13, 17));
  EXPECT_THAT(board.neighbours(0), UnorderedElementsAre(1, 5));
}

TEST(Geometry, KnowsTheNeighboursOfHexagons) {
  // Neighbours of (l, r) are (l±1, r), (l, r±1), (l+1, r−1), (l−1, r+1).
  const Geometry board(Shape::Hexagon, Edges::Closed, 5, 5);
  EXPECT_THAT(board.neighbours(board.cell(2, 2)),
              UnorderedElementsAre(board.cell(3, 2), board.cell(1, 2), board.cell(2, 3),
                                   board.cell(2, 1), board.cell(3, 1), board.cell(1, 3)));
  EXPECT_THAT(board.neighbours(0), UnorderedElementsAre(1, 5));
}

TEST(Geometry, GoesRoundTheTorus) {
  const Geometry board(Shape::Square, Edges::Torus, 4, 3);
  EXPECT_THAT(board.ray(board.cell(1, 1), 0),
              ElementsAre(board.cell(2, 1), board.cell(3, 1), board.cell(0, 1)));
  // A diagonal meets every cell before it closes, because 4 and 3 have no common divisor.
  EXPECT_EQ(board.ray(0, 2).size(), 11u);
}

}  // namespace
}  // namespace spielwerk
