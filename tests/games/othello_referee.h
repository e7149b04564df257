// A slow, obvious second implementation of Othello's rules, to check the fast one.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace spielwerk::test {

class OthelloReferee {
 public:
  /// `rows` of the characters - B W #; `side` is the character that would be to move, and passes at
  /// once if it has to.
  OthelloReferee(std::vector<std::string> rows, char side);

  char side() const { return side_; }
  bool is_over() const { return moves('B').empty() && moves('W').empty(); }
  /// The legal moves of the side to move as (row, column), row by row.
  std::vector<std::pair<int, int>> moves() const { return moves(side_); }
  void play(int row, int column);
  int stones(char colour) const;
  std::string text() const;

 private:
  char at(int row, int column) const;
  std::vector<std::pair<int, int>> flips(int row, int column, char colour) const;
  std::vector<std::pair<int, int>> moves(char colour) const;
  void pass_if_needed();

  std::vector<std::string> rows_;
  char side_;
};

}  // namespace spielwerk::test
