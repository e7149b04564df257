// The command line of the TowerWars program.
#include "games/towerwars/arguments.h"

#include <gtest/gtest.h>

#include "core/text.h"

namespace spielwerk::test {
namespace {

using towerwars::Arguments;

std::expected<Arguments, std::string> parse(std::string_view line) {
  std::vector<std::string> arguments;
  for (const std::string_view word : words(line)) arguments.emplace_back(word);
  return towerwars::parse_arguments(arguments);
}

TEST(TowerWarsArguments, HaveStandardValues) {
  const auto arguments = parse("");
  ASSERT_TRUE(arguments);
  EXPECT_FALSE(arguments->wants_help);
  EXPECT_EQ(arguments->size, 8);
  EXPECT_EQ(arguments->red, "human");
  EXPECT_EQ(arguments->blue, "simple");
  EXPECT_EQ(arguments->delay.count(), 0);
  EXPECT_EQ(arguments->time.count(), 1'000);
  EXPECT_EQ(arguments->seed, std::nullopt);
}

TEST(TowerWarsArguments, AreReadInAnyOrder) {
  const auto arguments = parse("-blue human -seed 7 --local -delay 60000 -red random -size 26");
  ASSERT_TRUE(arguments) << arguments.error();
  EXPECT_EQ(arguments->size, 26);
  EXPECT_EQ(arguments->red, "random");
  EXPECT_EQ(arguments->blue, "human");
  EXPECT_EQ(arguments->delay.count(), 60'000);
  EXPECT_EQ(arguments->seed, 7u);
  EXPECT_TRUE(parse("--help")->wants_help);
}

TEST(TowerWarsArguments, LeavePlayersToOthers) {
  const auto arguments = parse("-red adv3 -blue custom:depth=2 -time 200ms");
  ASSERT_TRUE(arguments) << arguments.error();
  EXPECT_EQ(arguments->red, "adv3");
  EXPECT_EQ(arguments->blue, "custom:depth=2");
  EXPECT_EQ(arguments->time.count(), 200);
}

TEST(TowerWarsArguments, ExplainWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"foo", "there is no parameter 'foo'"},
      {"-foo 1", "there is no parameter '-foo'"},
      {"--size 8", "there is no parameter '--size'"},
      {"-local", "there is no parameter '-local'"},
      {"-size 8 9", "there is no parameter '9'"},
      {"-size 8 -red human -size 8", "-size is given twice"},
      {"--local --local", "--local is given twice"},
      {"-size", "-size needs a value"},
      {"-red -blue human", "-red needs a value"},
      {"-size -8", "-size needs a value"},
      {"-size 3", "-size takes a whole number from 4 to 26, not '3'"},
      {"-size 27", "-size takes a whole number from 4 to 26, not '27'"},
      {"-size 8x8", "-size takes a whole number from 4 to 26, not '8x8'"},
      {"-size eight", "-size takes a whole number from 4 to 26, not 'eight'"},
      {"-delay 60001", "-delay takes a whole number from 0 to 60000, not '60001'"},
      {"-seed 99999999999", "-seed takes a whole number from 0 to 2147483647, not '99999999999'"},
      {"-time 5", "-time takes a duration like 200ms, 5s or 2m, up to 60m, not '5'"},
      {"-time 0s", "-time takes a duration like 200ms, 5s or 2m, up to 60m, not '0s'"},
      {"-time 61m", "-time takes a duration like 200ms, 5s or 2m, up to 60m, not '61m'"},
      {"--network", "--network does not go with a game on one computer (--local)"},
  };
  for (const auto& [line, expected] : cases) {
    const auto arguments = parse(line);
    ASSERT_FALSE(arguments) << line;
    EXPECT_EQ(arguments.error(), expected) << line;
  }
}

}  // namespace
}  // namespace spielwerk::test
