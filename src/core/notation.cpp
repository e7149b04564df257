#include "core/notation.h"

#include <fmt/format.h>

#include <utility>

#include "core/text.h"

namespace spielwerk {
namespace {

Parsed<int> read_label(Cursor& cursor, int count, Labels labels, std::string_view what) {
  if (labels == Labels::FromZero) return cursor.integer(0, count - 1, what);
  if (labels == Labels::FromOne) {
    auto number = cursor.integer(1, count, what);
    if (number) --*number;
    return number;
  }
  const char letter = cursor.peek();
  // Lower case is accepted everywhere: nobody means two different fields by d6 and D6.
  const int index = letter >= 'a' && letter <= 'z' ? letter - 'a' : letter - 'A';
  if (index < 0 || index >= count) {
    return cursor.fail(fmt::format("{} from A to {}", what, print_label(count - 1, labels)));
  }
  cursor.advance();
  return index;
}

Parsed<Cell> read_cell(Cursor& cursor, const Notation& notation, const Geometry& geometry) {
  int column = 0;
  int row = 0;
  for (const bool is_row : {notation.row_first, !notation.row_first}) {
    const auto index =
        is_row ? read_label(cursor, geometry.rows(), notation.row_labels, "a row")
               : read_label(cursor, geometry.columns(), notation.column_labels, "a column");
    if (!index) return std::unexpected(index.error());
    (is_row ? row : column) = *index;
    if (is_row == notation.row_first && !cursor.skip(notation.cell_separator)) {
      return cursor.fail(in_quotes(notation.cell_separator));
    }
  }
  return geometry.cell(column, row);
}

}  // namespace

std::string print_label(int index, Labels labels) {
  if (labels == Labels::Letters) return std::string(1, static_cast<char>('A' + index));
  return std::to_string(labels == Labels::FromOne ? index + 1 : index);
}

std::string print_cell(const Notation& notation, const Geometry& geometry, Cell cell) {
  const std::string column = print_label(geometry.column(cell), notation.column_labels);
  const std::string row = print_label(geometry.row(cell), notation.row_labels);
  return notation.row_first ? fmt::format("{}{}{}", row, notation.cell_separator, column)
                            : fmt::format("{}{}{}", column, notation.cell_separator, row);
}

Parsed<Cell> parse_cell(const Notation& notation, const Geometry& geometry, std::string_view text) {
  Cursor cursor(text);
  auto cell = read_cell(cursor, notation, geometry);
  if (cell && !cursor.at_end()) return cursor.fail("the end of the field");
  return cell;
}

std::string print_move(const Notation& notation, const Geometry& geometry, Move move) {
  std::string text = print_cell(notation, geometry, move.first);
  if (move.second != kNoCell) {
    text += notation.move_separator;
    text += print_cell(notation, geometry, move.second);
  }
  return text;
}

Parsed<Move> parse_move(const Notation& notation, const Geometry& geometry, std::string_view text) {
  Cursor cursor(text);
  const auto first = read_cell(cursor, notation, geometry);
  if (!first) return std::unexpected(first.error());
  Move move{*first, kNoCell};
  if (notation.cells_per_move == 2) {
    if (!cursor.skip(notation.move_separator))
      return cursor.fail(in_quotes(notation.move_separator));
    const auto second = read_cell(cursor, notation, geometry);
    if (!second) return std::unexpected(second.error());
    move.second = *second;
    if (notation.unordered && move.second < move.first) std::swap(move.first, move.second);
  }
  if (!cursor.at_end()) return cursor.fail("the end of the move");
  return move;
}

}  // namespace spielwerk
