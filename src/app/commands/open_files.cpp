#include "app/commands/open_files.h"

#include <sys/resource.h>

#include <algorithm>

namespace spielwerk::app {

int allow_connections(int wanted) {
  constexpr rlim_t kOtherFiles = 64;
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return wanted;
  const rlim_t needed = static_cast<rlim_t>(wanted) + kOtherFiles;
  if (files.rlim_cur < needed) {
    files.rlim_cur = std::min(needed, files.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &files);
    ::getrlimit(RLIMIT_NOFILE, &files);
  }
  const rlim_t possible = files.rlim_cur > kOtherFiles ? files.rlim_cur - kOtherFiles : 1;
  return static_cast<int>(std::min(static_cast<rlim_t>(wanted), possible));
}

}  // namespace spielwerk::app
