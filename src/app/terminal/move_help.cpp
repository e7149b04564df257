#include "app/terminal/move_help.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/text.h"

namespace spielwerk::app {
namespace {

// More legal moves than that are counted, not listed; these are some 50 lines.
constexpr std::uint64_t kMaxListed = 500;
constexpr std::size_t kLineWidth = 80;

}  // namespace

Move example_move(const Game& game, const Position& position) {
  const auto pick = [&](Cell before, Cell otherwise) {
    const std::vector<Cell> cells = position.next_cells(before);
    return cells.empty() ? otherwise : cells.front();
  };
  const Cell first = pick(kNoCell, 0);
  return {first, game.notation().cells_per_move == 2 ? pick(first, 1) : kNoCell};
}

std::string describe_moves(const Game& game, const Position& position) {
  const Notation& notation = game.notation();
  const std::string field = notation.row_first
                                ? fmt::format("<row>{}<column>", notation.cell_separator)
                                : fmt::format("<column>{}<row>", notation.cell_separator);
  const Move example = example_move(game, position);
  const std::string text = game.print_move(example);
  if (notation.cells_per_move == 1) {
    return fmt::format("A move is written {}, for example {}.\n", field, text);
  }
  return fmt::format(
      "A move is written {}{}{}, for example {},\nor as two fields with a blank between: {} {}.\n",
      field, notation.move_separator, field, text, game.print_cell(example.first),
      game.print_cell(example.second));
}

std::string reason_of(const ParseError& error, std::string_view text) {
  if (error.position >= text.size()) return fmt::format("expected {} after it", error.expected);
  return fmt::format("expected {} instead of {}", error.expected,
                     in_quotes(text.substr(error.position)));
}

Parsed<Move> parse_typed_move(const Game& game, std::string_view text) {
  const auto fields = words(text);
  if (game.notation().cells_per_move == 2 && fields.size() == 2) {
    const auto first = parse_cell(game.notation(), game.geometry(), fields[0]);
    const auto second = parse_cell(game.notation(), game.geometry(), fields[1]);
    if (first && second) return game.make_move(*first, *second);
  }
  return game.parse_move(text);
}

std::string list_moves(const Game& game, const Position& position) {
  if (position.move_count() > kMaxListed) {
    return fmt::format("{} moves are possible; 'fields' shows them on the board.\n{}",
                       position.move_count(), describe_moves(game, position));
  }
  std::vector<std::string> texts;
  std::size_t width = 1;
  for (const Move move : position.moves()) {
    texts.push_back(game.print_move(move));
    width = std::max(width, texts.back().size() + 2);
  }
  const std::size_t columns = std::max<std::size_t>(kLineWidth / width, 1);
  std::string list;
  for (std::size_t index = 0; index < texts.size(); ++index) {
    const bool ends_line = (index + 1) % columns == 0 || index + 1 == texts.size();
    list += ends_line ? fmt::format("  {}\n", texts[index])
                      : fmt::format("  {:<{}}", texts[index], width - 2);
  }
  return list;
}

}  // namespace spielwerk::app
