#include "core/duration.h"

#include <fmt/format.h>

#include "core/text.h"

namespace spielwerk {
namespace {

constexpr int kMillisecondsPerDay = 24 * 60 * 60 * 1000;

}  // namespace

Parsed<std::chrono::milliseconds> parse_duration(std::string_view text) {
  Cursor cursor(text);
  const auto number = cursor.integer(0, kMillisecondsPerDay, "a duration like 200ms, 5s or 2m");
  if (!number) return std::unexpected(number.error());
  int unit = 0;
  if (cursor.skip("ms")) {
    unit = 1;
  } else if (cursor.skip("s")) {
    unit = 1000;
  } else if (cursor.skip("m")) {
    unit = 60 * 1000;
  }
  if (unit == 0 || !cursor.at_end()) {
    return cursor.fail(unit == 0 ? "one of the units ms, s, m" : "the end after the unit");
  }
  if (*number > kMillisecondsPerDay / unit) return parse_error(0, "at most one day");
  return std::chrono::milliseconds(*number * unit);
}

std::string print_duration(std::chrono::milliseconds duration) {
  const auto count = duration.count();
  if (count > 0 && count % (60 * 1000) == 0) return fmt::format("{}m", count / (60 * 1000));
  if (count % 1000 == 0) return fmt::format("{}s", count / 1000);
  return fmt::format("{}ms", count);
}

}  // namespace spielwerk
