#include "app/terminal/printer.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace spielwerk::app {
namespace {

/// Nobody reads so much later; the newest counts.
constexpr std::size_t kMaxLines = 1'000;
/// How long the last lines may take to be read.
constexpr std::chrono::seconds kFarewell{1};

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count >= 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      // Somebody who shares the file has made it so; this thread may wait.
      pollfd writable{.fd = file, .events = POLLOUT, .revents = 0};
      ::poll(&writable, 1, -1);
    } else if (errno != EINTR) {
      return;
    }
  }
}

}  // namespace

class Printer::Impl {
 public:
  explicit Impl(const Streams& streams) : output_(streams.output), file_(streams.output_file) {}

  void say(std::string text) {
    {
      const std::lock_guard lock(mutex_);
      if (lines_.size() == kMaxLines) lines_.pop_front();
      lines_.push_back(std::move(text));
    }
    changed_.notify_all();
  }

  void run() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return !lines_.empty() || is_ending_; });
      if (lines_.empty()) break;
      std::string line = std::move(lines_.front());
      lines_.pop_front();
      lock.unlock();
      print(line += '\n');
      lock.lock();
    }
    has_ended_ = true;
    changed_.notify_all();
  }

  void end() {
    std::unique_lock lock(mutex_);
    is_ending_ = true;
    changed_.notify_all();
    const auto has_ended = [this] { return has_ended_; };
    if (file_ < 0) {
      changed_.wait(lock, has_ended);
    } else {
      changed_.wait_for(lock, kFarewell, has_ended);
    }
  }

 private:
  void print(std::string_view line) const {
    if (file_ < 0) {
      output_ << line << std::flush;
    } else {
      // Past the stream: what was stuck in its buffer would be waited for at the end of the
      // program.
      write_all(file_, line);
    }
  }

  std::ostream& output_;
  const int file_;
  std::mutex mutex_{};
  std::condition_variable changed_{};
  std::deque<std::string> lines_{};
  bool is_ending_ = false;
  bool has_ended_ = false;
};

Printer::Printer(const Streams& streams) : impl_(std::make_shared<Impl>(streams)) {
  // The thread keeps its work alive: if it is stuck in the end, nobody waits for it.
  std::thread([impl = impl_] { impl->run(); }).detach();
}
Printer::~Printer() { impl_->end(); }

void Printer::say(std::string text) { impl_->say(std::move(text)); }

}  // namespace spielwerk::app
