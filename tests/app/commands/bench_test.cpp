// `spielwerk bench`: signatures that repeat, in this process and in others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "core/text.h"
#include "games/all_games.h"
#include "tests/support/process.h"
#include "tests/support/program.h"

namespace spielwerk::test {
namespace {

using testing::HasSubstr;

/// Name, nodes and signature of each row, without what depends on the time.
std::vector<std::string> rows_of(const std::string& output) {
  static const std::regex kRow("(\\S+) +([0-9,]+) +[0-9.]+ +[0-9,]+  ([0-9a-f]{16})");
  std::vector<std::string> rows;
  for (const std::string_view line : split(output, '\n')) {
    std::smatch match;
    const std::string text(line);
    if (std::regex_match(text, match, kRow)) {
      rows.push_back(match.str(1) + " " + match.str(2) + " " + match.str(3));
    } else if (!text.empty() && rows.empty()) {
      EXPECT_EQ(text, "game                      nodes   seconds      nodes/s  signature");
    } else {
      EXPECT_EQ(text, "");
    }
  }
  return rows;
}

TEST(Bench, SearchesEveryGameTheSameWayEveryTime) {
  const std::vector<std::string> arguments{"bench", "--nodes", "300"};
  const auto first = run_program(arguments);
  EXPECT_EQ(first.status, 0);
  EXPECT_EQ(first.error, "");
  const auto rows = rows_of(first.output);
  EXPECT_EQ(rows.size(), all_games().games().size() + 1);
  EXPECT_EQ(rows_of(run_program(arguments).output), rows);
  EXPECT_EQ(rows_of(run_process(arguments)), rows);
}

TEST(Bench, TheSignatureShowsWhatWasSearched) {
  const auto rows = [](const char* game, const char* nodes) {
    return rows_of(run_program({"bench", "--game", game, "--nodes", nodes}).output);
  };
  const auto some = rows("kaskade:4x4", "500");
  ASSERT_EQ(some.size(), 1u);
  EXPECT_EQ(rows("kaskade:4x4", "500"), some);
  EXPECT_NE(rows("kaskade:4x4", "501"), some);
  EXPECT_NE(rows("kaskade:4x5", "500"), some);
}

TEST(Bench, SaysWhatIsWrong) {
  EXPECT_THAT(run_program({"bench", "--game", "chess"}).error,
              HasSubstr("spielwerk bench: --game: expected a game: "));
  EXPECT_EQ(run_program({"bench", "--nodes", "0"}).status, 1);
  EXPECT_THAT(run_program({"bench", "--help"}).output, HasSubstr("Examples:"));
}

}  // namespace
}  // namespace spielwerk::test
