#include "server/store/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "server/base/secrets.h"

namespace spielwerk::server {
namespace {

namespace fs = std::filesystem;

/// Nobody can guess the name and be there before.
fs::path name_beside(fs::path place) { return place += fmt::format(".{}.part", make_secret()); }

std::runtime_error cannot_write(const fs::path& place) {
  return std::runtime_error(
      fmt::format("{} cannot be written: {}", place.string(), std::strerror(errno)));
}

/// Until then a new name may be gone after a power cut. Not every file system can do it, nor may
/// everybody who can write to a folder read it.
bool sync_folder(const fs::path& folder) {
  const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return true;
  const bool has_failed = ::fsync(opened) != 0 && errno == EIO;
  ::close(opened);
  return !has_failed;
}

}  // namespace

NewFile::NewFile(fs::path place, mode_t rights)
    : place_(fs::is_symlink(place) ? fs::canonical(place) : std::move(place)),
      path_(name_beside(place_)),
      file_(::open(path_.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, rights)) {
  if (file_ < 0) throw cannot_write(place_);
}

NewFile::~NewFile() {
  ::close(file_);
  if (is_in_place_) return;
  std::error_code ignored;
  // What SQLite may have left beside it holds the same secrets.
  for (const char* suffix : {"", "-journal", "-wal", "-shm"}) {
    fs::remove(fs::path(path_) += suffix, ignored);
  }
}

void NewFile::put_in_place() {
  if (::fsync(file_) != 0 || ::rename(path_.c_str(), place_.c_str()) != 0) {
    throw cannot_write(place_);
  }
  is_in_place_ = true;
  if (!sync_folder(place_.has_parent_path() ? place_.parent_path() : ".")) {
    throw cannot_write(place_);
  }
}

}  // namespace spielwerk::server
