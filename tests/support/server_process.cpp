#include "tests/support/server_process.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <utility>

namespace spielwerk::test {

ServerProcess::ServerProcess(const std::vector<std::string>& more, bool as_nobody) {
  std::vector<std::string> arguments{"serve", "--no-browser", "--kaskade-port", "0"};
  if (std::find(more.begin(), more.end(), "--port") == more.end()) {
    arguments.insert(arguments.end(), {"--port", "0"});
  }
  arguments.insert(arguments.end(), more.begin(), more.end());
  run(std::move(arguments), as_nobody, "");
}

ServerProcess::ServerProcess(const std::vector<std::string>& command,
                             const std::string& data_home) {
  run(command, false, data_home);
}

void ServerProcess::run(std::vector<std::string> arguments, bool as_nobody,
                        const std::string& data_home) {
  arguments.insert(arguments.begin(), SPIELWERK_PROGRAM);
  std::vector<char*> pointers;
  for (std::string& each : arguments) pointers.push_back(each.data());
  pointers.push_back(nullptr);
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) std::abort();
  process_ = ::fork();
  if (process_ == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::dup2(ends[1], STDERR_FILENO);
    ::close(ends[0]);
    // A write beyond a limit shall fail, not end the program.
    std::signal(SIGXFSZ, SIG_IGN);
    if (!data_home.empty()) {
      ::setenv("XDG_DATA_HOME", data_home.c_str(), 1);
      ::unsetenv("DISPLAY");
      ::unsetenv("WAYLAND_DISPLAY");
    }
    constexpr uid_t kNobody = 65'534;
    if (as_nobody && ::getuid() == 0 && ::setuid(kNobody) != 0) ::_exit(126);
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  output_end_ = ends[0];
  constexpr std::string_view kAddress = "Spielwerk is at http://localhost:";
  while (read_more(30'000)) {
    const std::size_t found = output_.find(kAddress);
    if (found != std::string::npos &&
        output_.find('/', found + kAddress.size()) != std::string::npos) {
      port_ = static_cast<std::uint16_t>(std::stoi(output_.substr(found + kAddress.size())));
      return;
    }
  }
}

bool ServerProcess::read_more(int milliseconds) {
  pollfd ready{.fd = output_end_, .events = POLLIN, .revents = 0};
  std::array<char, 4096> buffer{};
  if (::poll(&ready, 1, milliseconds) <= 0) return false;
  const auto count = ::read(output_end_, buffer.data(), buffer.size());
  if (count <= 0) return false;
  output_.append(buffer.data(), static_cast<std::size_t>(count));
  return true;
}

const std::string& ServerProcess::output_until(std::string_view text) {
  const auto is_there = [&] {
    const std::size_t found = output_.find(text);
    return found != std::string::npos && output_.find('\n', found) != std::string::npos;
  };
  while (!is_there() && read_more(10'000)) {
  }
  return output_;
}

ServerProcess::~ServerProcess() {
  if (process_ > 0) end(SIGKILL);
  ::close(output_end_);
}

int ServerProcess::end(int signal) {
  ::kill(process_, signal);
  return wait();
}

int ServerProcess::wait() {
  int status = 0;
  ::waitpid(std::exchange(process_, -1), &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void ServerProcess::limit_files(std::uint64_t bytes) const {
  const rlimit limit{.rlim_cur = bytes, .rlim_max = RLIM_INFINITY};
  ::prlimit(process_, RLIMIT_FSIZE, &limit, nullptr);
}

}  // namespace spielwerk::test
