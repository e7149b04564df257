// Lines for the terminal from many threads.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <ostream>
#include <string>
#include <thread>

namespace spielwerk::app {

/// Prints on a thread of its own: a terminal that is held must not hold the games.
class Printer {
 public:
  explicit Printer(std::ostream& output)
      : thread_([this, &output](const std::stop_token& stop) { print(output, stop); }) {}

  void say(std::string text) {
    const std::lock_guard lock(mutex_);
    // Nobody reads so much later; the newest counts.
    if (lines_.size() == kMost) lines_.pop_front();
    lines_.push_back(std::move(text));
    changed_.notify_one();
  }

 private:
  static constexpr std::size_t kMost = 1'000;

  void print(std::ostream& output, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return !lines_.empty(); }) || !lines_.empty()) {
      const std::string line = std::move(lines_.front());
      lines_.pop_front();
      lock.unlock();
      output << line << '\n' << std::flush;
      lock.lock();
    }
  }

  std::mutex mutex_{};
  std::condition_variable_any changed_{};
  std::deque<std::string> lines_{};
  std::jthread thread_;
};

}  // namespace spielwerk::app
