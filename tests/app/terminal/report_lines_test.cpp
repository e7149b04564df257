// Lines of a log: with their time, and no storms of the same.
#include "app/terminal/report_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spielwerk::app {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

const ReportLines::Clock::time_point kNoon{seconds(1'900'000'000)};

TEST(ReportLines, HaveTheirTime) {
  EXPECT_THAT(ReportLines(true).lines_for("the disk is full", kNoon),
              ElementsAre("2030-03-17T17:46:40Z the disk is full"));
  EXPECT_THAT(ReportLines(false).lines_for("the disk is full", kNoon),
              ElementsAre("17:46:40 the disk is full"));
}

TEST(ReportLines, TellAnIncidentOnceAndHowOftenItCame) {
  ReportLines lines(false);
  EXPECT_THAT(lines.lines_for("full", kNoon), ElementsAre("17:46:40 full"));
  for (int count = 0; count < 5'000; ++count) {
    EXPECT_THAT(lines.lines_for("full", kNoon + seconds(count / 100)), IsEmpty());
  }
  EXPECT_THAT(lines.lines_for("other", kNoon + seconds(59)), ElementsAre("17:47:39 other"));
  EXPECT_THAT(lines.lines_for("full", kNoon + seconds(60)),
              ElementsAre("17:47:40 5000 more of: full", "17:47:40 full"));
  EXPECT_THAT(lines.lines_for("full", kNoon + seconds(61)), IsEmpty());
  EXPECT_THAT(lines.rest(kNoon + seconds(62)), ElementsAre("17:47:42 1 more of: full"));
  EXPECT_THAT(lines.rest(kNoon + seconds(63)), IsEmpty());
}

TEST(ReportLines, ManyDifferentOnesAreAllTold) {
  ReportLines lines(false);
  for (int count = 0; count < 5'000; ++count) {
    EXPECT_EQ(lines.lines_for(std::to_string(count), kNoon).size(), 1u);
  }
}

}  // namespace
}  // namespace spielwerk::app
