// Draws one position with characters: chooses lines or a compact board, and fills a canvas.
#pragma once

#include <ostream>
#include <vector>

#include "app/terminal/board_signs.h"
#include "app/terminal/canvas.h"
#include "app/terminal/terminal_board.h"

namespace spielwerk::app {

/// Places are columns and lines of characters from the upper left. It lives no longer than what it
/// is given.
class BoardPainter {
 public:
  BoardPainter(const Game& game, const Position& position, const BoardStyle& style,
               const std::vector<PlayerMark>& players);

  void print(std::ostream& output, const BoardMarks& marks) const;

 private:
  void choose_layout();

  /// The column left of a field's piece, or of the line there.
  int x(int column, int row) const;
  int x(Cell cell) const { return x(geometry_.column(cell), geometry_.row(cell)); }
  int y(int row) const { return is_lined_ ? 2 + 2 * row : 1 + row; }
  int y(Cell cell) const { return y(geometry_.row(cell)); }
  /// Where the piece itself begins. It stands in the middle of wider fields.
  int piece_x(int column, int row) const;
  int piece_x(Cell cell) const { return piece_x(geometry_.column(cell), geometry_.row(cell)); }
  /// The column of the owner's mark, which labels stand above.
  int mark_x(int column, int row) const;
  int mark_x(Cell cell) const { return mark_x(geometry_.column(cell), geometry_.row(cell)); }
  bool has_bottom_labels() const;

  void draw_background(Canvas& canvas) const;
  void draw_labels(Canvas& canvas) const;
  void draw_squares(Canvas& canvas) const;
  void draw_hexagons(Canvas& canvas) const;
  void draw_cell(Canvas& canvas, Cell cell) const;
  void draw_hole(Canvas& canvas, Cell cell) const;
  void fill_field(Canvas& canvas, Cell cell, int paper) const;
  /// Around the piece, where colours cannot tell.
  void put_between(Canvas& canvas, Cell cell, std::string_view left, std::string_view right) const;
  void mark_last(Canvas& canvas, Cell cell) const;
  void mark_choice(Canvas& canvas, Cell cell) const;

  const Game& game_;
  const Position& position_;
  const BoardStyle& style_;
  const std::vector<PlayerMark>& players_;
  const Geometry& geometry_;
  const Notation& notation_;
  const BoardSigns& signs_;
  /// A piece is its owner's mark; with a number a sign stands before it and the number behind it.
  const int piece_width_;
  const bool is_hexagonal_;
  const int label_width_;
  bool is_lined_ = false;
  /// Columns from one field to the next.
  int pitch_ = 0;
};

}  // namespace spielwerk::app
