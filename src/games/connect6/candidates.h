// Candidate moves: which of some fifty thousand turns of a Connect6 position are searched.
#pragma once

#include "games/connect6/lines.h"
#include "search/knowledge.h"

namespace spielwerk::connect6 {

/// Adds the turns worth searching: one that wins; else those that block the opponents' threats;
/// else the best pairs by the gain of the two fields in their windows, at most `max`. Returns
/// whether every other turn is provably no better than one of these.
bool generate_turns(const Lines& lines, const Lines::State& at, int max, search::MoveList& moves);

/// Adds the turns of a player who overlooks threats: a few hundred pairs of the best fields.
void generate_careless_turns(const Lines& lines, const Lines::State& at, search::MoveList& moves);

}  // namespace spielwerk::connect6
