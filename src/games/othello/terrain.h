// The geometry of an Othello board as sets of squares: steps along the axes, and stable stones.
#pragma once

#include <array>

#include "core/geometry.h"
#include "games/othello/frames.h"

namespace spielwerk::othello {

/// A stone turns only if it is bracketed along one of four axes: across, down and the diagonals.
inline constexpr int kAxes = 4;

template <class Frame>
class Terrain {
 public:
  using Squares = typename Frame::Squares;
  using PerAxis = std::array<Squares, kAxes>;

  Terrain(const Geometry& geometry, const Frame& frame) {
    // The smallest boards have two rows.
    const int row = frame.square(geometry.cell(0, 1));
    steps_ = {1, row, row + 1, row - 1};
    for (Cell cell = 0; cell < geometry.cell_count(); ++cell) {
      const int square = frame.square(cell);
      const int column = geometry.column(cell);
      board_.set(square);
      if (column > 0) not_first_column_.set(square);
      if (column < geometry.columns() - 1) not_last_column_.set(square);
    }
    // East, south, south-east and south-west.
    ahead_ = {not_first_column_, board_, not_first_column_, not_last_column_};
    back_ = {not_last_column_, board_, not_last_column_, not_first_column_};
  }

  /// The squares one step ahead (east, south, south-east, south-west) of these.
  Squares ahead(const Squares& squares, int axis) const {
    return (squares << step(axis)) & at(ahead_, axis);
  }
  /// The squares one step back (west, north, north-west, north-east) of these.
  Squares back(const Squares& squares, int axis) const {
    return (squares >> step(axis)) & at(back_, axis);
  }
  Squares both(const Squares& squares, int axis) const {
    return ahead(squares, axis) | back(squares, axis);
  }
  /// All squares beside these; some of them may be among these.
  Squares neighbours(const Squares& squares) const {
    const Squares row = squares | ahead(squares, 0) | back(squares, 0);
    return row | ahead(row, 1) | back(row, 1);
  }

  /// For each axis the squares with the edge or a hole beside them: never bracketed along it.
  PerAxis blocked(const Squares& playable) const {
    PerAxis result;
    for (int axis = 0; axis < kAxes; ++axis) {
      at(result, axis) = playable & ~(ahead(playable, axis) & back(playable, axis));
    }
    return result;
  }
  /// Adds to each axis the squares whose line is full.
  void add_full_lines(PerAxis& safe, const Squares& empty, const Squares& playable) const {
    for (int axis = 0; axis < kAxes; ++axis) {
      Squares open = empty;
      while (true) {
        const Squares grown = open | (both(open, axis) & playable);
        if (grown == open) break;
        open = grown;
      }
      at(safe, axis) |= playable & ~open;
    }
  }
  /// Stable stones, which can never be flipped: along each axis they are safe or beside a stable
  /// stone of their colour. A subset; there may be more.
  Squares stable(const Squares& stones, const PerAxis& safe) const {
    Squares result = stones & safe[0] & safe[1] & safe[2] & safe[3];
    while (result.any()) {
      Squares grown = stones;
      for (int axis = 0; axis < kAxes; ++axis) grown &= at(safe, axis) | both(result, axis);
      if (grown == result) break;
      result = grown;
    }
    return result;
  }

 private:
  static const Squares& at(const PerAxis& squares, int axis) {
    return squares[static_cast<std::size_t>(axis)];
  }
  static Squares& at(PerAxis& squares, int axis) { return squares[static_cast<std::size_t>(axis)]; }
  int step(int axis) const { return steps_[static_cast<std::size_t>(axis)]; }

  std::array<int, kAxes> steps_{};
  Squares board_;
  Squares not_first_column_;
  Squares not_last_column_;
  PerAxis ahead_;
  PerAxis back_;
};

}  // namespace spielwerk::othello
