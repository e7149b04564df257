#include "app/terminal/terminal_board.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/terminal/canvas.h"

namespace spielwerk::app {
namespace {

// Boards of up to this many rows are drawn with lines between the fields: 19 lines of text with
// their labels, which leaves room for a prompt in a window of 24.
constexpr int kMostLinedRows = 8;
// Wider than this lines would be broken by an ordinary terminal.
constexpr int kMostLinedWidth = 80;
// From this many rows or columns on, labels stand at both ends.
constexpr int kLongWay = 12;

// Colours of the table of 256. The board is paper, so that they look the same whatever colours the
// terminal itself has.
constexpr int kPaper = 230;        // ivory
constexpr int kLastPaper = 222;    // amber
constexpr int kChoicePaper = 152;  // teal, pale
constexpr int kLineInk = 180;      // pencil
constexpr int kChoiceInk = 23;     // teal, dark
constexpr int kWarningInk = 160;   // red
constexpr int kLabelInk = 245;     // grey: readable on dark and on light terminals

constexpr std::array<std::string_view, kMaxPlayers> kMarks{"●", "○", "◆", "▲"};
/// Dark enough for the paper and different in lightness. Navy, red, green, violet.
constexpr std::array<int, kMaxPlayers> kInks{18, 160, 28, 91};

/// How a player's pieces look in Unicode.
struct PlayerLook {
  std::string_view name;
  std::string_view mark;
  int ink;
};
/// Players whose names say how their pieces look; an empty mark is the usual one. White stones are
/// rings on the paper, as black as black ones, whatever the terminal's own colours are. A and B are
/// Kaskade's, white and black on the page. X and O are what their players write.
constexpr std::array kNamedLooks{PlayerLook{"black", "●", 16}, PlayerLook{"white", "○", 16},
                                 PlayerLook{"red", "", 160},   PlayerLook{"blue", "", 26},
                                 PlayerLook{"A", "○", 16},     PlayerLook{"B", "●", 16},
                                 PlayerLook{"X", "X", 160},    PlayerLook{"O", "O", 26}};

/// All others look by their number.
PlayerLook look_of(std::string_view name, Player player) {
  const auto named =
      std::ranges::find_if(kNamedLooks, [&](const PlayerLook& each) { return each.name == name; });
  if (named == kNamedLooks.end()) return {name, kMarks[player], kInks[player]};
  return {name, named->mark.empty() ? kMarks[player] : named->mark, named->ink};
}

/// The characters that tell the pieces of all players apart without colour: their first letters,
/// or where those are the same their last ones (P1, P2, P3).
std::array<std::string, kMaxPlayers> ascii_marks(const Game& game) {
  std::array<std::string, kMaxPlayers> marks;
  const auto name = [&](int player) { return game.player_name(static_cast<Player>(player)); };
  const bool same = name(0).front() == name(1).front();
  for (int player = 0; player < game.players(); ++player) {
    const char mark = same ? name(player).back() : name(player).front();
    const bool is_small = mark >= 'a' && mark <= 'z';
    marks[static_cast<std::size_t>(player)] =
        std::string(1, static_cast<char>(is_small ? mark - 'a' + 'A' : mark));
  }
  return marks;
}

/// The characters that depend on what the terminal can show.
struct Signs {
  std::string_view empty, hole, choice, blocked, base, turn, times;
  std::string_view vertical, horizontal, rising, falling;
  // The corners and crossings of the lines: three rows of three.
  std::array<std::string_view, 9> crossings;
};
constexpr Signs kUnicodeSigns{"·", "▒", "+", "×",
                              "⌂", "▸", "×", "│",
                              "─", "╱", "╲", {"┌", "┬", "┐", "├", "┼", "┤", "└", "┴", "┘"}};
constexpr Signs kAsciiSigns{".", "#", "+",  "x",
                            "*", ">", "x",  "|",
                            "-", "/", "\\", {"+", "+", "+", "+", "+", "+", "+", "+", "+"}};

const Signs& signs_of(const BoardStyle& style) { return style.ascii ? kAsciiSigns : kUnicodeSigns; }

}  // namespace

/// Draws one position. Places are columns and lines of characters from the upper left.
class BoardPainter {
 public:
  BoardPainter(const TerminalBoard& board, const Position& position)
      : board_(board),
        position_(position),
        geometry_(board.game_.geometry()),
        notation_(board.game_.notation()),
        signs_(signs_of(board.style_)),
        piece_width_(static_cast<int>(board.piece_width_)),
        is_hexagonal_(geometry_.shape() == Shape::Hexagon),
        label_width_(label_width(geometry_.rows(), notation_.row_labels)) {
    choose_layout();
  }

  void print(std::ostream& output, const BoardMarks& marks) {
    // Room for labels on the right, and for a line of them or the last line of the frame below.
    Canvas canvas(x(geometry_.columns(), geometry_.rows() - 1) + label_width_ + 2,
                  y(geometry_.rows()) + (has_bottom_labels() ? 1 : 0));
    draw_background(canvas);
    draw_labels(canvas);
    if (is_lined_) is_hexagonal_ ? draw_hexagons(canvas) : draw_squares(canvas);
    for (Cell cell = 0; cell < geometry_.cell_count(); ++cell) draw_cell(canvas, cell);
    for (const Cell cell : ascending(marks.last)) mark_last(canvas, cell);
    for (const Cell cell : ascending(marks.choices)) mark_choice(canvas, cell);
    canvas.print(output, board_.style_.color);
  }

 private:
  // Blank columns left of the row labels.
  static constexpr int kMargin = 1;

  static int label_width(int count, Labels labels) {
    return static_cast<int>(print_label(count - 1, labels).size());
  }

  /// A field is its piece and one column on either side of it, which compact boards share with
  /// the next field; with lines, squares have one more for the line.
  void choose_layout() {
    const int lined_pitch = is_hexagonal_ ? 4 : piece_width_ + 3;
    is_lined_ = geometry_.rows() <= kMostLinedRows && piece_width_ < lined_pitch;
    pitch_ = lined_pitch;
    if (x(geometry_.columns(), geometry_.rows() - 1) > kMostLinedWidth) is_lined_ = false;
    if (is_lined_) return;
    pitch_ = std::max(piece_width_, label_width(geometry_.columns(), notation_.column_labels)) + 1;
    // Hexagons are shifted by half a field; others with numbers get some air if there is room.
    if (is_hexagonal_) {
      pitch_ += pitch_ % 2;
    } else if (piece_width_ > 1 && geometry_.columns() * (pitch_ + 1) < kMostLinedWidth - 5) {
      ++pitch_;
    }
  }

  /// The column left of a field's piece, or of the line there.
  int x(int column, int row) const {
    const int shift = is_hexagonal_ ? row * pitch_ / 2 : 0;
    return kMargin + label_width_ + 1 + shift + column * pitch_;
  }
  int y(int row) const { return is_lined_ ? 2 + 2 * row : 1 + row; }
  int x(Cell cell) const { return x(geometry_.column(cell), geometry_.row(cell)); }
  int y(Cell cell) const { return y(geometry_.row(cell)); }
  /// Where the piece itself begins. It stands in the middle of wider fields.
  int piece_x(int column, int row) const {
    const int side = is_lined_ && !is_hexagonal_ ? 2 : 1;
    return x(column, row) + side + (pitch_ - 1 - piece_width_) / 2 * !is_lined_;
  }
  /// The column of the owner's mark, which labels stand above.
  int mark_x(int column, int row) const { return piece_x(column, row) + piece_width_ / 3; }

  bool has_bottom_labels() const { return is_hexagonal_ || geometry_.rows() > kLongWay; }

  void draw_background(Canvas& canvas) const {
    for (int row = 0; row < geometry_.rows(); ++row) {
      const int width = geometry_.columns() * pitch_ + 1;
      canvas.fill(x(0, row), y(row), width, kPaper);
      if (!is_lined_) continue;
      if (row == 0) canvas.fill(x(0, 0), y(0) - 1, width, kPaper);
      // The slopes below the last field reach one further than its right side.
      canvas.fill(x(0, row), y(row) + 1, width + (is_hexagonal_ ? 1 : 0), kPaper);
    }
  }

  void draw_labels(Canvas& canvas) const {
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
      if (geometry_.columns() > kLongWay) {
        canvas.write(x(geometry_.columns(), row) + 2, y(row), label, kLabelInk);
      }
    }
  }

  void draw_squares(Canvas& canvas) const {
    const int columns = geometry_.columns();
    const int rows = geometry_.rows();
    for (int row = 0; row <= rows; ++row) {
      for (int column = 0; column <= columns; ++column) {
        const int kind = (row == 0      ? 0
                          : row == rows ? 6
                                        : 3) +
                         (column == 0         ? 0
                          : column == columns ? 2
                                              : 1);
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

  void draw_hexagons(Canvas& canvas) const {
    for (int row = 0; row < geometry_.rows(); ++row) {
      for (int column = 0; column < geometry_.columns(); ++column) {
        const int left = x(column, row);
        canvas.write(left + 1, y(row) - 1, signs_.rising, kLineInk);
        canvas.write(left + 3, y(row) - 1, signs_.falling, kLineInk);
        canvas.write(left, y(row), signs_.vertical, kLineInk);
        canvas.write(left + 4, y(row), signs_.vertical, kLineInk);
        canvas.write(left + 1, y(row) + 1, signs_.falling, kLineInk);
        canvas.write(left + 3, y(row) + 1, signs_.rising, kLineInk);
      }
    }
  }

  void draw_cell(Canvas& canvas, Cell cell) const {
    const Piece piece = position_.piece(cell);
    const int column = geometry_.column(cell);
    const int row = geometry_.row(cell);
    const int at = piece_x(column, row);
    const int mark = mark_x(column, row);
    const int ink = piece.owner == kNoPlayer ? kLineInk : board_.inks_[piece.owner];
    switch (piece.kind) {
      case PieceKind::None:
        if (!is_lined_) canvas.write(mark, y(row), signs_.empty, kLineInk);
        return;
      case PieceKind::Hole:
        // A hole in the paper: with colours the terminal itself looks through.
        for (int step = 1; step < pitch_; ++step) {
          canvas.fill(x(cell) + step, y(row), 1, kNoColor);
          if (is_lined_ || x(cell) + step == mark) {
            canvas.write(x(cell) + step, y(row), signs_.hole, kLabelInk);
          }
        }
        return;
      case PieceKind::BlockedTower:
        canvas.write(at, y(row), signs_.blocked, kWarningInk, true);
        break;
      case PieceKind::Stone:
      case PieceKind::Ball:
      case PieceKind::Tower:
      case PieceKind::Base:
        break;
    }
    canvas.write(mark, y(row), board_.mark(piece.owner), ink, true);
    if (piece.kind == PieceKind::Base) {
      canvas.write(mark + 1, y(row), signs_.base, ink, true);
    } else if (piece.kind != PieceKind::Stone) {
      canvas.write(mark + 1, y(row), piece.count > 9 ? "+" : std::to_string(piece.count), ink,
                   true);
    }
  }

  /// So that of neighbours that share a column the right one's bracket stands there.
  static std::vector<Cell> ascending(std::vector<Cell> cells) {
    std::sort(cells.begin(), cells.end());
    return cells;
  }

  void fill_field(Canvas& canvas, Cell cell, int paper) const {
    // Hexagons have no column of their own beside the piece.
    const int side = is_hexagonal_ ? 0 : 1;
    const int at = piece_x(geometry_.column(cell), geometry_.row(cell));
    canvas.fill(at - side, y(cell), piece_width_ + 2 * side, paper);
  }

  /// With colours the field gets another background, else brackets.
  void mark_last(Canvas& canvas, Cell cell) const {
    const int left = piece_x(geometry_.column(cell), geometry_.row(cell)) - 1;
    if (board_.style_.color) {
      fill_field(canvas, cell, kLastPaper);
    } else {
      canvas.write(left, y(cell), "[");
      canvas.write(left + piece_width_ + 1, y(cell), "]");
    }
  }

  void mark_choice(Canvas& canvas, Cell cell) const {
    const int column = geometry_.column(cell);
    const int row = geometry_.row(cell);
    const int left = piece_x(column, row) - 1;
    const bool is_empty = position_.piece(cell).kind == PieceKind::None;
    if (is_empty) canvas.write(mark_x(column, row), y(row), signs_.choice, kChoiceInk, true);
    if (board_.style_.color) {
      // Without lines, whole areas of free fields are calmer without another background.
      if (is_lined_ || !is_empty) fill_field(canvas, cell, kChoicePaper);
    } else if (!is_empty) {
      canvas.write(left, y(row), "(");
      canvas.write(left + piece_width_ + 1, y(row), ")");
    }
  }

  const TerminalBoard& board_;
  const Position& position_;
  const Geometry& geometry_;
  const Notation& notation_;
  const Signs& signs_;
  const int piece_width_;
  const bool is_hexagonal_;
  const int label_width_;
  bool is_lined_ = false;
  /// Columns from one field to the next.
  int pitch_ = 0;
};

TerminalBoard::TerminalBoard(const Game& game, BoardStyle style)
    : game_(game), style_(style), piece_width_(piece_width_of(game)), marks_(ascii_marks(game)) {
  for (int player = 0; player < game.players(); ++player) {
    const auto each = static_cast<Player>(player);
    const PlayerLook look = look_of(game.player_name(each), each);
    inks_[each] = look.ink;
    if (!style.ascii) marks_[each] = look.mark;
  }
}

/// A game does not say what pieces it has; but what stands at the start and what the first move
/// places shows it, and does not change while it is played.
TerminalBoard::PieceWidth TerminalBoard::piece_width_of(const Game& game) {
  PieceWidth width = PieceWidth::Owner;
  const auto look_at = [&](const Piece& piece) {
    if (piece.kind == PieceKind::Ball) width = std::max(width, PieceWidth::Count);
    if (piece.kind >= PieceKind::Tower) width = PieceWidth::Blocked;
  };
  const Position start = game.start();
  for (Cell cell = 0; cell < game.geometry().cell_count(); ++cell) look_at(start.piece(cell));
  if (!start.outcome().is_over()) {
    Random random(0);
    for (const Step& step : start.steps(start.random_move(random))) look_at(step.piece);
  }
  return width;
}

void TerminalBoard::print(std::ostream& output, const Position& position,
                          const BoardMarks& marks) const {
  BoardPainter(*this, position).print(output, marks);
}

std::string TerminalBoard::player(Player player) const {
  const std::string_view name = game_.player_name(player);
  // On a piece of paper, as on the board.
  const std::string sign = style_.color
                               ? colored(fmt::format(" {} ", mark(player)), inks_[player], kPaper)
                               : std::string(mark(player));
  return mark(player) == name ? sign : fmt::format("{} {}", sign, name);
}

void TerminalBoard::print_players(std::ostream& output, const Position& position,
                                  Player turn) const {
  std::array<int, kMaxPlayers> fields{};
  for (Cell cell = 0; cell < game_.geometry().cell_count(); ++cell) {
    const Player owner = position.piece(cell).owner;
    if (owner != kNoPlayer) ++fields[owner];
  }
  const Signs& signs = signs_of(style_);
  for (int index = 0; index < game_.players(); ++index) {
    const auto each = static_cast<Player>(index);
    output << fmt::format("{}{} {} {}{}", index == 0 ? " " : "   ", each == turn ? signs.turn : " ",
                          player(each), signs.times, fields[each]);
  }
  output << '\n';
}

std::vector<std::string> TerminalBoard::legend() const {
  const Signs& signs = signs_of(style_);
  std::vector<std::string> lines;
  const auto add = [&](std::string text, std::string_view meaning) {
    lines.push_back(fmt::format("{}   {}", text, meaning));
  };
  switch (piece_width_) {
    case PieceWidth::Owner:
      break;
    case PieceWidth::Count:
      add(fmt::format(" {}2", mark(0)), "two balls");
      break;
    case PieceWidth::Blocked:
      add(fmt::format(" {} ", mark(0)), "a stone");
      add(fmt::format(" {}2", mark(0)), "a tower of height 2");
      add(fmt::format("{}{}2", signs.blocked, mark(0)), "the same, blocked");
      add(fmt::format(" {}{}", mark(0), signs.base), "a base");
      break;
  }
  return lines;
}

}  // namespace spielwerk::app
