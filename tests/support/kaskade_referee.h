// A slow, obvious second implementation of Kaskade's rules, to check the fast one.
#pragma once

#include <string>
#include <vector>

#include "core/random.h"

namespace spielwerk::test {

class KaskadeReferee {
 public:
  KaskadeReferee(int columns, int rows);

  int side() const { return side_; }
  /// 0 or 1, or -1 while nobody has won.
  int winner() const { return winner_; }
  bool may_play(int column, int row) const;
  /// Overflowing fields topple one by one, in an order drawn from `random`.
  void play(int column, int row, Random& random);
  void set(int column, int row, int balls, int owner);
  void set_side(int side) { side_ = side; }
  /// Count and owner of each field, as in the game's texts.
  std::string text() const;

 private:
  struct Field {
    int balls = 0;
    int owner = -1;
  };
  Field& at(int column, int row) {
    return fields_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  const Field& at(int column, int row) const {
    return fields_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  std::vector<std::pair<int, int>> neighbours(int column, int row) const;
  int neighbour_count(int column, int row) const;
  int balls_of(int owner) const;

  int columns_;
  int rows_;
  int side_ = 0;
  int winner_ = -1;
  std::vector<std::vector<Field>> fields_;
};

}  // namespace spielwerk::test
