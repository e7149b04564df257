// For tests of what once went on for ever.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <thread>

namespace spielwerk::test {

/// Whether something ends by itself in time. If not, its thread is left behind: it should use
/// nothing but what it has made or holds itself.
inline bool ends(std::function<void()> action,
                 std::chrono::seconds time = std::chrono::seconds(20)) {
  std::packaged_task<void()> task(std::move(action));
  std::future<void> end = task.get_future();
  std::thread(std::move(task)).detach();
  if (end.wait_for(time) != std::future_status::ready) return false;
  // What it has thrown fails the test.
  end.get();
  return true;
}

}  // namespace spielwerk::test
