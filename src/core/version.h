// Which Spielwerk this is, and how it was built.
#pragma once

#include <string>
#include <string_view>

namespace spielwerk {

struct Build {
  /// `0.2.0`, as the build's project() says.
  std::string_view version;
  /// `1a2b3c4`, or `1a2b3c4-dirty` if files differed from that commit; empty without a repository.
  std::string_view commit;
  /// `GCC 12.2.0`
  std::string_view compiler;
  /// `Release`
  std::string_view kind;
  /// The processors that rules and search are compiled for: `x86-64-v3`, `native`, `aarch64`.
  std::string_view level;
};

/// Defined in a source that the build writes, the only one that a new commit compiles again.
extern const Build kBuild;

/// `Spielwerk 0.2.0`
std::string program_name();
/// `Spielwerk 0.2.0 (commit 1a2b3c4, GCC 12.2.0, Release, x86-64-v3)`
std::string describe_build(const Build& build = kBuild);

}  // namespace spielwerk
