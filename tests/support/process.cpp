#include "tests/support/process.h"

#include <array>
#include <cstdio>
#include <stdexcept>

#include "tests/support/temporary_folder.h"

namespace spielwerk::test {

std::string run_process(const std::vector<std::string>& arguments, const std::string& input) {
  const TemporaryFolder folder;
  folder.write("input", input);
  std::string command = "'" SPIELWERK_PROGRAM "'";
  for (const std::string& each : arguments) command += " '" + each + "'";
  command += " < '" + folder.path("input") + "'";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  std::string output;
  std::array<char, 4096> part;
  while (const std::size_t count = fread(part.data(), 1, part.size(), pipe)) {
    output.append(part.data(), count);
  }
  pclose(pipe);
  return output;
}

}  // namespace spielwerk::test
