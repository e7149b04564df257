// Work that may take long, away from the thread of the tables: loading a long game, reading a
// record, writing one.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace spielwerk::server {

class Background {
 public:
  virtual ~Background() = default;
  /// Does some work later and on another thread; says whether there is a place in line for it.
  /// `who` it is for decides the order: one after the other, so that nobody waits for all the work
  /// of somebody else. What the work throws is lost.
  virtual bool run(const std::string& who, std::function<void()> work) = 0;
};

/// How much work may wait, of one and of all.
struct BackgroundLimits {
  std::size_t of_one = 32;
  std::size_t of_all = 5'000;
};

/// One thread: what it does is short enough, and the other processors belong to the page and to
/// those who think.
class BackgroundThread final : public Background {
 public:
  explicit BackgroundThread(const BackgroundLimits& limits = {}) : limits_(limits) {}
  ~BackgroundThread() override = default;
  BackgroundThread(const BackgroundThread&) = delete;
  BackgroundThread& operator=(const BackgroundThread&) = delete;

  bool run(const std::string& who, std::function<void()> work) override;
  std::size_t waiting() const;
  /// Waits for what is being done; what is in line is not done any more.
  void end();

 private:
  void work_off(const std::stop_token& stop);

  const BackgroundLimits limits_;
  mutable std::mutex mutex_{};
  std::condition_variable_any has_work_{};
  /// Whose turn it is, each once.
  std::deque<std::string> order_{};
  std::map<std::string, std::deque<std::function<void()>>> waiting_{};
  std::size_t count_ = 0;
  bool is_ending_ = false;
  std::jthread thread_{[this](const std::stop_token& stop) { work_off(stop); }};
};

}  // namespace spielwerk::server
