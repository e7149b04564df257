// A queue from many threads to one receiver, which gets one item after the other and no lock held.
#pragma once

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace spielwerk {

/// The receiver is never called by two threads at once, and never while a lock is held, so it may
/// add further items or wait for other threads. It must not throw. The queue is unbounded.
template <class Item>
class Outbox {
 public:
  using Receiver = std::function<void(const Item&)>;

  explicit Outbox(Receiver receiver) : receiver_(std::move(receiver)) {}

  /// Appends an item; it is received by the next `deliver`.
  void add(Item item) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(item));
  }
  /// Hands the queue to the receiver. If another thread is doing so already, that thread hands over
  /// the new items too, perhaps after this call has returned.
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
