#include "app/terminal/terminal_board.h"

#include <fmt/format.h>

#include "app/terminal/board_painter.h"
#include "app/terminal/board_signs.h"
#include "app/terminal/canvas.h"

namespace spielwerk::app {

TerminalBoard::TerminalBoard(const Game& game, BoardStyle style)
    : game_(game), style_(style), marks_(player_marks(game, style.ascii)) {}

void TerminalBoard::print(std::ostream& output, const Position& position,
                          const BoardMarks& marks) const {
  BoardPainter(game_, position, style_, marks_).print(output, marks);
}

std::string TerminalBoard::player(Player player) const {
  const std::string_view name = game_.player_name(player);
  const auto& [sign, ink] = marks_[player];
  // On a piece of paper, as on the board.
  const std::string shown = style_.color ? colored(fmt::format(" {} ", sign), ink, kPaper) : sign;
  return sign == name ? shown : fmt::format("{} {}", shown, name);
}

void TerminalBoard::print_players(std::ostream& output, const Position& position,
                                  Player turn) const {
  const Look& look = game_.description().look;
  std::vector<std::string> counts(static_cast<std::size_t>(game_.players()));
  for (const Counted what : look.counts) {
    const std::vector<int> numbers = count(game_, position, what);
    for (std::size_t player = 0; player < counts.size(); ++player) {
      counts[player] += counts[player].empty() ? " " : ", ";
      counts[player] += print_count(look, what, numbers[player]);
    }
  }
  const std::string_view arrow = board_signs(style_.ascii).turn;
  for (int index = 0; index < game_.players(); ++index) {
    const auto each = static_cast<Player>(index);
    output << fmt::format("{}{} {}{}", index == 0 ? " " : "   ", each == turn ? arrow : " ",
                          player(each), counts[each]);
  }
  output << '\n';
}

std::vector<std::string> TerminalBoard::legend() const {
  const BoardSigns& signs = board_signs(style_.ascii);
  const std::string& mark = marks_.front().sign;
  std::vector<std::string> lines;
  const auto add = [&](const std::string& text, std::string_view meaning) {
    lines.push_back(fmt::format("{}   {}", text, meaning));
  };
  switch (game_.description().look.pieces) {
    case PieceStyle::Stones:
    case PieceStyle::Discs:
    case PieceStyle::Marks:
      break;
    case PieceStyle::Balls:
      add(fmt::format(" {}2", mark), "two balls");
      if (game_.capacity(0) > 0) {
        add(fmt::format("{}{}2", signs.full, mark), "the same, and one more makes them overflow");
      }
      break;
    case PieceStyle::Towers:
      add(fmt::format(" {} ", mark), "a stone");
      add(fmt::format(" {}2", mark), "a tower of height 2");
      add(fmt::format("{}{}2", signs.blocked, mark), "the same, blocked");
      add(fmt::format(" {}{}", mark, signs.base), "a base");
      break;
  }
  return lines;
}

}  // namespace spielwerk::app
