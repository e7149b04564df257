// How much somebody may ask for: some at once, and in the long run so much a second.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <unordered_map>

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

/// The same for each of many, such as addresses.
class Allowances {
 public:
  Allowances(double rate, double burst) : whole_(rate, burst) {}

  bool take(const std::string& who) {
    const auto now = Allowance::Clock::now();
    // Who has been quiet for long is forgotten.
    if (each_.size() > 100) {
      std::erase_if(each_, [&](const auto& each) { return each.second.is_full(now); });
    }
    return each_.try_emplace(who, whole_).first->second.take(now);
  }

 private:
  Allowance whole_;
  std::unordered_map<std::string, Allowance> each_{};
};

}  // namespace spielwerk::server
