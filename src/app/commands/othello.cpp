// spielwerk othello: the assignment's shell.
#include "games/othello/console.h"

#include "app/commands/command.h"

namespace spielwerk::app {

int run_othello(std::span<const std::string> arguments, Streams& streams) {
  return othello::run_console(arguments, streams);
}

}  // namespace spielwerk::app
