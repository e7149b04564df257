// The build's check that includes point downward, tried on small source trees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace spielwerk {
namespace {

using testing::HasSubstr;

struct Check {
  bool is_passed = false;
  std::string message;
};

Check check(const std::filesystem::path& sources, const std::filesystem::path& log) {
  const std::string command = "cmake -D SOURCES=\"" + sources.string() + "\" -P \"" +
                              SPIELWERK_SOURCE_FOLDER "/cmake/check_layers.cmake\" > \"" +
                              log.string() + "\" 2>&1";
  Check result;
  result.is_passed = std::system(command.c_str()) == 0;
  std::ostringstream message;
  message << std::ifstream(log).rdbuf();
  result.message = message.str();
  return result;
}

class CheckLayers : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& file, const std::string& text) const {
    const auto path = folder_ / "src" / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  /// Makes a source file that includes another one in quotes.
  void add(const std::string& file, const std::string& include) const {
    write(file, "#pragma once\n#include <vector>\n#include \"" + include + "\"\n");
  }
  Check run() const { return check(folder_ / "src", folder_ / "log.txt"); }

 private:
  std::filesystem::path folder_ = std::filesystem::path(SPIELWERK_TEST_OUTPUT) / "check_layers" /
                                  testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(CheckLayers, AcceptsIncludesThatPointDownward) {
  add("core/text.cpp", "core/text.h");
  add("search/search.h", "core/rules.h");
  add("games/othello/console.cpp", "games/othello/rules.h");
  add("games/othello/rules.h", "search/search.h");
  add("games/all_games.cpp", "games/othello/rules.h");
  add("app/main/main.cpp", "games/all_games.h");
  const Check result = run();
  EXPECT_TRUE(result.is_passed) << result.message;
}

TEST_F(CheckLayers, RefusesAnIncludeThatPointsUpward) {
  add("core/text.h", "search/search.h");
  const Check result = run();
  EXPECT_FALSE(result.is_passed);
  EXPECT_THAT(result.message, HasSubstr("src/core/text.h includes \"search/search.h\""));
}

TEST_F(CheckLayers, RefusesAGameThatIncludesAnother) {
  add("games/othello/rules.h", "games/kaskade/rules.h");
  const Check result = run();
  EXPECT_FALSE(result.is_passed);
  EXPECT_THAT(result.message, HasSubstr("a game touches no other game"));
}

TEST_F(CheckLayers, RefusesIncludesThatAreNotNamedFromTheSources) {
  add("core/text.cpp", "text.h");
  EXPECT_FALSE(run().is_passed);
  add("core/text.cpp", "../core/text.h");
  EXPECT_FALSE(run().is_passed);
}

TEST_F(CheckLayers, RefusesAFolderThatIsNoLayer) {
  add("tools/tool.cpp", "core/text.h");
  EXPECT_FALSE(run().is_passed);
}

TEST_F(CheckLayers, RefusesARoomOfTheServerThatIncludesWhatItMustNotKnow) {
  add("server/api/api.h", "server/tables/hall.h");
  add("server/application.h", "server/store/sqlite_log.h");
  const Check allowed = run();
  EXPECT_TRUE(allowed.is_passed) << allowed.message;
  add("server/web/upward.h", "server/tables/hall.h");
  const Check result = run();
  EXPECT_FALSE(result.is_passed);
  EXPECT_THAT(result.message,
              HasSubstr("src/server/web/upward.h includes \"server/tables/hall.h\""));
}

TEST_F(CheckLayers, RefusesAFolderOfTheServerThatIsNoRoom) {
  add("server/attic/old.h", "core/text.h");
  const Check result = run();
  EXPECT_FALSE(result.is_passed);
  EXPECT_THAT(result.message, HasSubstr("attic is not a room of the server"));
}

TEST_F(CheckLayers, RefusesANamespaceThatIsNotTheFolders) {
  write("server/base/time.h", "#pragma once\n\nnamespace spielwerk::server {}\n");
  EXPECT_TRUE(run().is_passed);
  write("games/hex/rules.h", "#pragma once\n\nnamespace spielwerk::chess {}\n");
  const Check result = run();
  EXPECT_FALSE(result.is_passed);
  EXPECT_THAT(result.message, HasSubstr("src/games/hex/rules.h is in namespace spielwerk::chess"));
}

TEST_F(CheckLayers, AcceptsTheProgramItself) {
  const std::filesystem::path log =
      std::filesystem::path(SPIELWERK_TEST_OUTPUT) / "check_layers" / "program.txt";
  const Check result = check(SPIELWERK_SOURCE_FOLDER "/src", log);
  EXPECT_TRUE(result.is_passed) << result.message;
}

}  // namespace
}  // namespace spielwerk
