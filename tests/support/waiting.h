// Waiting for something that other threads or programs do: until it is so, never for a fixed time.
// The only place in the tests that sleeps (tests/scripts/check_waiting.sh).
#pragma once

#include <chrono>
#include <thread>

namespace spielwerk::test {

/// Waits until something is so; false if it is not within `time`, which only a failure takes.
template <class Condition>
bool eventually(Condition is_so, std::chrono::milliseconds time = std::chrono::seconds(20)) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!is_so()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

}  // namespace spielwerk::test
