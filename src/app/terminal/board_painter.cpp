#include "app/terminal/board_painter.h"

#include <algorithm>
#include <string>

namespace spielwerk::app {
namespace {

// Boards of up to this many rows are drawn with lines between the fields: 19 lines of text with
// their labels, which leaves room for a prompt in a window of 24.
constexpr int kMaxLinedRows = 8;
// Wider than this lines would be broken by an ordinary terminal.
constexpr int kMaxLinedWidth = 80;
// Beyond this many rows or columns labels stand at both ends.
constexpr int kMaxLabelledOnce = 12;
// Blank columns left of the row labels.
constexpr int kMargin = 1;
// Columns from one hexagon with lines to the next.
constexpr int kHexagonPitch = 4;

int label_width(int count, Labels labels) {
  return static_cast<int>(print_label(count - 1, labels).size());
}

int piece_width_of(const Look& look) {
  return look.pieces == PieceStyle::Balls || look.pieces == PieceStyle::Towers ? 3 : 1;
}

/// So that of neighbours that share a column the right one's bracket stands there.
std::vector<Cell> ascending(std::vector<Cell> cells) {
  std::sort(cells.begin(), cells.end());
  return cells;
}

}  // namespace

BoardPainter::BoardPainter(const Game& game, const Position& position, const BoardStyle& style,
                           const std::vector<PlayerMark>& players)
    : game_(game),
      position_(position),
      style_(style),
      players_(players),
      geometry_(game.geometry()),
      notation_(game.notation()),
      signs_(board_signs(style.ascii)),
      piece_width_(piece_width_of(game.description().look)),
      is_hexagonal_(geometry_.shape() == Shape::Hexagon),
      label_width_(label_width(geometry_.rows(), notation_.row_labels)) {
  choose_layout();
}

void BoardPainter::print(std::ostream& output, const BoardMarks& marks) const {
  // Room for labels on the right, and for a line of them or the last line of the frame below.
  Canvas canvas(x(geometry_.columns(), geometry_.rows() - 1) + label_width_ + 2,
                y(geometry_.rows()) + (has_bottom_labels() ? 1 : 0));
  draw_background(canvas);
  draw_labels(canvas);
  if (is_lined_) is_hexagonal_ ? draw_hexagons(canvas) : draw_squares(canvas);
  for (Cell cell = 0; cell < geometry_.cell_count(); ++cell) draw_cell(canvas, cell);
  for (const Cell cell : ascending(marks.last)) mark_last(canvas, cell);
  for (const Cell cell : ascending(marks.choices)) mark_choice(canvas, cell);
  canvas.print(output, style_.color);
}

/// A field is its piece and one column on either side of it, which compact boards share with the
/// next field; with lines, squares have one more for the line.
void BoardPainter::choose_layout() {
  const int lined_pitch = is_hexagonal_ ? kHexagonPitch : piece_width_ + 3;
  is_lined_ = geometry_.rows() <= kMaxLinedRows;
  pitch_ = lined_pitch;
  if (x(geometry_.columns(), geometry_.rows() - 1) > kMaxLinedWidth) is_lined_ = false;
  if (is_lined_) return;
  const int label = label_width(geometry_.columns(), notation_.column_labels);
  pitch_ = std::max(piece_width_, label) + 1;
  const auto has_room_for = [&](int pitch) {
    return geometry_.columns() * pitch < kMaxLinedWidth - 5;
  };
  if (is_hexagonal_) {
    // They are shifted by half a field.
    pitch_ += pitch_ % 2;
  } else if (piece_width_ > 1 && has_room_for(pitch_ + 1)) {
    ++pitch_;
  } else if (piece_width_ > 1 && !has_room_for(pitch_)) {
    // The sign before a piece, seldom needed, keeps it apart from the one before.
    pitch_ = std::max(piece_width_, label);
  }
}

int BoardPainter::x(int column, int row) const {
  const int shift = is_hexagonal_ ? row * pitch_ / 2 : 0;
  return kMargin + label_width_ + 1 + shift + column * pitch_;
}

int BoardPainter::piece_x(int column, int row) const {
  const int left = x(column, row);
  if (is_lined_ && !is_hexagonal_) return left + 2;
  return left + 1 + (pitch_ - 1 - piece_width_) / 2;
}

int BoardPainter::mark_x(int column, int row) const {
  return piece_x(column, row) + piece_width_ / 2;
}

bool BoardPainter::has_bottom_labels() const {
  return is_hexagonal_ || geometry_.rows() > kMaxLabelledOnce;
}

void BoardPainter::draw_background(Canvas& canvas) const {
  for (int row = 0; row < geometry_.rows(); ++row) {
    const int width = geometry_.columns() * pitch_ + 1;
    canvas.fill(x(0, row), y(row), width, kPaper);
    if (!is_lined_) continue;
    if (row == 0) canvas.fill(x(0, 0), y(0) - 1, width, kPaper);
    // The slopes below the last field reach one further than its right side.
    canvas.fill(x(0, row), y(row) + 1, width + (is_hexagonal_ ? 1 : 0), kPaper);
  }
}

void BoardPainter::draw_labels(Canvas& canvas) const {
  const int last_row = geometry_.rows() - 1;
  for (int column = 0; column < geometry_.columns(); ++column) {
    const std::string label = print_label(column, notation_.column_labels);
    // Numbers of two digits have their last one above the piece.
    const int left = static_cast<int>(label.size()) - 1;
    canvas.write(mark_x(column, 0) - left, 0, label, kLabelInk);
    if (has_bottom_labels()) {
      canvas.write(mark_x(column, last_row) - left, y(geometry_.rows()), label, kLabelInk);
    }
  }
  for (int row = 0; row <= last_row; ++row) {
    const std::string label = print_label(row, notation_.row_labels);
    canvas.write(x(0, row) - 1 - static_cast<int>(label.size()), y(row), label, kLabelInk);
    if (geometry_.columns() > kMaxLabelledOnce) {
      canvas.write(x(geometry_.columns(), row) + 2, y(row), label, kLabelInk);
    }
  }
}

void BoardPainter::draw_squares(Canvas& canvas) const {
  const int columns = geometry_.columns();
  const int rows = geometry_.rows();
  // Which of three a crossing is: at the beginning, between, at the end.
  const auto third = [](int index, int count) { return index == 0 ? 0 : index == count ? 2 : 1; };
  for (int row = 0; row <= rows; ++row) {
    for (int column = 0; column <= columns; ++column) {
      const int kind = 3 * third(row, rows) + third(column, columns);
      const int line_y = y(row) - 1;
      canvas.write(x(column, row), line_y, signs_.crossings[static_cast<std::size_t>(kind)],
                   kLineInk);
      if (row < rows) canvas.write(x(column, row), line_y + 1, signs_.vertical, kLineInk);
      for (int step = 1; column < columns && step < pitch_; ++step) {
        canvas.write(x(column, row) + step, line_y, signs_.horizontal, kLineInk);
      }
    }
  }
}

void BoardPainter::draw_hexagons(Canvas& canvas) const {
  for (int row = 0; row < geometry_.rows(); ++row) {
    for (int column = 0; column < geometry_.columns(); ++column) {
      const int left = x(column, row);
      canvas.write(left + 1, y(row) - 1, signs_.rising, kLineInk);
      canvas.write(left + 3, y(row) - 1, signs_.falling, kLineInk);
      canvas.write(left, y(row), signs_.vertical, kLineInk);
      canvas.write(left + kHexagonPitch, y(row), signs_.vertical, kLineInk);
      canvas.write(left + 1, y(row) + 1, signs_.falling, kLineInk);
      canvas.write(left + 3, y(row) + 1, signs_.rising, kLineInk);
    }
  }
}

void BoardPainter::draw_cell(Canvas& canvas, Cell cell) const {
  const Piece piece = position_.piece(cell);
  const int mark = mark_x(cell);
  if (piece.kind == PieceKind::Hole) return draw_hole(canvas, cell);
  if (piece.kind == PieceKind::None) {
    if (!is_lined_) canvas.write(mark, y(cell), signs_.empty, kLineInk);
    return;
  }
  const auto& [sign, ink] = players_[piece.owner];
  canvas.write(mark, y(cell), sign, ink, true);
  if (piece.kind == PieceKind::Stone) return;
  const int capacity = game_.capacity(cell);
  const bool is_full = capacity > 0 && piece.count + 1 >= capacity;
  if (piece.kind == PieceKind::BlockedTower || is_full) {
    canvas.write(mark - 1, y(cell), is_full ? signs_.full : signs_.blocked, kWarningInk, true);
  }
  const std::string number = piece.count > 9 ? "+" : std::to_string(piece.count);
  canvas.write(mark + 1, y(cell), piece.kind == PieceKind::Base ? signs_.base : number, ink, true);
}

/// A hole in the paper: with colours the terminal itself looks through.
void BoardPainter::draw_hole(Canvas& canvas, Cell cell) const {
  for (int step = 1; step < pitch_; ++step) {
    const int at = x(cell) + step;
    canvas.fill(at, y(cell), 1, kNoColor);
    if (is_lined_ || at == mark_x(cell)) canvas.write(at, y(cell), signs_.hole, kLabelInk);
  }
}

void BoardPainter::fill_field(Canvas& canvas, Cell cell, int paper) const {
  if (is_lined_) {
    canvas.fill(x(cell) + 1, y(cell), pitch_ - 1, paper);
  } else {
    // Pieces with a number need the columns beside them for their neighbours' signs.
    const int side = piece_width_ > 1 ? 0 : 1;
    canvas.fill(piece_x(cell) - side, y(cell), piece_width_ + 2 * side, paper);
  }
}

void BoardPainter::put_between(Canvas& canvas, Cell cell, std::string_view left,
                               std::string_view right) const {
  // Where there is no column between the fields the brackets take the place of signs.
  const int at = piece_x(cell) - (pitch_ > piece_width_ ? 1 : 0);
  canvas.write(at, y(cell), left);
  canvas.write(piece_x(cell) + piece_width_, y(cell), right);
}

/// With colours the field gets another background, else brackets.
void BoardPainter::mark_last(Canvas& canvas, Cell cell) const {
  if (style_.color) {
    fill_field(canvas, cell, kLastPaper);
  } else {
    put_between(canvas, cell, "[", "]");
  }
}

void BoardPainter::mark_choice(Canvas& canvas, Cell cell) const {
  const bool is_empty = position_.piece(cell).kind == PieceKind::None;
  if (is_empty) canvas.write(mark_x(cell), y(cell), signs_.choice, kChoiceInk, true);
  if (style_.color) {
    // Without lines, whole areas of free fields are calmer without another background.
    if (is_lined_ || !is_empty) fill_field(canvas, cell, kChoicePaper);
  } else if (!is_empty) {
    put_between(canvas, cell, "(", ")");
  }
}

}  // namespace spielwerk::app
