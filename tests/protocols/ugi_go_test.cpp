// The limits that `go` sets, and the numbers that `info` tells.
#include "protocols/ugi/go.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text.h"
#include "protocols/ugi/info.h"

namespace spielwerk::ugi {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;

Go go_of(std::string_view text, Player side = 0, int players = 2) {
  return parse_go(words(text), side, players).value();
}
std::string error_of(std::string_view text, Player side = 0, int players = 2) {
  const auto go = parse_go(words(text), side, players);
  return go ? "" : go.error();
}

TEST(UgiGo, ReadsEveryLimit) {
  const Go go = go_of("depth 7 nodes 5000000000 movetime 250");
  EXPECT_EQ(go.limits.depth, 7);
  EXPECT_EQ(go.limits.nodes, 5'000'000'000u);
  EXPECT_EQ(go.limits.move_time, milliseconds(250));
  EXPECT_FALSE(go.limits.clock);
  EXPECT_FALSE(go.waits_for_stop);
}

TEST(UgiGo, TakesTheClockOfWhoIsToMove) {
  constexpr std::string_view kClocks = "p1time 60000 p2time 5000 p1inc 100 p2inc 20";
  EXPECT_EQ(go_of(kClocks, 0).limits.clock->remaining, milliseconds(60'000));
  EXPECT_EQ(go_of(kClocks, 0).limits.clock->increment, milliseconds(100));
  EXPECT_EQ(go_of(kClocks, 1).limits.clock->remaining, milliseconds(5'000));
  EXPECT_EQ(go_of(kClocks, 1).limits.clock->increment, milliseconds(20));
  EXPECT_EQ(go_of("p1time 9 p2time 8 p3time 7", 2, 3).limits.clock->remaining, milliseconds(7));
  EXPECT_FALSE(go_of(kClocks).waits_for_stop);
}

TEST(UgiGo, WithoutLimitsItWaitsForStop) {
  EXPECT_TRUE(go_of("").waits_for_stop);
  EXPECT_TRUE(go_of("infinite").waits_for_stop);
  EXPECT_TRUE(go_of("infinite depth 3").waits_for_stop);
  EXPECT_TRUE(go_of("ponder").waits_for_stop);
}

TEST(UgiGo, OverrunAndHugeTimesAreTimes) {
  EXPECT_EQ(go_of("p1time -300").limits.clock->remaining, milliseconds(0));
  EXPECT_EQ(go_of("movetime -1").limits.move_time, milliseconds(0));
  EXPECT_EQ(go_of("movetime 9223372036854775807").limits.move_time, milliseconds(100'000'000'000));
  EXPECT_EQ(go_of("depth 9223372036854775807").limits.depth, 100'000);
}

TEST(UgiGo, WordsWithoutMeaningAreIgnored) {
  const Go go = go_of("ponder depth 3 p3time 5");
  EXPECT_EQ(go.limits.depth, 3);
  EXPECT_THAT(go.ignored, ElementsAre("'ponder'", "'p3time'", "'5'"));
}

TEST(UgiGo, SaysWhatIsWrong) {
  EXPECT_EQ(error_of("depth"), "expected a whole number after 'depth'");
  EXPECT_EQ(error_of("nodes 1e6"), "expected a whole number after 'nodes'");
  EXPECT_EQ(error_of("nodes 99999999999999999999"), "expected a whole number after 'nodes'");
  EXPECT_EQ(error_of("movetime infinite"), "expected a whole number after 'movetime'");
  EXPECT_EQ(error_of("depth 0"), "expected at least 1 for depth and nodes");
  EXPECT_EQ(error_of("nodes -5"), "expected at least 1 for depth and nodes");
  EXPECT_EQ(error_of("p1time 1000", 1), "expected p2time, the clock of the player to move");
  EXPECT_EQ(error_of("p1inc 1000", 0), "expected p1time, the clock of the player to move");
}

TEST(UgiInfo, CentipointsAreLogarithmsOfOdds) {
  EXPECT_EQ(to_centipoints(Score::estimate(0.5)), 0);
  EXPECT_EQ(to_centipoints(Score::estimate(0.7310585786)), 100);
  EXPECT_EQ(to_centipoints(Score::estimate(0.2689414214)), -100);
  EXPECT_EQ(to_centipoints(Score::estimate(1)), 10'000);
  EXPECT_EQ(to_centipoints(Score::estimate(0)), -10'000);
  EXPECT_EQ(to_centipoints(Score::win_in(5)), 29'995);
  EXPECT_EQ(to_centipoints(Score::loss_in(4)), -29'996);
  EXPECT_EQ(to_centipoints(Score::draw()), 0);
}

}  // namespace
}  // namespace spielwerk::ugi
