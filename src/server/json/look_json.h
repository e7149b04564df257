// How games look, as clients see it: the `look` of a board and the `ending` of a position in
// docs/api.md.
#pragma once

#include <boost/json.hpp>

#include "core/game.h"

namespace spielwerk::server {

boost::json::object json_of_look(const Game& game);
/// null while the game goes on, and where the rules tell nothing.
boost::json::value json_of_ending(const Position& position);
/// With how many balls each cell overflows; null where nothing overflows.
boost::json::value json_of_capacities(const Game& game);

}  // namespace spielwerk::server
