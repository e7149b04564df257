// The assignment's program: TowerWars in text.
#pragma once

#include <span>
#include <string>

#include "core/game_player.h"
#include "core/streams.h"

namespace spielwerk::towerwars {

/// Plays one match as the arguments say; returns the exit status.
int run_console(std::span<const std::string> arguments, Streams& streams,
                const FindPlayer& find_player);

}  // namespace spielwerk::towerwars
