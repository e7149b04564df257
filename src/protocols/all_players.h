// The list of all kinds of players. Registering one means adding it here, or to thinking_kinds()
// if it thinks on this machine.
#pragma once

#include "players/player_kinds.h"

namespace spielwerk {

const PlayerKinds& all_players();

/// How consoles find their players: all kinds are allowed at a console.
FindPlayer console_players();

}  // namespace spielwerk
