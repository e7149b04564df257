// spielwerk tictactoe: the program of the Tic-Tac-Toe assignment.
#include "games/tictactoe/console.h"

#include "app/commands/command.h"
#include "protocols/all_players.h"

namespace spielwerk::app {

int run_tictactoe(std::span<const std::string> arguments, Streams& streams) {
  return tictactoe::run_console(arguments, streams, console_players());
}

}  // namespace spielwerk::app
