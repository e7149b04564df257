#include "games/connect6/rules.h"

#include "core/game_adapter.h"
#include "games/connect6/knowledge.h"
#include "search/first_sight.h"
#include "search/search_engine.h"

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

// First values: every level sees a row of six that can be completed, as the search does at once;
// what grows is how far it looks and how well it tells good pairs from better ones. Each line of a
// search is a search of its own, so many lines take many nodes.
constexpr LevelSettings kLevels[] = {
    {.depth = 1, .nodes = 3'000, .lines = 40, .noise = 6.0},
    {.depth = 1, .nodes = 3'000, .lines = 24, .noise = 2.0},
    {.depth = 1, .nodes = 3'000, .lines = 16, .noise = 0.9},
    {.depth = 1, .nodes = 3'000, .lines = 8, .noise = 0.4, .is_careful = true},
    {.depth = 2, .nodes = 3'000, .lines = 6, .noise = 0.3, .is_careful = true},
    {.depth = 2, .nodes = 5'000, .lines = 4, .noise = 0.15, .is_careful = true},
    {.depth = 3, .nodes = 12'000, .lines = 2, .noise = 0.1, .is_careful = true},
    {.depth = 4, .nodes = 30'000, .lines = 1, .noise = 0, .is_careful = true},
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
      .make_engine = search::make_engine<Knowledge>,
      .levels = kLevels,
      .strategies = {{.name = "pattern",
                      .summary = "wins or stops a row if it can, else the best-looking pair",
                      .make = search::make_first_sight<Knowledge>}},
  };
}

}  // namespace spielwerk::connect6
