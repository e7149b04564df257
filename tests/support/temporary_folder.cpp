#include "tests/support/temporary_folder.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace spielwerk::test {

TemporaryFolder::TemporaryFolder()
    : folder_((std::filesystem::temp_directory_path() / "spielwerk-XXXXXX").string()) {
  if (mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("cannot make " + folder_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void TemporaryFolder::write(std::string_view name, std::string_view content) const {
  std::ofstream(path(name), std::ios::binary) << content;
}

std::string TemporaryFolder::read(std::string_view name) const {
  std::ifstream file(path(name), std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path(name));
  return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t TemporaryFolder::file_count() const {
  const std::filesystem::directory_iterator files(folder_);
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

}  // namespace spielwerk::test
