// spielwerk towerwars: the assignment's program.
#include "app/command.h"
#include "games/towerwars/console.h"

namespace spielwerk::app {

int run_towerwars(std::span<const std::string> arguments, Streams& streams) {
  return towerwars::run_console(arguments, streams);
}

}  // namespace spielwerk::app
