#include "search/interruption.h"

#include <algorithm>

namespace spielwerk::search {
namespace {

using std::chrono::milliseconds;

/// What the way from the engine to the player's clock may cost, and a late wake-up with it.
constexpr milliseconds kOverhead{2};
/// On a clock the game is expected to last that many more moves of the player.
constexpr int kMovesToGo = 25;

}  // namespace

TimeBudget time_budget(const SearchLimits& limits, SteadyClock::time_point begin) {
  TimeBudget budget;
  if (limits.move_time) {
    budget.deadline = begin + std::max(*limits.move_time - kOverhead, milliseconds(0));
  }
  if (limits.clock) {
    const milliseconds remaining = std::max(limits.clock->remaining - kOverhead, milliseconds(0));
    const milliseconds share =
        std::min(remaining / kMovesToGo + limits.clock->increment * 3 / 4, remaining / 2);
    // A depth usually takes longer than all before together: one begun after half the share would
    // seldom be finished within it. A hard position may take three shares.
    const auto latest = begin + std::min(share * 3, remaining / 2);
    budget.deadline = budget.deadline ? std::min(*budget.deadline, latest) : latest;
    budget.last_depth_start = begin + share / 2;
  }
  return budget;
}

}  // namespace spielwerk::search
