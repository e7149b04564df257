// A folder of its own for one test, gone afterwards.
#pragma once

#include <string>
#include <string_view>

namespace spielwerk::test {

class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path(std::string_view name) const { return folder_ + "/" + std::string(name); }
  void write(std::string_view name, std::string_view content) const;
  std::string read(std::string_view name) const;
  std::size_t file_count() const;

 private:
  std::string folder_;
};

}  // namespace spielwerk::test
