#include "games/towerwars/board_view.h"

#include <fmt/format.h>

#include "games/towerwars/rules.h"

namespace spielwerk::towerwars {
namespace {

// The longest field, `R8*`, and a blank.
constexpr int kFieldWidth = 4;

void add_line(std::string& text, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  text += line + '\n';
}

}  // namespace

std::string print_board_view(const Board& board) {
  const Geometry& geometry = board.game().geometry();
  const Notation& notation = board.game().notation();
  std::string text;
  std::string header(4, ' ');
  for (int column = 0; column < geometry.columns(); ++column) {
    header += fmt::format("{:<{}}", print_label(column, notation.column_labels), kFieldWidth);
  }
  add_line(text, header);
  for (int row = 0; row < geometry.rows(); ++row) {
    std::string line(static_cast<std::size_t>(row * kFieldWidth / 2), ' ');
    line += fmt::format("{:>2}  ", print_label(row, notation.row_labels));
    for (int column = 0; column < geometry.columns(); ++column) {
      const Piece piece = board.position().piece(geometry.cell(column, row));
      line += fmt::format("{:<{}}", print_piece(piece), kFieldWidth);
    }
    add_line(text, line);
  }
  return text;
}

}  // namespace spielwerk::towerwars
