// The one text form of cells and moves, stated by each game as data.
#pragma once

#include <string>
#include <string_view>

#include "core/geometry.h"
#include "core/move.h"
#include "core/parsed.h"

namespace spielwerk {

/// How rows or columns are counted.
enum class Labels : std::uint8_t { Letters, FromZero, FromOne };

std::string print_label(int index, Labels labels);

struct Notation {
  Labels column_labels = Labels::Letters;
  Labels row_labels = Labels::FromOne;
  /// Whether a cell's row is written before its column.
  bool row_first = false;
  /// What stands between the two parts of a cell.
  std::string_view cell_separator = "";
  /// How many cells make a move (1 or 2) and what stands between them.
  int cells_per_move = 1;
  std::string_view move_separator = "";
  /// For moves whose two cells are a pair without order: written and kept with the lower first.
  bool unordered = false;

  /// Whether a move takes a piece from its first cell to its second; else pieces are placed.
  bool moves_pieces() const { return cells_per_move == 2 && !unordered; }
};

/// The move of these picked cells; a pair without order is put in order.
constexpr Move make_move(const Notation& notation, Cell first, Cell second) {
  return notation.unordered && second < first ? Move{second, first} : Move{first, second};
}

std::string print_cell(const Notation& notation, const Geometry& geometry, Cell cell);
Parsed<Cell> parse_cell(const Notation& notation, const Geometry& geometry, std::string_view text);

std::string print_move(const Notation& notation, const Geometry& geometry, Move move);
/// Reads a move of cells on the board; whether it is legal is another question.
Parsed<Move> parse_move(const Notation& notation, const Geometry& geometry, std::string_view text);

}  // namespace spielwerk
