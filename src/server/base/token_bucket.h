// Token buckets: how much somebody may ask for, some at once and in the long run so much a second.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>

#include "server/base/forgetful_map.h"

namespace spielwerk::server {

/// Every question takes tokens; they come back at a rate until the bucket is full. Whoever has a
/// token may take more than there are, and then waits until all are paid. Times may be of any clock
/// that does not go backward, always the same one.
class TokenBucket {
 public:
  using Seconds = std::chrono::duration<double>;

  /// Full at first. `rate` is in tokens a second.
  TokenBucket(double rate, double capacity) : rate_(rate), capacity_(capacity) {}

  /// Whether there was a token, and so `cost` were taken.
  template <class Clock, class Duration>
  bool take(std::chrono::time_point<Clock, Duration> now, double cost = 1) {
    return take(Seconds(now.time_since_epoch()), cost);
  }
  bool take(Seconds now, double cost = 1) {
    if (tokens_at(now) < 1) return false;
    charge(now, cost);
    return true;
  }
  /// Takes tokens for what has been done already, whether there are any or not.
  void charge(Seconds now, double cost) {
    tokens_ = tokens_at(now) - cost;
    last_ = now;
  }
  /// How long until there is a token.
  Seconds wait(Seconds now) const { return Seconds(std::max(0.0, (1 - tokens_at(now)) / rate_)); }
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

/// One bucket for each of many, such as visitors.
class TokenBuckets {
 public:
  TokenBuckets(double rate, double capacity) : full_(rate, capacity) {}

  template <class Clock, class Duration>
  bool take(const std::string& who, std::chrono::time_point<Clock, Duration> now) {
    const TokenBucket::Seconds at(now.time_since_epoch());
    return bucket_of(who, at).take(at);
  }
  /// For what has been done already, whether there are tokens or not.
  template <class Clock, class Duration>
  void charge(const std::string& who, std::chrono::time_point<Clock, Duration> now, double cost) {
    const TokenBucket::Seconds at(now.time_since_epoch());
    bucket_of(who, at).charge(at, cost);
  }
  std::size_t size() const { return buckets_.size(); }

 private:
  TokenBucket& bucket_of(const std::string& who, TokenBucket::Seconds at) {
    // Who has been quiet for long is forgotten.
    return buckets_.look_up(
        who, [this] { return full_; },
        [at](const TokenBucket& bucket) { return bucket.is_full(at); });
  }

  TokenBucket full_;
  ForgetfulMap<TokenBucket> buckets_{};
};

}  // namespace spielwerk::server
