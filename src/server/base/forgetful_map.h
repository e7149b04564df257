// A map by names that does not grow for ever: with each look it forgets a few entries that nobody
// needs any more, so that no look is expensive.
#pragma once

#include <map>
#include <string>

namespace spielwerk::server {

template <class Value>
class ForgetfulMap {
 public:
  /// The entry of that name, which `make` makes if there is none. `is_idle` tells of others whether
  /// they can go, because nobody could tell the difference.
  template <class Make, class IsIdle>
  Value& look_up(const std::string& name, const Make& make, const IsIdle& is_idle) {
    // Two, so that more go than come.
    for (int count = 0; count < 2; ++count) forget_next(name, is_idle);
    auto found = entries_.find(name);
    if (found == entries_.end()) found = entries_.emplace(name, make()).first;
    return found->second;
  }
  std::size_t size() const { return entries_.size(); }

 private:
  template <class IsIdle>
  void forget_next(const std::string& kept, const IsIdle& is_idle) {
    auto next = entries_.upper_bound(hand_);
    if (next == entries_.end()) next = entries_.begin();
    if (next == entries_.end()) return;
    hand_ = next->first;
    if (next->first != kept && is_idle(next->second)) entries_.erase(next);
  }

  std::map<std::string, Value> entries_{};
  /// Goes round, like the hand of a clock.
  std::string hand_{};
};

}  // namespace spielwerk::server
