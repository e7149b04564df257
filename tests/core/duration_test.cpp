#include "core/duration.h"

#include <gtest/gtest.h>

namespace spielwerk {
namespace {

using std::chrono::milliseconds;

TEST(Duration, ReadsEachUnit) {
  EXPECT_EQ(parse_duration("200ms"), milliseconds(200));
  EXPECT_EQ(parse_duration("5s"), milliseconds(5'000));
  EXPECT_EQ(parse_duration("2m"), milliseconds(120'000));
  EXPECT_EQ(parse_duration("0ms"), milliseconds(0));
  EXPECT_EQ(parse_duration("1440m"), milliseconds(86'400'000));
}

TEST(Duration, RefusesEverythingElse) {
  for (const char* text : {"", "5", "s", "-5s", "5 s", "5sec", "5h", "1441m", "86400001ms", "1.5s",
                           "99999999999999999999ms"}) {
    EXPECT_FALSE(parse_duration(text)) << text;
  }
  EXPECT_EQ(parse_duration("5").error().expected, "one of the units ms, s, m");
  EXPECT_EQ(parse_duration("5sx").error().position, 2u);
}

TEST(Duration, PrintsTheLargestWholeUnit) {
  EXPECT_EQ(print_duration(milliseconds(1'500)), "1500ms");
  EXPECT_EQ(print_duration(milliseconds(5'000)), "5s");
  EXPECT_EQ(print_duration(milliseconds(120'000)), "2m");
  EXPECT_EQ(print_duration(milliseconds(0)), "0s");
}

}  // namespace
}  // namespace spielwerk
