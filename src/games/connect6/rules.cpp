#include "games/connect6/rules.h"

#include "core/game_adapter.h"

namespace spielwerk::connect6 {

Parsed<Rules> Rules::create(const Variant& variant) {
  const int size = variant.number("size");
  const Edges edges = variant.text("edges") == "torus" ? Edges::Torus : Edges::Closed;
  return Rules(RowGame{
      .geometry = Geometry(Shape::Square, edges, size, size),
      .notation = {.column_labels = Labels::FromZero,
                   .row_labels = Labels::FromZero,
                   .row_first = true,
                   .cell_separator = ";",
                   .cells_per_move = 2,
                   .move_separator = ";",
                   .unordered = true},
      .players = variant.number("players"),
      .length = 6,
      .names = {"P1", "P2", "P3", "P4"},
      .symbols = "1234",
  });
}

GameDescription description() {
  return {
      .name = "connect6",
      .title = "Connect6",
      .summary = "Two stones a turn; six in a row win",
      .parameters = {{.name = "size",
                      .kind = ParameterKind::Number,
                      .help = "rows and columns of the board",
                      .range = {18, kLargestSize, 2},
                      .standard = "18"},
                     {.name = "edges",
                      .kind = ParameterKind::Choice,
                      .help = "on a torus rows go on across the edges",
                      .choices = {"standard", "torus"},
                      .standard = "standard"},
                     {.name = "players",
                      .kind = ParameterKind::Number,
                      .help = "how many play",
                      .range = {2, kMaxPlayers},
                      .standard = "2"}},
      .presets = {{"Standard", "18"},
                  {"Torus", "20,edges=torus"},
                  {"Four players", "20,players=4"}},
      .make = make_game<Rules>,
  };
}

}  // namespace spielwerk::connect6
