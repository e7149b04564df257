// The registration of all games: the one place besides its folder that a new game touches.
#pragma once

#include "core/registry.h"

namespace spielwerk {

const Registry& all_games();

}  // namespace spielwerk
