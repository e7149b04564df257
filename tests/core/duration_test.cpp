// Durations: what is read, what is refused and where, and that printing is the way back.
#include "core/duration.h"

#include <gtest/gtest.h>

namespace spielwerk {
namespace {

using std::chrono::milliseconds;

TEST(Duration, Reads) {
  EXPECT_EQ(parse_duration("200ms"), milliseconds(200));
  EXPECT_EQ(parse_duration("5s"), milliseconds(5'000));
  EXPECT_EQ(parse_duration("2m"), milliseconds(120'000));
  EXPECT_EQ(parse_duration("1ms"), milliseconds(1));
  EXPECT_EQ(parse_duration("1440m"), std::chrono::hours(24));
  EXPECT_EQ(parse_duration("86400000ms"), std::chrono::hours(24));
}

TEST(Duration, SaysWhatIsWrongWhere) {
  const auto place = [](std::string_view text) -> int {
    const auto duration = parse_duration(text);
    return duration ? -1 : static_cast<int>(duration.error().position);
  };
  EXPECT_EQ(place(""), 0);
  EXPECT_EQ(place("s"), 0);
  EXPECT_EQ(place("-1s"), 0);
  EXPECT_EQ(place("0s"), 0);
  EXPECT_EQ(place("1441m"), 0);
  EXPECT_EQ(place("86401s"), 0);
  EXPECT_EQ(place("99999999999999999999s"), 0);
  EXPECT_EQ(place("5"), 1);
  EXPECT_EQ(place("5 s"), 1);
  EXPECT_EQ(place("1.5s"), 1);
  EXPECT_EQ(place("5h"), 1);
  EXPECT_EQ(place("5sec"), 2);
  EXPECT_EQ(place("5ms "), 3);
  EXPECT_EQ(parse_duration("5h").error().message("5h"),
            "expected ms, s or m at character 2, found 'h'");
}

TEST(Duration, PrintsInTheLargestUnit) {
  EXPECT_EQ(print_duration(milliseconds(200)), "200ms");
  EXPECT_EQ(print_duration(milliseconds(5'000)), "5s");
  EXPECT_EQ(print_duration(milliseconds(90'000)), "90s");
  EXPECT_EQ(print_duration(milliseconds(120'000)), "2m");
  for (const int count : {1, 999, 1'000, 1'001, 60'000, 61'000, 86'400'000}) {
    EXPECT_EQ(parse_duration(print_duration(milliseconds(count))), milliseconds(count));
  }
}

}  // namespace
}  // namespace spielwerk
