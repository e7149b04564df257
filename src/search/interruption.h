// Counts what a search does and tells it when to end.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>

#include "core/engine.h"

namespace spielwerk::search {

using SteadyClock = std::chrono::steady_clock;

/// What one thread writes at every node must not lie in a line of memory that others read.
inline constexpr std::size_t kCacheLine = 64;

/// What all threads of one search share: that it has to end.
struct alignas(kCacheLine) SharedStop {
  std::atomic<bool> is_stopped{false};
};

/// One thread's counter of nodes. Every node calls `tick` once; the clock and the stop token are
/// looked at on every 32nd, which costs nothing measurable and on the slowest boards (some 20
/// microseconds a node) still is far below the 20 ms a search may be late.
class alignas(kCacheLine) Interruption {
 public:
  Interruption(SharedStop& shared, std::stop_token stop,
               std::optional<SteadyClock::time_point> deadline, std::optional<std::uint64_t> nodes)
      : shared_(shared),
        stop_(std::move(stop)),
        deadline_(deadline.value_or(SteadyClock::time_point::max())),
        limit_(nodes.value_or(std::numeric_limits<std::uint64_t>::max())) {}

  /// Counts a node; true if the search has to end now.
  bool tick() {
    // Only this thread writes, others may read: no locked instruction is needed.
    const std::uint64_t count = nodes_.load(std::memory_order_relaxed) + 1;
    nodes_.store(count, std::memory_order_relaxed);
    if (count >= limit_ || ((count & 31) == 0 && must_stop())) {
      shared_.is_stopped.store(true, std::memory_order_relaxed);
    }
    return shared_.is_stopped.load(std::memory_order_relaxed);
  }
  /// Whether a tick has said so.
  bool is_stopped() const { return shared_.is_stopped.load(std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  /// What is left, for work that is better not begun if it cannot be finished.
  std::uint64_t nodes_left() const { return limit_ - std::min(limit_, nodes()); }
  SteadyClock::duration time_left() const {
    if (deadline_ == SteadyClock::time_point::max()) return SteadyClock::duration::max();
    return deadline_ - SteadyClock::now();
  }

 private:
  bool must_stop() const { return stop_.stop_requested() || SteadyClock::now() >= deadline_; }

  SharedStop& shared_;
  std::stop_token stop_;
  SteadyClock::time_point deadline_;
  std::uint64_t limit_;
  std::atomic<std::uint64_t> nodes_{0};
};

/// When to end and when not to begin another depth, from the limits of a search.
struct TimeBudget {
  std::optional<SteadyClock::time_point> deadline;
  std::optional<SteadyClock::time_point> last_depth_start;
};

TimeBudget time_budget(const SearchLimits& limits, SteadyClock::time_point begin);

}  // namespace spielwerk::search
