#include "core/duration.h"

#include <fmt/format.h>

#include "core/text.h"

namespace spielwerk {
namespace {

constexpr std::string_view kExpected = "a duration from 1ms to 1440m, such as 200ms, 5s or 2m";
constexpr std::chrono::milliseconds kLongest = std::chrono::hours(24);

}  // namespace

Parsed<std::chrono::milliseconds> parse_duration(std::string_view text) {
  Cursor cursor(text);
  const auto number = cursor.integer(0, static_cast<int>(kLongest.count()), kExpected);
  if (!number) return parse_error(0, std::string(kExpected));
  int unit = 0;
  if (cursor.skip("ms")) {
    unit = 1;
  } else if (cursor.skip("s")) {
    unit = 1'000;
  } else if (cursor.skip("m")) {
    unit = 60'000;
  } else {
    return cursor.fail("ms, s or m");
  }
  if (!cursor.at_end()) return cursor.fail("the end of the duration");
  const std::chrono::milliseconds duration(static_cast<std::int64_t>(*number) * unit);
  if (duration.count() == 0 || duration > kLongest) return parse_error(0, std::string(kExpected));
  return duration;
}

std::string print_duration(std::chrono::milliseconds duration) {
  const std::int64_t count = duration.count();
  if (count % 60'000 == 0) return fmt::format("{}m", count / 60'000);
  if (count % 1'000 == 0) return fmt::format("{}s", count / 1'000);
  return fmt::format("{}ms", count);
}

}  // namespace spielwerk
