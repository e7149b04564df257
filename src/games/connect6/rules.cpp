#include "games/connect6/rules.h"

#include "games/connect6/knowledge.h"
#include "search/alpha_beta_engine.h"
#include "search/greedy_strategy.h"
#include "search/make_game.h"

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

namespace {

// Found by `scripts/calibrate_levels.py connect6 --top-nodes 3000 --min-nodes 2000`;
// docs/levels.md has the method and how the levels score against each other.
constexpr LevelSettings kLevels[] = {
    {.depth = 1, .nodes = 2'000, .lines = 400, .noise = 4.7},
    {.depth = 1, .nodes = 2'000, .lines = 400, .noise = 3.13},
    {.depth = 2, .nodes = 2'000, .lines = 400, .noise = 2.09},
    {.depth = 3, .nodes = 2'000, .lines = 160, .noise = 4.66, .is_careful = true},
    {.depth = 5, .nodes = 2'000, .lines = 320, .noise = 1.56, .is_careful = true},
    {.depth = 7, .nodes = 2'000, .lines = 20, .noise = 1.53, .is_careful = true},
    {.depth = 10, .nodes = 2'000, .lines = 5, .noise = 0.337, .is_careful = true},
    {.depth = 20, .nodes = 3'000, .lines = 3, .noise = 0.1, .is_careful = true},
};

}  // namespace

GameDescription description() {
  return {
      .name = "connect6",
      .title = "Connect6",
      .summary = "Two stones a turn; six in a row win",
      .parameters = {{.name = "size",
                      .kind = ParameterKind::Number,
                      .help = "rows and columns of the board",
                      .range = {18, kMaxSize, 2},
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
      .look = {.material = "wood", .endings = {{kRowEnding, "with six in a row"}}},
      .make = search::make_game<Rules>,
      .make_engine = search::make_engine<Knowledge>,
      .levels = kLevels,
      .strategies = {{.name = "pattern",
                      .summary = "wins or stops a row if it can, else the best-looking pair",
                      .make = search::make_greedy_strategy<Knowledge>}},
  };
}

}  // namespace spielwerk::connect6
