#include "games/tictactoe/rules.h"

#include "games/tictactoe/knowledge.h"
#include "search/alpha_beta_engine.h"
#include "search/greedy_strategy.h"
#include "search/make_game.h"

namespace spielwerk::tictactoe {

Parsed<Rules> Rules::create(const Variant& variant) {
  const auto [rows, columns] = variant.rectangle("size");
  return Rules(RowGame{
      .geometry = Geometry(Shape::Square, Edges::Closed, columns, rows),
      .notation = {.column_labels = Labels::FromOne,
                   .row_labels = Labels::Letters,
                   .row_first = true},
      .players = 2,
      .length = variant.number("k"),
      .names = {"X", "O"},
      .symbols = "XO",
  });
}

namespace {

// Found by `scripts/calibrate_levels.py tictactoe:10x10,k=5 --top-nodes 15000 --min-nodes 6000`;
// docs/levels.md has the method and how the levels score against each other.
constexpr LevelSettings kLevels[] = {
    {.depth = 1, .nodes = 6'000, .lines = 400, .noise = 3.15},
    {.depth = 1, .nodes = 6'000, .lines = 400, .noise = 2.1},
    {.depth = 2, .nodes = 6'000, .lines = 100, .noise = 1.4},
    {.depth = 3, .nodes = 6'000, .lines = 320, .noise = 1.6, .is_careful = true},
    {.depth = 5, .nodes = 6'000, .lines = 20, .noise = 2.5, .is_careful = true},
    {.depth = 7, .nodes = 6'000, .lines = 10, .noise = 1.82, .is_careful = true},
    {.depth = 10, .nodes = 7'500, .lines = 5, .noise = 0.821, .is_careful = true},
    {.depth = 20, .nodes = 15'000, .lines = 3, .noise = 0.292, .is_careful = true},
};

}  // namespace

GameDescription description() {
  return {
      .name = "tictactoe",
      .title = "Tic-Tac-Toe",
      .summary = "Take turns to mark a field; k in a row win",
      .parameters = {{.name = "size",
                      .kind = ParameterKind::Rectangle,
                      .help = "rows and columns of the board",
                      .range = {kMinSide, kMaxSide},
                      .second_range = {kMinSide, kMaxSide},
                      .first_name = "rows",
                      .second_name = "columns",
                      .standard = "3x3"},
                     {.name = "k",
                      .kind = ParameterKind::Number,
                      .help = "marks in a row that win, at most the shorter side",
                      .range = {kMinSide, kMaxSide},
                      .max_by = "size",
                      .standard = "3"}},
      .presets = {{"Classic", "3x3"}, {"Four in a row", "5x6,k=4"}, {"Five in a row", "10x10,k=5"}},
      .look = {.material = "ruled_paper",
               .pieces = PieceStyle::Marks,
               .colours = {Colour::Red, Colour::Blue},
               .endings = {{kRowEnding, "with a row"}}},
      .make = search::make_game<Rules>,
      .make_engine = search::make_engine<Knowledge>,
      .levels = kLevels,
      .strategies = {{.name = "pattern",
                      .summary = "wins or stops a row if it can, else builds on the longest",
                      .make = search::make_greedy_strategy<Knowledge>}},
  };
}

}  // namespace spielwerk::tictactoe
