// The control of a running search: counts its nodes, watches the clock and says when to stop.
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

/// Counters that one thread writes at every node share no cache line with what others read.
inline constexpr std::size_t kCacheLine = 64;

/// Tells all threads of one search to stop.
struct alignas(kCacheLine) StopFlag {
  std::atomic<bool> is_stopped{false};
};

/// One thread's node counter. Every node calls `tick` once; the clock and the stop token are polled
/// at every 32nd node, which costs nothing measurable and, on the slowest boards (some 20
/// microseconds a node), still stays far below the 20 ms by which a search may be late.
class alignas(kCacheLine) SearchControl {
 public:
  SearchControl(StopFlag& shared, std::stop_token stop,
                std::optional<SteadyClock::time_point> deadline,
                std::optional<std::uint64_t> max_nodes)
      : shared_(shared),
        stop_(std::move(stop)),
        deadline_(deadline.value_or(SteadyClock::time_point::max())),
        max_nodes_(max_nodes.value_or(std::numeric_limits<std::uint64_t>::max())) {}

  /// Counts a node; true if the search has to stop now.
  bool tick() {
    // Only this thread writes it: a load and a store are enough, no atomic increment is needed.
    const std::uint64_t count = nodes_.load(std::memory_order_relaxed) + 1;
    nodes_.store(count, std::memory_order_relaxed);
    if (count >= max_nodes_ || ((count & 31) == 0 && must_stop())) {
      shared_.is_stopped.store(true, std::memory_order_relaxed);
    }
    return shared_.is_stopped.load(std::memory_order_relaxed);
  }
  /// Whether some thread's `tick` has said so.
  bool is_stopped() const { return shared_.is_stopped.load(std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  /// What is left of the limits, for what is better not begun if it cannot be finished.
  std::uint64_t nodes_left() const { return max_nodes_ - std::min(max_nodes_, nodes()); }
  SteadyClock::duration time_left() const {
    if (deadline_ == SteadyClock::time_point::max()) return SteadyClock::duration::max();
    return deadline_ - SteadyClock::now();
  }

 private:
  bool must_stop() const { return stop_.stop_requested() || SteadyClock::now() >= deadline_; }

  StopFlag& shared_;
  std::stop_token stop_;
  SteadyClock::time_point deadline_;
  std::uint64_t max_nodes_;
  std::atomic<std::uint64_t> nodes_{0};
};

/// Time management: the search stops at the hard limit and begins no further iteration after the
/// soft limit.
struct TimeLimits {
  std::optional<SteadyClock::time_point> hard;
  std::optional<SteadyClock::time_point> soft;
};

TimeLimits time_limits(const SearchLimits& limits, SteadyClock::time_point begin);

}  // namespace spielwerk::search
