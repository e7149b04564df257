#include "app/terminal/report_lines.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace spielwerk::app {
namespace {

constexpr std::chrono::minutes kOneIncident{1};
/// Reports that name somebody are all different; of so many the first are not waited for.
constexpr std::size_t kMaxTold = 1'000;

}  // namespace

std::vector<std::string> ReportLines::lines_for(std::string_view report, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> lines;
  sum_up(now - kOneIncident, now, lines);
  if (told_.size() >= kMaxTold) sum_up(Clock::time_point::max(), now, lines);
  const auto [found, is_new] = told_.try_emplace(std::string(report), Told{now});
  if (is_new) {
    lines.push_back(stamped(report, now));
  } else {
    ++found->second.more;
  }
  return lines;
}

std::vector<std::string> ReportLines::rest(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> lines;
  sum_up(Clock::time_point::max(), now, lines);
  return lines;
}

void ReportLines::sum_up(Clock::time_point before, Clock::time_point now,
                         std::vector<std::string>& lines) {
  std::erase_if(told_, [&](const auto& each) {
    const auto& [report, told] = each;
    if (told.first > before) return false;
    if (told.more > 0) {
      lines.push_back(stamped(fmt::format("{} more of: {}", told.more, report), now));
    }
    return true;
  });
}

std::string ReportLines::stamped(std::string_view text, Clock::time_point now) const {
  const auto time = fmt::gmtime(Clock::to_time_t(now));
  return has_dates_ ? fmt::format("{:%Y-%m-%dT%H:%M:%SZ} {}", time, text)
                    : fmt::format("{:%H:%M:%S} {}", time, text);
}

}  // namespace spielwerk::app
