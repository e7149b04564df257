// Precomputed move tables of one board size: the fields within reach of each field.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/bitboard.h"
#include "core/geometry.h"

namespace spielwerk::towerwars {

inline constexpr int kMinSize = 4;
inline constexpr int kMaxSize = 26;

inline constexpr Player kRed = 0;
inline constexpr Player kBlue = 1;
constexpr Player opponent_of(Player player) { return player == kRed ? kBlue : kRed; }
/// Where a player's base stands: in opposite corners.
constexpr Cell base_of(Player player, int size) {
  return player == kRed ? Cell{0} : to_cell(size * size - 1);
}

/// Bits of a tower's height - 1: the highest tower, on 26×26, has height 8.
inline constexpr int kHeightPlanes = 3;

template <int Words>
class MoveTables {
 public:
  using Bits = Bitboard<Words>;

  explicit MoveTables(int board_size)
      : geometry(Shape::Hexagon, Edges::Closed, board_size, board_size),
        size(board_size),
        full_height(board_size / 3),
        // Six towers of full height around a stone; no two fields are farther apart than the bases.
        longest_range(std::min(1 + 6 * full_height, 2 * (board_size - 1))),
        bases{base_of(kRed, board_size), base_of(kBlue, board_size)},
        board(Bits::first_cells(board_size * board_size)) {
    const int cells = size * size;
    for (int cell = 0; cell < cells; ++cell) {
      if (cell % size > 0) not_first_column_.set(cell);
      if (cell % size < size - 1) not_last_column_.set(cell);
    }
    for (int plane = 0; plane < kHeightPlanes; ++plane) {
      if (((full_height - 1) >> plane & 1) != 0)
        full_planes[static_cast<std::size_t>(plane)] = board;
    }
    near_.resize(static_cast<std::size_t>(cells));
    far_.resize(static_cast<std::size_t>(cells * (longest_range + 1)));
    for (int from = 0; from < cells; ++from) {
      for (int to = 0; to < cells; ++to) {
        const int distance = geometry.distance(to_cell(from), to_cell(to));
        if (distance == 1) near_[static_cast<std::size_t>(from)].set(to);
        if (distance > 1 && distance <= longest_range) far_[far_index(from, distance)].set(to);
      }
      for (int range = 1; range <= longest_range; ++range) {
        far_[far_index(from, range)] |= far_[far_index(from, range - 1)];
      }
    }
  }

  /// The neighbours of a field.
  const Bits& near(int cell) const { return near_[static_cast<std::size_t>(cell)]; }
  /// The fields at distance 2 .. range.
  const Bits& far(int cell, int range) const { return far_[far_index(cell, range)]; }

  /// Calls `visit` six times: with where `pieces` get to if each takes one step in a direction.
  /// What leaves the board above or below may come out as bits beyond its last field.
  template <class Visitor>
  void for_each_step(const Bits& pieces, Visitor&& visit) const {
    const Bits can_go_left = pieces & not_first_column_;
    const Bits can_go_right = pieces & not_last_column_;
    visit(can_go_right << 1);
    visit(can_go_left >> 1);
    visit(pieces << size);
    visit(pieces >> size);
    visit(can_go_left << (size - 1));
    visit(can_go_right >> (size - 1));
  }

  const Geometry geometry;
  const int size;
  const int full_height;
  const int longest_range;
  /// Per player the field of its base.
  const std::array<Cell, 2> bases;
  const Bits board;
  /// The bits of full_height - 1, each spread over the board.
  std::array<Bits, kHeightPlanes> full_planes;

 private:
  std::size_t far_index(int cell, int range) const {
    return static_cast<std::size_t>(cell * (longest_range + 1) + range);
  }

  Bits not_first_column_;
  Bits not_last_column_;
  std::vector<Bits> near_;
  std::vector<Bits> far_;
};

}  // namespace spielwerk::towerwars
