// The program: connects the standard streams with the commands.
#include <unistd.h>

#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "app/commands/program.h"
#include "app/levels.h"

int main(int count, char** values) {
#ifdef SPIELWERK_LEVELS
  if (const auto problem = spielwerk::app::start_best_level(SPIELWERK_LEVELS, values)) {
    std::cerr << "spielwerk: " << *problem << '\n';
    return 1;
  }
#endif
  // Own buffers, so that reading can tell whether more input is there already.
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  const std::vector<std::string> arguments(values + 1, values + count);
  spielwerk::Streams streams{std::cin,
                             std::cout,
                             std::cerr,
                             isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0,
                             isatty(STDERR_FILENO) != 0,
                             STDOUT_FILENO};
  try {
    const int status = spielwerk::app::run(arguments, streams);
    std::cout.flush();
    return status;
  } catch (const std::bad_alloc&) {
    std::cout.flush();
    std::cerr << "spielwerk: there is not enough memory for that; a smaller --hash needs less\n";
    return 1;
  } catch (const std::exception& problem) {
    std::cout.flush();
    std::cerr << "spielwerk: " << problem.what() << '\n';
    return 1;
  }
}
