#include "games/tictactoe/tic_tac_toe.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/notation.h"
#include "games/tictactoe/rules.h"

namespace spielwerk::tictactoe {
namespace {

constexpr char kFree = ' ';

void require_between(int min, int max, int value, std::string_view what) {
  if (value >= min && value <= max) return;
  throw std::invalid_argument(
      fmt::format("{} must be from {} to {}, not {}", what, min, max, value));
}

}  // namespace

TicTacToe::TicTacToe() : TicTacToe(kMinSide, kMinSide, kMinSide) {}

TicTacToe::TicTacToe(int rows, int columns, int win)
    : geometry_(checked_geometry(rows, columns)),
      win_(win),
      grid_(geometry_),
      symbols_(static_cast<std::size_t>(geometry_.cell_count()) + 1, kFree) {
  require_between(kMinSide, std::min(rows, columns), win, "the win length");
}

Geometry TicTacToe::checked_geometry(int rows, int columns) {
  require_between(kMinSide, kMaxSide, rows, "the number of rows");
  require_between(kMinSide, kMaxSide, columns, "the number of columns");
  return {Shape::Square, Edges::Closed, columns, rows};
}

Cell TicTacToe::cell(int row, int column) const {
  require_between(0, number_of_rows() - 1, row, "the row");
  require_between(0, number_of_columns() - 1, column, "the column");
  return geometry_.cell(column, row);
}

char TicTacToe::symbol_at(int row, int column) const {
  return static_cast<char>(symbols_[cell(row, column)]);
}

bool TicTacToe::set_move(int row, int column, char symbol) {
  const Cell field = cell(row, column);
  if (symbol == kFree) throw std::invalid_argument("a blank is no symbol: it means a free field");
  if (symbols_[field] != kFree) throw std::invalid_argument("the field is taken");
  symbols_[field] = static_cast<std::uint8_t>(symbol);
  return grid_.makes_row(symbols_, field, symbols_[field], win_);
}

void TicTacToe::output_board(std::ostream& output, int columns_from) const {
  std::string labels = " ";
  std::string border = "  +";
  for (int column = 0; column < number_of_columns(); ++column) {
    // The last digit stands above the symbols.
    labels += fmt::format("{:>4}", column + columns_from);
    border += "---+";
  }
  fmt::print(output, "{}\n{}\n", labels, border);
  for (int row = 0; row < number_of_rows(); ++row) {
    std::string line = print_label(row, Labels::Letters) + " |";
    for (int column = 0; column < number_of_columns(); ++column) {
      line += fmt::format(" {} |", symbol_at(row, column));
    }
    fmt::print(output, "{}\n{}\n", line, border);
  }
}

}  // namespace spielwerk::tictactoe
