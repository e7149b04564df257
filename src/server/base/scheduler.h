// The time of day, timers and the one thread of the tables, behind an interface: the program runs
// them with Asio (server/base/asio_scheduler.h), tests turn them by hand.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "server/base/time.h"

namespace spielwerk::server {

/// Calls something once, later. Destroying it cancels.
class Timer {
 public:
  virtual ~Timer() = default;
  /// Replaces what was set before. `expired` is called on the scheduler's thread.
  virtual void set(milliseconds after, std::function<void()> expired) = 0;
  virtual void cancel() = 0;
};

class Scheduler {
 public:
  virtual ~Scheduler() = default;
  /// Never goes backward, even if the clock on the wall is set back.
  virtual Time now() const = 0;
  virtual std::unique_ptr<Timer> make_timer() = 0;
  /// Runs something on the scheduler's thread, later, never inside this call; from any thread.
  virtual void post(std::function<void()> function) = 0;
};

/// The way to a scheduler's thread for whoever may call when its owner, or the scheduler, is gone.
/// Belongs to a shared_ptr.
class Entrance : public std::enable_shared_from_this<Entrance> {
 public:
  explicit Entrance(Scheduler& scheduler) : scheduler_(&scheduler) {}

  /// Runs something on the scheduler's thread, later; after `close` it is dropped, even if it is in
  /// line already.
  void post(std::function<void()> function) {
    const std::lock_guard lock(mutex_);
    if (scheduler_ == nullptr) return;
    // This only puts it in line: nothing of the function runs here.
    scheduler_->post([self = shared_from_this(), function = std::move(function)] {
      if (self->is_open()) function();
    });
  }
  bool is_open() const {
    const std::lock_guard lock(mutex_);
    return scheduler_ != nullptr;
  }
  /// From now on owner and scheduler may go. Called where the functions run, or when none does.
  void close() {
    const std::lock_guard lock(mutex_);
    scheduler_ = nullptr;
  }

 private:
  mutable std::mutex mutex_{};
  Scheduler* scheduler_;
};

}  // namespace spielwerk::server
