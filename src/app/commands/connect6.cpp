// spielwerk connect6: the program of the Connect6 assignment.
#include "games/connect6/console.h"

#include "app/commands/command.h"

namespace spielwerk::app {

int run_connect6(std::span<const std::string> arguments, Streams& streams) {
  return connect6::run_console(arguments, streams);
}

}  // namespace spielwerk::app
