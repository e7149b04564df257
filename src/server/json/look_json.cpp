#include "server/json/look_json.h"

#include <array>
#include <string_view>

#include "server/json/game_json.h"

namespace spielwerk::server {
namespace {

constexpr std::array<std::string_view, 5> kPieceStyles{"stones", "discs", "marks", "balls",
                                                       "towers"};
constexpr std::array<std::string_view, 2> kCounted{"pieces", "fields"};

template <class Names, class Value>
std::string_view name_in(const Names& names, Value value) {
  return names.at(static_cast<std::size_t>(value));
}

}  // namespace

json::object json_of_look(const Game& game) {
  const Look& look = game.description().look;
  json::array colours;
  for (const Colour each : colours_of(game)) colours.emplace_back(print_colour(each));
  json::array counts;
  for (const Counted each : look.counts) counts.emplace_back(name_in(kCounted, each));
  json::object endings;
  for (const EndingWords& each : look.endings) endings[each.how] = each.words;
  return {
      {"material", look.material},     {"pieces", name_in(kPieceStyles, look.pieces)},
      {"colours", std::move(colours)}, {"counts", std::move(counts)},
      {"endings", std::move(endings)},
  };
}

json::value json_of_ending(const Position& position) {
  const Ending ending = position.ending();
  if (ending.how.empty()) return nullptr;
  return json::object{{"how", ending.how}, {"cells", json_of_cells(ending.cells)}};
}

json::value json_of_capacities(const Game& game) {
  if (game.capacity(0) == 0) return nullptr;
  json::array capacities;
  for (Cell cell = 0; cell < game.geometry().cell_count(); ++cell) {
    capacities.emplace_back(game.capacity(cell));
  }
  return capacities;
}

}  // namespace spielwerk::server
