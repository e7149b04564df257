#include "app/terminal/printer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

namespace spielwerk::app {
namespace {

/// Nobody reads so much later; the newest counts.
constexpr std::size_t kMaxLines = 1'000;
/// How long the last lines may take to be read.
constexpr std::chrono::seconds kFarewell{1};

/// Takes away what is written. False, with the reason in errno, if that is not all.
bool write_all(int file, std::string_view& text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count >= 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      // Somebody who shares the file has made it so; this thread may wait.
      pollfd writable{.fd = file, .events = POLLOUT, .revents = 0};
      ::poll(&writable, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

int open_at_end(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
  if (file < 0) throw std::runtime_error(fmt::format("{}: {}", path, std::strerror(errno)));
  return file;
}

}  // namespace

class Printer::Impl {
 public:
  explicit Impl(const Streams& streams) : output_(&streams.output), file_(streams.output_file) {}
  Impl(int own_file, OnLoss on_loss)
      : file_(own_file), is_own_(true), on_loss_(std::move(on_loss)) {}
  ~Impl() {
    if (is_own_) ::close(file_);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

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
      const int error = print(line += '\n');
      lock.lock();
      if (error != 0 && last_error_ == 0 && on_loss_) on_loss_(std::strerror(error));
      last_error_ = error;
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
    // If the thread is stuck, whoever would hear it may be gone when it goes on.
    on_loss_ = nullptr;
  }

 private:
  /// Why the line was not printed; 0 if it was, or if nobody can tell.
  int print(std::string_view line) {
    if (file_ < 0) {
      *output_ << line << std::flush;
      return 0;
    }
    // Past the stream: what was stuck in its buffer would be waited for at the end of the program,
    // and it would never again print anything after a failure.
    std::string_view line_end = is_cut_ ? "\n" : "";
    if (!write_all(file_, line_end)) return errno;
    std::string_view rest = line;
    const bool is_written = write_all(file_, rest);
    is_cut_ = !is_written && rest.size() < line.size();
    return is_written ? 0 : errno;
  }

  std::ostream* const output_ = nullptr;
  const int file_;
  const bool is_own_ = false;
  OnLoss on_loss_{};
  /// Why the last line was lost, or 0.
  int last_error_ = 0;
  /// Whether a line stands there without its end.
  bool is_cut_ = false;
  std::mutex mutex_{};
  std::condition_variable changed_{};
  std::deque<std::string> lines_{};
  bool is_ending_ = false;
  bool has_ended_ = false;
};

Printer::Printer(const Streams& streams) : impl_(std::make_shared<Impl>(streams)) { start(); }
Printer::Printer(const std::string& path, OnLoss on_loss)
    : impl_(std::make_shared<Impl>(open_at_end(path), std::move(on_loss))) {
  start();
}

void Printer::start() const {
  // The thread keeps its work alive: if it is stuck in the end, nobody waits for it.
  std::thread([impl = impl_] { impl->run(); }).detach();
}

Printer::~Printer() { impl_->end(); }

void Printer::say(std::string text) { impl_->say(std::move(text)); }

}  // namespace spielwerk::app
