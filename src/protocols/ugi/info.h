// What an engine tells while it thinks, as `info` lines of the Universal Game Interface.
#pragma once

#include <string>

#include "core/engine.h"

namespace spielwerk::ugi {

/// The number behind `score cp`: 100 times the natural logarithm of the odds of winning, so that
/// 100 means e to 1, or 73 %; at most 10,000 for an estimate. A win in n plies is 30,000 - n, a
/// loss its negative, a draw 0.
int to_centipoints(Score score);

/// One line for the report's line `index`; says which it is if there are several.
std::string print_info(const Game& game, const SearchReport& report, std::size_t index);

}  // namespace spielwerk::ugi
