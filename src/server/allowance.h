// How much somebody may ask for: some at once, and in the long run so much a second.
#pragma once

#include <algorithm>
#include <chrono>

namespace spielwerk::server {

class Allowance {
 public:
  using Clock = std::chrono::steady_clock;

  Allowance(double rate, double burst) : rate_(rate), burst_(burst) {}

  /// Whether one more is allowed.
  bool take(Clock::time_point now) {
    left_ = left_at(now);
    last_ = now;
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }
  /// Whether all that is possible at once is possible again: as if nothing had been asked for.
  bool is_full(Clock::time_point now) const { return left_at(now) >= burst_; }

 private:
  double left_at(Clock::time_point now) const {
    return std::min(burst_, left_ + std::chrono::duration<double>(now - last_).count() * rate_);
  }

  double rate_;
  double burst_;
  double left_ = burst_;
  Clock::time_point last_ = Clock::now();
};

}  // namespace spielwerk::server
