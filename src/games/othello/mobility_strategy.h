// The strategy `mobility`: a plain look three moves ahead at who has more moves and corners.
#pragma once

#include "core/game.h"

namespace spielwerk::othello {

StrategyDescription mobility_strategy();

}  // namespace spielwerk::othello
