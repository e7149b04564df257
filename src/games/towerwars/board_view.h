// The board as text for people.
#pragma once

#include <string>

#include "games/towerwars/board.h"

namespace spielwerk::towerwars {

/// One line per row, each shifted half a field against the one above, so that the six neighbours of
/// a field stand around it:
///
///     A   B   C   D
///  1  RB  R   R2  .
///    2  R   .   B1* B
std::string print_board_view(const Board& board);

}  // namespace spielwerk::towerwars
