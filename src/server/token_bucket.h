// Token buckets: how much somebody may ask for, some at once and in the long run so much a second.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <unordered_map>

namespace spielwerk::server {

/// Every question takes a token; tokens come back at a rate until the bucket is full. Times may be
/// of any clock that does not go backward, always the same one.
class TokenBucket {
 public:
  using Seconds = std::chrono::duration<double>;

  /// Full at first. `rate` is in tokens a second.
  TokenBucket(double rate, double capacity) : rate_(rate), capacity_(capacity) {}

  /// Whether there was a token to take.
  template <class Clock, class Duration>
  bool take(std::chrono::time_point<Clock, Duration> now) {
    return take(Seconds(now.time_since_epoch()));
  }
  bool take(Seconds now) {
    tokens_ = tokens_at(now);
    last_ = now;
    if (tokens_ < 1) return false;
    tokens_ -= 1;
    return true;
  }
  /// Whether it is as if nothing had ever been taken.
  bool is_full(Seconds now) const { return tokens_at(now) >= capacity_; }

 private:
  double tokens_at(Seconds now) const {
    return std::min(capacity_, tokens_ + (now - last_).count() * rate_);
  }

  double rate_;
  double capacity_;
  double tokens_ = capacity_;
  Seconds last_{0};
};

/// One bucket for each of many, such as addresses.
class TokenBuckets {
 public:
  TokenBuckets(double rate, double capacity) : full_(rate, capacity) {}

  template <class Clock, class Duration>
  bool take(const std::string& who, std::chrono::time_point<Clock, Duration> now) {
    const TokenBucket::Seconds at(now.time_since_epoch());
    // Who has been quiet for long is forgotten.
    if (buckets_.size() > kMaxRemembered) {
      std::erase_if(buckets_, [&](const auto& each) { return each.second.is_full(at); });
    }
    return buckets_.try_emplace(who, full_).first->second.take(at);
  }
  std::size_t size() const { return buckets_.size(); }

 private:
  static constexpr std::size_t kMaxRemembered = 100;

  TokenBucket full_;
  std::unordered_map<std::string, TokenBucket> buckets_{};
};

}  // namespace spielwerk::server
