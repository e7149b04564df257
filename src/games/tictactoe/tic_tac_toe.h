// The class the Tic-Tac-Toe assignment asks for: a board of rows × columns on which any symbols
// are set, and k of one symbol in a row win.
#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

#include "core/geometry.h"
#include "core/line_grid.h"

namespace spielwerk::tictactoe {

/// Knows neither turns nor an end: that is the business of whoever lets it be played.
class TicTacToe {
 public:
  /// 3×3, three in a row win.
  TicTacToe();
  /// Throws std::invalid_argument unless rows and columns are 3 to 10 and `win` is 3 to the
  /// shorter side.
  TicTacToe(int rows, int columns, int win);

  int number_of_rows() const { return geometry_.rows(); }
  int number_of_columns() const { return geometry_.columns(); }
  int win_condition() const { return win_; }

  /// The symbol on a field, a blank if it is free. Rows and columns count from 0; throws
  /// std::invalid_argument if there is no such field.
  char symbol_at(int row, int column) const;
  /// Sets a symbol and says whether it now stands in a row that wins. Throws
  /// std::invalid_argument and changes nothing if there is no such field, if it is taken, or if
  /// the symbol is the blank that means free.
  bool set_move(int row, int column, char symbol);

  /// Prints the board; rows are labelled A, B, C…, columns count from `columns_from`.
  void output_board(std::ostream& output, int columns_from = 1) const;

 private:
  static Geometry checked_geometry(int rows, int columns);
  /// Throws std::invalid_argument if there is no such field.
  Cell cell(int row, int column) const;

  Geometry geometry_;
  int win_;
  LineGrid grid_;
  // A symbol per cell, and one for the outside: a blank too, which never makes a row.
  std::vector<std::uint8_t> symbols_;
};

}  // namespace spielwerk::tictactoe
