// Files are replaced whole or not at all.
#include "app/terminal/save_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "tests/support/temporary_folder.h"

namespace spielwerk::test {
namespace {

TEST(SaveFile, WritesNewFilesAndReplacesOldOnes) {
  const TemporaryFolder folder;
  EXPECT_TRUE(app::save_file(folder.path("new"), "first"));
  EXPECT_EQ(folder.read("new"), "first");
  chmod(folder.path("new").c_str(), 0640);
  EXPECT_TRUE(app::save_file(folder.path("new"), std::string(1'000'000, 'x')));
  EXPECT_EQ(folder.read("new"), std::string(1'000'000, 'x'));
  EXPECT_EQ(std::filesystem::status(folder.path("new")).permissions(),
            static_cast<std::filesystem::perms>(0640));
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(SaveFile, FollowsLinks) {
  const TemporaryFolder folder;
  folder.write("target", "old");
  std::filesystem::create_symlink("target", folder.path("link"));
  EXPECT_TRUE(app::save_file(folder.path("link"), "new"));
  EXPECT_EQ(folder.read("target"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
}

TEST(SaveFile, SaysWhyItCannot) {
  const TemporaryFolder folder;
  EXPECT_EQ(app::save_file(folder.path("none/file"), "x").error(), "No such file or directory");
  EXPECT_EQ(app::save_file(folder.path(""), "x").error(), "it is not an ordinary file");
  EXPECT_EQ(app::save_file(folder.path(std::string(300, 'x')), "x").error(), "File name too long");
  EXPECT_EQ(folder.file_count(), 0u);
}

}  // namespace
}  // namespace spielwerk::test
