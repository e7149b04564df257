#include "app/commands/open_files.h"

#include <sys/resource.h>

#include <algorithm>

namespace spielwerk::app {

int allow_connections(int wanted) {
  /// Storage, listening, engines; and those at whose servers games are played from here.
  constexpr rlim_t kOwnFiles = 64;
  constexpr rlim_t kMaxRemoteFiles = 512;
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return wanted;
  const rlim_t needed = static_cast<rlim_t>(wanted) + kOwnFiles + kMaxRemoteFiles;
  if (files.rlim_cur < needed) {
    files.rlim_cur = std::min(needed, files.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &files);
    ::getrlimit(RLIMIT_NOFILE, &files);
  }
  const rlim_t others = kOwnFiles + std::min(kMaxRemoteFiles, files.rlim_cur / 8);
  const rlim_t possible = files.rlim_cur > others ? files.rlim_cur - others : 1;
  return static_cast<int>(std::min(static_cast<rlim_t>(wanted), possible));
}

}  // namespace spielwerk::app
