// Who sits at a table, found among the program's players.
#pragma once

#include <string>

#include "players/player_kinds.h"
#include "server/event.h"

namespace spielwerk::server {

/// Whoever plays by itself at a seat that is not a person's.
Parsed<PlayerPlan> plan_for(const Game& game, const Seat& seat);

/// The same as one who can be asked, or why there is none: what was stored once may mean nothing
/// any more. The pool must live longer.
std::expected<std::unique_ptr<GamePlayer>, Failure> make_seat_player(const Game& game,
                                                                     const Seat& seat,
                                                                     ThinkingPool& pool);

/// Whether somebody could play there; an empty text, or a sentence why not.
std::string problem_with_seat(const Game& game, const Seat& seat);

}  // namespace spielwerk::server
