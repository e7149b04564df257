// From many threads to one receiver: one thing after the other, in order, with no lock held.
#pragma once

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace spielwerk {

/// The receiver is never called by two threads at once, and never while a lock is held, so it may
/// do whatever it likes, add more or wait for others. It must not throw. What it does not take
/// waits without bound.
template <class Item>
class Outbox {
 public:
  using Receiver = std::function<void(const Item&)>;

  explicit Outbox(Receiver receiver) : receiver_(std::move(receiver)) {}

  /// Puts something in line; it is received by the next `deliver`.
  void add(Item item) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(item));
  }
  /// Hands over what is in line. If that is being done already, whoever does it hands this over
  /// too, perhaps after this call has returned.
  void deliver() {
    std::unique_lock lock(mutex_);
    if (is_delivering_) return;
    is_delivering_ = true;
    while (!waiting_.empty()) {
      std::vector<Item> batch;
      batch.swap(waiting_);
      lock.unlock();
      for (const Item& each : batch) receiver_(each);
      batch.clear();
      lock.lock();
    }
    is_delivering_ = false;
  }

 private:
  const Receiver receiver_;
  std::mutex mutex_{};
  std::vector<Item> waiting_{};
  bool is_delivering_ = false;
};

}  // namespace spielwerk
