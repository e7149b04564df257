// What a server reports, as lines for the terminal or a log: with the time, and each incident once.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace spielwerk::app {

/// The same report within a minute is counted, and the sum is told with the first report after
/// that. Times are in UTC, for whoever compares them with other machines. May be used by any
/// thread.
class ReportLines {
 public:
  using Clock = std::chrono::system_clock;

  /// With the date, `2030-01-31T12:34:56Z`, or only the time of day for somebody who looks on.
  explicit ReportLines(bool has_dates) : has_dates_(has_dates) {}

  std::vector<std::string> lines_for(std::string_view report, Clock::time_point now = Clock::now());
  /// The sums that have not been told, at the end.
  std::vector<std::string> rest(Clock::time_point now = Clock::now());

 private:
  struct Told {
    Clock::time_point first{};
    int more = 0;
  };

  std::string stamped(std::string_view text, Clock::time_point now) const;
  /// Forgets what was told before that time, and tells its sums.
  void sum_up(Clock::time_point before, Clock::time_point now, std::vector<std::string>& lines);

  const bool has_dates_;
  std::mutex mutex_{};
  std::map<std::string, Told, std::less<>> told_{};
};

}  // namespace spielwerk::app
