// What an engine thinks, in words and as a bar for the terminal.
#pragma once

#include <string>

#include "core/engine.h"

namespace spielwerk::app {

/// `wins in 5 plies`, `loses in 4 plies`, `draw`, `62 %`.
std::string describe_score(Score score);

/// The moves of a line one after the other, the first `max_moves` of them.
std::string print_line(const Game& game, const Line& line, int max_moves);

/// A bar that is filled as far as the player to move can expect to win, `black ██████░░░░ 62 %`.
/// With `ascii` only characters of that kind.
std::string print_bar(Score score, std::string_view player, bool ascii);

}  // namespace spielwerk::app
