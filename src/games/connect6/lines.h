// The windows of six on a Connect6 board, and what two stones a turn make of them.
#pragma once

#include "games/connect6/rules.h"
#include "search/row_lines.h"
#include "search/row_threats.h"

namespace spielwerk::connect6 {

/// On a torus a window begins at each field in each of four directions.
inline constexpr int kMaxWindows = 4 * kMaxSize * kMaxSize;

using Lines = search::RowLines<Rules, kMaxWindows, 2>;
using Threats = search::RowThreats<2>;

/// By stones in the window. Two stones can become a threat that takes both stones of the opponent
/// to block, so they count almost as much as three; a window with four is blocked next turn.
inline constexpr search::RowWeights kWeights{0, 2, 8, 18, 26, 28, 28};

/// The two fields of a turn in the order in which moves name them.
constexpr Move pair_of(Cell first, Cell second) {
  return first < second ? Move{first, second} : Move{second, first};
}

}  // namespace spielwerk::connect6
