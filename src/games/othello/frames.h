// Two ways to lay an Othello board onto bits, both answering: where can a side move, and what does
// a move flip?
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/bitboard.h"
#include "core/move.h"

namespace spielwerk::othello {

/// Boards up to 8×8 lie in the upper left of an 8×8 frame, in one machine word; what is outside is
/// never playable, like a hole. All eight directions are handled at once: four lanes of a vector
/// for those that lead to higher squares, four for those to lower ones.
class Frame8 {
 public:
  using Squares = Bitboard<1>;
  static constexpr int kMaxSide = 8;

  Frame8(int width, int height) {
    for (int row = 0; row < height; ++row) {
      for (int column = 0; column < width; ++column) {
        const int cell = row * width + column;
        const int square = row * 8 + column;
        squares_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(square);
        cells_[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(cell);
      }
    }
  }

  int square(Cell cell) const { return squares_[cell]; }
  Cell cell(int square) const { return cells_[static_cast<std::size_t>(square)]; }

  /// The empty squares on which `own` brackets stones of `other`.
  Squares moves(const Squares& own, const Squares& other, const Squares& empty) const {
    const Lines lines = lines_from(kNothing | own.word(0), kInside & other.word(0));
    return of_word(joined((lines.up << kShift) | (lines.down >> kShift)) & empty.word(0));
  }

  /// The stones of `other` that turn when `own` plays on `square`.
  Squares flips(int square, const Squares& own, const Squares& other) const {
    const Lanes stones = kNothing | own.word(0);
    Lines lines = lines_from(kNothing | (std::uint64_t{1} << square), kInside & other.word(0));
    // A lane keeps its line only if an own stone stands behind it.
    lines.up &= (stones & (lines.up << kShift)) != kNothing;
    lines.down &= (stones & (lines.down >> kShift)) != kNothing;
    return of_word(joined(lines.up | lines.down));
  }

 private:
  // Never passed by value, which is done differently on processors without such vectors.
  using Lanes __attribute__((vector_size(32))) = std::uint64_t;

  /// Unbroken lines of stones, in the four directions up and the four down.
  struct Lines {
    Lanes up;
    Lanes down;
  };

  /// The lines of bracketed stones that begin beside `from`. They have up to six stones, found by
  /// doubling: one, two, then four and six.
  static Lines lines_from(const Lanes& from, const Lanes& bracketed) {
    Lanes up = bracketed & (from << kShift);
    Lanes down = bracketed & (from >> kShift);
    up |= bracketed & (up << kShift);
    down |= bracketed & (down >> kShift);
    const Lanes pairs_up = bracketed & (bracketed << kShift);
    const Lanes pairs_down = bracketed & (bracketed >> kShift);
    up |= pairs_up & (up << kTwice);
    down |= pairs_down & (down >> kTwice);
    up |= pairs_up & (up << kTwice);
    down |= pairs_down & (down >> kTwice);
    return {up, down};
  }

  static std::uint64_t joined(const Lanes& lanes) {
    return lanes[0] | lanes[1] | lanes[2] | lanes[3];
  }
  static Squares of_word(std::uint64_t word) {
    Squares squares;
    squares.word(0) = word;
    return squares;
  }

  // East and west, south and north, and the two diagonals.
  static constexpr Lanes kShift{1, 8, 7, 9};
  static constexpr Lanes kTwice{2, 16, 14, 18};
  static constexpr Lanes kNothing{0, 0, 0, 0};
  // A bracketed stone has squares on both sides of it, so in a direction that changes the column
  // none lies in the first or last column. Leaving those out keeps lines from wrapping.
  static constexpr std::uint64_t kMiddle = 0x7E7E7E7E7E7E7E7E;
  static constexpr Lanes kInside{kMiddle, ~std::uint64_t{0}, kMiddle, kMiddle};

  // Looked up, because dividing by a width known only now is slower than finding the flips.
  std::array<std::uint8_t, 64> squares_{};
  std::array<std::uint8_t, 64> cells_{};
};

/// Larger boards, row after row over as many words as they need.
template <int Words>
class WideFrame {
 public:
  using Squares = Bitboard<Words>;
  static constexpr int kMaxSide = Squares::kCells;

  WideFrame(int width, int height) : width_(width), height_(height) {
    for (int square = 0; square < width * height; ++square) {
      const int column = square % width;
      if (column > 0 && column < width - 1) middle_.set(square);
    }
  }

  int square(Cell cell) const { return cell; }
  Cell cell(int square) const { return to_cell(square); }

  Squares moves(const Squares& own, const Squares& other, const Squares& empty) const {
    const Squares inside = other & middle_;
    Squares result;
    for (const int by : {1, width_ - 1, width_, width_ + 1}) {
      const Squares& bracketed = by == width_ ? other : inside;
      for (Squares line = bracketed & (own << by); line.any();) {
        line = line << by;
        result |= line;
        line &= bracketed;
      }
      for (Squares line = bracketed & (own >> by); line.any();) {
        line = line >> by;
        result |= line;
        line &= bracketed;
      }
    }
    return result & empty;
  }

  /// Walks square by square: a move flips few stones of a large board.
  Squares flips(int square, const Squares& own, const Squares& other) const {
    const int column = square % width_;
    const int row = square / width_;
    Squares result;
    for (int down = -1; down <= 1; ++down) {
      for (int right = -1; right <= 1; ++right) {
        if (down == 0 && right == 0) continue;
        const int step = down * width_ + right;
        const int room =
            std::min(room_along(column, width_, right), room_along(row, height_, down));
        int length = 1;
        while (length < room && other.test(square + length * step)) ++length;
        if (length > room || !own.test(square + length * step)) continue;
        for (int index = 1; index < length; ++index) result.set(square + index * step);
      }
    }
    return result;
  }

 private:
  /// How many steps in `direction` lead from `place` to the edge of a row or column of `size`; with
  /// direction 0 more than any board has.
  static int room_along(int place, int size, int direction) {
    if (direction == 0) return kMaxSide;
    return direction > 0 ? size - 1 - place : place;
  }

  int width_;
  int height_;
  Squares middle_;
};

}  // namespace spielwerk::othello
