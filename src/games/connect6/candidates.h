// Which of the fifty thousand turns of a Connect6 position are worth a look.
#pragma once

#include "games/connect6/lines.h"
#include "search/knowledge.h"

namespace spielwerk::connect6 {

/// Adds the turns worth searching: one that wins; else those that stop what the others threaten;
/// else the best of all by what the two fields are worth in their windows. At most `max` turns
/// where none is forced. Returns whether all others are no better than one that is there.
bool generate_turns(const Lines& lines, const Lines::State& at, int max, search::MoveList& moves);

/// Adds the turns somebody might make who does not see what is threatened: pairs of the fields that
/// look best, a few hundred.
void generate_careless_turns(const Lines& lines, const Lines::State& at, search::MoveList& moves);

}  // namespace spielwerk::connect6
