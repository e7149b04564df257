#include "search/search_control.h"

#include <algorithm>

namespace spielwerk::search {
namespace {

using std::chrono::milliseconds;

/// Reserved for the way from the engine to the player's clock, a late wake-up included.
constexpr milliseconds kOverhead{2};
/// How many more moves the player is expected to make on the remaining time.
constexpr int kMovesToGo = 25;

}  // namespace

TimeLimits time_limits(const SearchLimits& limits, SteadyClock::time_point begin) {
  TimeLimits result;
  if (limits.move_time) {
    result.hard = begin + std::max(*limits.move_time - kOverhead, milliseconds(0));
  }
  if (limits.clock) {
    const milliseconds remaining = std::max(limits.clock->remaining - kOverhead, milliseconds(0));
    const milliseconds share =
        std::min(remaining / kMovesToGo + limits.clock->increment * 3 / 4, remaining / 2);
    // An iteration usually takes longer than all before it together: one begun after half the
    // share would seldom finish within it. A hard position may take three shares.
    const auto latest = begin + std::min(share * 3, remaining / 2);
    result.hard = result.hard ? std::min(*result.hard, latest) : latest;
    result.soft = begin + share / 2;
  }
  return result;
}

}  // namespace spielwerk::search
