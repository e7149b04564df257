#include "server/base/background.h"

#include <exception>
#include <utility>

namespace spielwerk::server {

bool BackgroundThread::run(const std::string& who, std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  if (is_ending_) return false;
  const auto found = waiting_.find(who);
  const std::size_t own = found == waiting_.end() ? 0 : found->second.size();
  if (own >= limits_.of_one || count_ >= limits_.of_all) return false;
  if (own == 0) order_.push_back(who);
  waiting_[who].push_back(std::move(work));
  ++count_;
  has_work_.notify_one();
  return true;
}

std::size_t BackgroundThread::waiting() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

void BackgroundThread::end() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void BackgroundThread::work_off(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (has_work_.wait(lock, stop, [this] { return count_ > 0; }) && !is_ending_) {
    const std::string who = std::move(order_.front());
    order_.pop_front();
    const auto line = waiting_.find(who);
    std::function<void()> work = std::move(line->second.front());
    line->second.pop_front();
    --count_;
    if (line->second.empty()) {
      waiting_.erase(line);
    } else {
      order_.push_back(who);
    }
    lock.unlock();
    try {
      work();
    } catch (const std::exception&) {
      // Out of memory, most likely; whoever waits for it is told by what the work holds.
    }
    work = {};
    lock.lock();
  }
}

}  // namespace spielwerk::server
