#include "core/version.h"

#include <fmt/format.h>

namespace spielwerk {

std::string program_name() { return fmt::format("Spielwerk {}", kBuild.version); }

std::string describe_build(const Build& build) {
  const std::string commit = build.commit.empty() ? "" : fmt::format("commit {}, ", build.commit);
  return fmt::format("Spielwerk {} ({}{}, {}, {})", build.version, commit, build.compiler,
                     build.kind, build.level);
}

}  // namespace spielwerk
