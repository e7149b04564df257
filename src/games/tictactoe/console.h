// The program of the Tic-Tac-Toe assignment: two people, or computers, take turns.
#pragma once

#include <span>
#include <string>

#include "core/game_player.h"
#include "core/streams.h"

namespace spielwerk::tictactoe {

/// Asks for rows, columns and win length unless they are given as arguments, then lets X and O
/// play to the end; returns the exit status.
int run_console(std::span<const std::string> arguments, Streams& streams,
                const FindPlayer& find_player);

}  // namespace spielwerk::tictactoe
