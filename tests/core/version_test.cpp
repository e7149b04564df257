// Which build this is: one version, and a commit wherever there is a repository.
#include "core/version.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/temporary_folder.h"

namespace spielwerk::test {
namespace {

using testing::HasSubstr;

TEST(Version, IsToldWithCommitCompilerAndKind) {
  EXPECT_EQ(describe_build({"1.2.3", "1a2b3c4", "GCC 12.2.0", "Release", "x86-64-v3"}),
            "Spielwerk 1.2.3 (commit 1a2b3c4, GCC 12.2.0, Release, x86-64-v3)");
  EXPECT_EQ(describe_build({"1.2.3", "", "Clang 19.1.7", "Debug", "native"}),
            "Spielwerk 1.2.3 (Clang 19.1.7, Debug, native)");
}

TEST(Version, IsTheProjects) {
  std::ostringstream content;
  content << std::ifstream(SPIELWERK_SOURCE_FOLDER "/CMakeLists.txt").rdbuf();
  EXPECT_THAT(content.str(),
              HasSubstr("project(spielwerk VERSION " + std::string(kBuild.version) + " "));
  EXPECT_EQ(program_name(), "Spielwerk " + std::string(kBuild.version));
  EXPECT_NE(kBuild.compiler, "");
  EXPECT_NE(kBuild.kind, "");
  EXPECT_NE(kBuild.level, "");
}

/// Writes the source that tells of a build of this folder.
void write_version(const TemporaryFolder& folder) {
  const std::string command =
      "cmake -D SOURCES=" + folder.path("") + " -D OUT=" + folder.path("build.cpp") +
      " -D VERSION=1.2.3 -D COMPILER=GNU -D COMPILER_VERSION=12.2.0 -D "
      "KIND=Release -P " SPIELWERK_SOURCE_FOLDER "/cmake/write_version.cmake";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
}

TEST(Version, NeedsNoRepository) {
  const TemporaryFolder folder;
  write_version(folder);
  const std::string content = folder.read("build.cpp");
  EXPECT_THAT(content, HasSubstr(".version = \"1.2.3\""));
  EXPECT_THAT(content, HasSubstr(".commit = \"\""));
  EXPECT_THAT(content, HasSubstr(".compiler = \"GCC 12.2.0\""));
}

TEST(Version, KnowsTheCommitAndWhetherFilesDiffer) {
  if (std::system("git --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no git";
  const TemporaryFolder folder;
  folder.write("file", "one");
  const std::string git = "git -C " + folder.path("") + " -c user.name=a -c user.email=a@b ";
  ASSERT_EQ(
      std::system((git + "init -q && " + git + "add file && " + git + "commit -q -m one").c_str()),
      0);
  write_version(folder);
  EXPECT_THAT(folder.read("build.cpp"), testing::ContainsRegex("commit = \"[0-9a-f]{7,}\""));
  folder.write("file", "other");
  write_version(folder);
  EXPECT_THAT(folder.read("build.cpp"), testing::ContainsRegex("commit = \"[0-9a-f]{7,}-dirty\""));
}

/// What has not changed is not compiled again.
TEST(Version, IsWrittenOnlyWhenItChanges) {
  const TemporaryFolder folder;
  write_version(folder);
  const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
  std::filesystem::last_write_time(folder.path("build.cpp"), long_ago);
  const auto before = std::filesystem::last_write_time(folder.path("build.cpp"));
  write_version(folder);
  EXPECT_EQ(std::filesystem::last_write_time(folder.path("build.cpp")), before);
}

}  // namespace
}  // namespace spielwerk::test
