// Time that a test turns by hand, and the one thread of the tables, which is the test's own.
#pragma once

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

#include "server/base/scheduler.h"

namespace spielwerk::server {

class ManualScheduler final : public Scheduler {
 public:
  Time now() const override { return now_; }
  std::unique_ptr<Timer> make_timer() override { return std::make_unique<ManualTimer>(*this); }
  void post(std::function<void()> function) override {
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(function));
  }

  /// All that is to be done now, and all that follows from it at once.
  void run() {
    while (run_posted() || run_timer(now_)) {
    }
  }
  /// Time passes, and what is to be done on the way is done at its moment.
  void pass(milliseconds time) {
    const Time end = now_ + time;
    run();
    for (ManualTimer* next = first(); next != nullptr && *next->due <= end; next = first()) {
      now_ = std::max(now_, *next->due);
      run();
    }
    now_ = end;
  }
  int timers() const {
    return static_cast<int>(std::count_if(timers_.begin(), timers_.end(),
                                          [](const auto* each) { return each->due.has_value(); }));
  }

 private:
  struct ManualTimer final : public Timer {
    explicit ManualTimer(ManualScheduler& of) : scheduler(of) { scheduler.timers_.push_back(this); }
    ~ManualTimer() override { std::erase(scheduler.timers_, this); }
    ManualTimer(const ManualTimer&) = delete;
    ManualTimer& operator=(const ManualTimer&) = delete;

    void set(milliseconds after, std::function<void()> function) override {
      due = scheduler.now_ + after;
      expired = std::move(function);
    }
    void cancel() override {
      due.reset();
      expired = {};
    }

    ManualScheduler& scheduler;
    std::optional<Time> due{};
    std::function<void()> expired{};
  };

  ManualTimer* first() const {
    ManualTimer* first = nullptr;
    for (ManualTimer* each : timers_) {
      if (each->due && (first == nullptr || *each->due < *first->due)) first = each;
    }
    return first;
  }
  bool run_timer(Time until) {
    ManualTimer* timer = first();
    if (timer == nullptr || *timer->due > until) return false;
    const auto expired = std::exchange(timer->expired, {});
    timer->due.reset();
    expired();
    return true;
  }
  bool run_posted() {
    std::deque<std::function<void()>> posted;
    {
      const std::lock_guard lock(mutex_);
      posted.swap(posted_);
    }
    for (const auto& each : posted) each();
    return !posted.empty();
  }

  Time now_{std::chrono::hours(500'000)};
  std::vector<ManualTimer*> timers_{};
  std::mutex mutex_{};
  std::deque<std::function<void()>> posted_{};
};

}  // namespace spielwerk::server
