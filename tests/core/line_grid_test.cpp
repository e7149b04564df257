// Rows through a stone, on closed boards and on a torus.
#include "core/line_grid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace spielwerk {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The board's characters row by row, and one more for the outside.
std::vector<std::uint8_t> owners(std::string_view board) {
  std::vector<std::uint8_t> result(board.begin(), board.end());
  result.push_back('#');
  return result;
}

TEST(LineGrid, LeadsOutsideAndStaysThere) {
  const LineGrid grid(Geometry(Shape::Square, Edges::Closed, 3, 2));
  EXPECT_EQ(grid.next(0, 0), 1);
  EXPECT_EQ(grid.next(0, 4), 6);
  EXPECT_EQ(grid.next(5, 2), 6);
  for (int direction = 0; direction < 8; ++direction) EXPECT_EQ(grid.next(6, direction), 6);
}

TEST(LineGrid, FindsRowsInAllDirections) {
  const LineGrid grid(Geometry(Shape::Square, Edges::Closed, 4, 4));
  const auto has_row = [&](std::string_view board, Cell cell, int length) {
    return grid.makes_row(owners(board), cell, 'X', length);
  };
  EXPECT_TRUE(has_row("XXX.............", 1, 3));
  EXPECT_TRUE(has_row("X...X...X.......", 8, 3));
  EXPECT_TRUE(has_row("X....X....X.....", 0, 3));
  EXPECT_TRUE(has_row("...X..X..X......", 6, 3));
  EXPECT_TRUE(has_row("XXXX............", 2, 3));
  EXPECT_FALSE(has_row("XX.X............", 0, 3));
  EXPECT_FALSE(has_row("XXOX............", 0, 3));
  // Not across the edge.
  EXPECT_FALSE(has_row("..XXX...........", 3, 3));
}

TEST(LineGrid, GoesRoundATorus) {
  const LineGrid grid(Geometry(Shape::Square, Edges::Torus, 4, 4));
  EXPECT_TRUE(grid.makes_row(owners("X.XX............"), 0, 'X', 3));
  EXPECT_FALSE(grid.makes_row(owners("..XXX..........."), 3, 'X', 3));
  // A full ring counts as often as it is walked round, but ends somewhere.
  EXPECT_TRUE(grid.makes_row(owners("XXXX............"), 1, 'X', 4));
  EXPECT_THAT(grid.rows_through(owners("XXXX............"), 1, 4), ElementsAre(0, 1, 2, 3));
}

TEST(LineGrid, NamesTheCellsOfAllRows) {
  const LineGrid grid(Geometry(Shape::Square, Edges::Closed, 4, 4));
  const auto board = owners(
      "XXXX"
      "XX.."
      "X.X."
      "....");
  EXPECT_THAT(grid.rows_through(board, 0, 3), ElementsAre(0, 1, 2, 3, 4, 5, 8, 10));
  EXPECT_THAT(grid.rows_through(board, 0, 4), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(grid.rows_through(board, 0, 5), IsEmpty());
  EXPECT_THAT(grid.rows_through(board, 3, 3), ElementsAre(0, 1, 2, 3));
}

}  // namespace
}  // namespace spielwerk
