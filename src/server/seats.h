// Who sits at a table, found among the program's players.
#pragma once

#include <string>

#include "players/player_kinds.h"
#include "server/event.h"

namespace spielwerk::server {

/// Whoever plays by itself at a seat that is not a person's.
Parsed<PlayerPlan> plan_for(const Game& game, const Seat& seat);

/// Whether somebody could play there; an empty text, or a sentence why not.
std::string problem_with_seat(const Game& game, const Seat& seat);

}  // namespace spielwerk::server
