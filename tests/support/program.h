// Runs a subcommand of the program within the test, as from a pipe or a terminal.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "app/commands/program.h"

namespace spielwerk::test {

struct ProgramResult {
  int status = 0;
  std::string output;
  std::string error;
};

inline ProgramResult run_program(const std::vector<std::string>& arguments,
                                 const std::string& input = "", bool is_terminal = false) {
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream error;
  Streams streams{in, out, error, is_terminal};
  const int status = app::run(arguments, streams);
  return {status, out.str(), error.str()};
}

}  // namespace spielwerk::test
