#include "app/terminal/save_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace spielwerk::app {
namespace {

std::unexpected<std::string> problem() {
  return std::unexpected(std::error_code(errno, std::generic_category()).message());
}

bool write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(file, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(file) == 0;
}

}  // namespace

std::expected<void, std::string> save_file(const std::filesystem::path& path,
                                           std::string_view content) {
  std::error_code ignored;
  // What a link points to is replaced, not the link.
  std::filesystem::path target = std::filesystem::canonical(path, ignored);
  if (target.empty()) target = path;
  const auto status = std::filesystem::status(target, ignored);
  const bool exists = std::filesystem::exists(status);
  if (exists && !std::filesystem::is_regular_file(status)) {
    return std::unexpected("it is not an ordinary file");
  }
  const std::string temporary = target.string() + ".new-" + std::to_string(::getpid());
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return problem();
  if (exists) ::fchmod(file, static_cast<mode_t>(status.permissions()));
  bool is_saved = write_all(file, content);
  is_saved = ::close(file) == 0 && is_saved;
  is_saved = is_saved && ::rename(temporary.c_str(), target.c_str()) == 0;
  if (is_saved) return {};
  const auto result = problem();
  ::unlink(temporary.c_str());
  return result;
}

}  // namespace spielwerk::app
