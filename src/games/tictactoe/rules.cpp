#include "games/tictactoe/rules.h"

#include "core/game_adapter.h"

namespace spielwerk::tictactoe {

Parsed<Rules> Rules::create(const Variant& variant) {
  const auto [rows, columns] = variant.rectangle("size");
  const int length = variant.number("k");
  if (length > rows || length > columns) {
    return parse_error(0, fmt::format("k from {} to {}, as long as the shorter side of {}x{}",
                                      kShortestSide, std::min(rows, columns), rows, columns));
  }
  return Rules(RowGame{
      .geometry = Geometry(Shape::Square, Edges::Closed, columns, rows),
      .notation = {.column_labels = Labels::FromOne,
                   .row_labels = Labels::Letters,
                   .row_first = true},
      .players = 2,
      .length = length,
      .names = {"X", "O"},
      .symbols = "XO",
  });
}

GameDescription description() {
  return {
      .name = "tictactoe",
      .title = "Tic-Tac-Toe",
      .summary = "Take turns to mark a field; k in a row win",
      .parameters = {{.name = "size",
                      .kind = ParameterKind::Rectangle,
                      .help = "rows and columns of the board",
                      .range = {kShortestSide, kLongestSide},
                      .second_range = {kShortestSide, kLongestSide},
                      .first_name = "rows",
                      .second_name = "columns",
                      .standard = "3x3"},
                     {.name = "k",
                      .kind = ParameterKind::Number,
                      .help = "marks in a row that win, at most the shorter side",
                      .range = {kShortestSide, kLongestSide},
                      .standard = "3"}},
      .presets = {{"Classic", "3x3"}, {"Four in a row", "5x6,k=4"}, {"Five in a row", "10x10,k=5"}},
      .make = make_game<Rules>,
  };
}

}  // namespace spielwerk::tictactoe
