// Files that take their place when they are complete.
#include "server/store/new_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "tests/support/temporary_folder.h"

namespace spielwerk::server {
namespace {

using testing::HasSubstr;

class StoreNewFile : public testing::Test {
 protected:
  const test::TemporaryFolder folder_{};
};

TEST_F(StoreNewFile, IsNobodyElsesUntilItIsInPlace) {
  folder_.write("file", "old");
  folder_.write("file.part", "somebody's own");
  NewFile one(folder_.path("file"), 0600);
  NewFile other(folder_.path("file"), 0600);
  EXPECT_NE(one.path(), other.path());
  struct stat state{};
  ASSERT_EQ(::stat(one.path().c_str(), &state), 0);
  EXPECT_EQ(state.st_mode & 0777, 0600u);
  std::ofstream(one.path()) << "new";
  EXPECT_EQ(folder_.read("file"), "old");
  one.put_in_place();
  EXPECT_EQ(folder_.read("file"), "new");
  EXPECT_EQ(folder_.read("file.part"), "somebody's own");
}

TEST_F(StoreNewFile, LeavesNothingIfItIsNotWanted) {
  {
    const NewFile file(folder_.path("file"), 0600);
    EXPECT_EQ(folder_.file_count(), 1u);
    std::ofstream(file.path().string() + "-journal") << "secret";
  }
  EXPECT_EQ(folder_.file_count(), 0u);
}

TEST_F(StoreNewFile, SaysThatItCannotBeMade) {
  try {
    const NewFile file(folder_.path("none/file"), 0600);
    FAIL();
  } catch (const std::runtime_error& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("none/file cannot be written: No such file"));
  }
}

}  // namespace
}  // namespace spielwerk::server
