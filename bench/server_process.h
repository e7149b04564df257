// A server in a process of its own, whose memory and processor time are the server's alone.
#pragma once

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>

namespace spielwerk {

class ServerProcess {
 public:
  /// Tells the port as soon as the server listens.
  using Report = std::function<void(std::uint16_t)>;

  /// `serve` runs in the new process, reports, and does not return.
  explicit ServerProcess(const std::function<void(const Report&)>& serve) {
    int ends[2];
    if (::pipe(ends) != 0) std::abort();
    process_ = ::fork();
    if (process_ == 0) {
      serve([&](std::uint16_t port) {
        if (::write(ends[1], &port, sizeof port) != sizeof port) std::abort();
      });
      std::abort();
    }
    ::close(ends[1]);
    if (::read(ends[0], &port_, sizeof port_) != sizeof port_) std::abort();
    ::close(ends[0]);
  }
  ~ServerProcess() {
    ::kill(process_, SIGTERM);
    ::waitpid(process_, nullptr, 0);
  }
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  std::uint16_t port() const { return port_; }
  long kilobytes() const {
    std::ifstream status(fmt::format("/proc/{}/status", process_));
    for (std::string word; status >> word;) {
      long value = 0;
      if (word == "VmRSS:" && status >> value) return value;
    }
    return 0;
  }

  /// Processor time of all its threads up to now.
  double processor_seconds() const {
    clockid_t clock{};
    timespec time{};
    if (::clock_getcpuclockid(process_, &clock) != 0 || ::clock_gettime(clock, &time) != 0)
      return 0;
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }

 private:
  pid_t process_ = 0;
  std::uint16_t port_ = 0;
};

}  // namespace spielwerk
