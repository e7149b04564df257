// A file that takes its place when it is complete, and of which nothing is left if it is not.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace spielwerk::server {

/// Throws std::runtime_error, a sentence.
class NewFile {
 public:
  /// An empty file beside `place` under a name that nobody else has, with these rights.
  NewFile(std::filesystem::path place, mode_t rights);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Where it is until then. Others may open and write it there.
  const std::filesystem::path& path() const { return path_; }
  /// On the disk and under its name, instead of what was there. Nobody may have it open.
  void put_in_place();

 private:
  const std::filesystem::path place_;
  const std::filesystem::path path_;
  int file_;
  bool is_in_place_ = false;
};

}  // namespace spielwerk::server
