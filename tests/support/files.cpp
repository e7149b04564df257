#include "tests/support/files.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace spielwerk::test {

std::string read_data(std::string_view name) {
  const std::string path = std::string(SPIELWERK_TEST_DATA) + "/" + std::string(name);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::vector<std::string> read_data_lines(std::string_view name) {
  std::istringstream content(read_data(name));
  std::vector<std::string> lines;
  for (std::string line; std::getline(content, line);) lines.push_back(line);
  return lines;
}

}  // namespace spielwerk::test
