#include "app/levels.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "core/text.h"
#include "core/version.h"

namespace spielwerk::app {
namespace {

bool runs_here(std::string_view level) {
  __builtin_cpu_init();
  if (level == "x86-64-v2") return __builtin_cpu_supports("x86-64-v2") != 0;
  if (level == "x86-64-v3") return __builtin_cpu_supports("x86-64-v3") != 0;
  if (level == "x86-64-v4") return __builtin_cpu_supports("x86-64-v4") != 0;
  return false;
}

/// Returns only if it cannot be started, with the reason.
std::error_code start(std::string_view level, char** arguments) {
  std::error_code problem;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", problem);
  if (problem) return problem;
  // Beside this program where it was built, else where it is installed.
  for (const char* folder : {".", SPIELWERK_LEVEL_FOLDER}) {
    const auto program = self.parent_path() / folder / level / "spielwerk";
    ::execv(program.c_str(), arguments);
    problem.assign(errno, std::generic_category());
    if (errno != ENOENT && errno != ENOTDIR) break;
  }
  return problem;
}

}  // namespace

std::optional<std::string> start_best_level(std::string_view levels, char** arguments) {
  const std::vector<std::string_view> known = split(levels, ',');
  const char* wanted = std::getenv("SPIELWERK_LEVEL");
  if (wanted == nullptr || *wanted == '\0') {
    for (const std::string_view level : known) {
      if (runs_here(level)) start(level, arguments);
    }
    return std::nullopt;
  }
  if (wanted == kBuild.level) return std::nullopt;
  if (std::ranges::find(known, std::string_view(wanted)) == known.end()) {
    return fmt::format("SPIELWERK_LEVEL is {}; there are {} and {}", in_quotes(wanted),
                       fmt::join(known, ", "), kBuild.level);
  }
  if (!runs_here(wanted)) {
    return fmt::format("SPIELWERK_LEVEL is {}, which this processor does not have",
                       in_quotes(wanted));
  }
  return fmt::format("SPIELWERK_LEVEL is {}, whose program cannot be started: {}",
                     in_quotes(wanted), start(wanted, arguments).message());
}

}  // namespace spielwerk::app
