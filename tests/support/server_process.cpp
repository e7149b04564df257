#include "tests/support/server_process.h"

#include <linux/capability.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <utility>

namespace spielwerk::test {

ServerProcess::ServerProcess(const std::vector<std::string>& more, bool obeys_permissions) {
  std::vector<std::string> arguments{"serve", "--no-browser", "--kaskade-port", "0"};
  if (std::find(more.begin(), more.end(), "--port") == more.end()) {
    arguments.insert(arguments.end(), {"--port", "0"});
  }
  arguments.insert(arguments.end(), more.begin(), more.end());
  run(std::move(arguments), obeys_permissions, "");
}

ServerProcess::ServerProcess(const std::vector<std::string>& command,
                             const std::string& data_home) {
  run(command, false, data_home);
}

void ServerProcess::run(std::vector<std::string> arguments, bool obeys_permissions,
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
    // An administrator loses the right to write anywhere. Another user could perhaps not even come
    // to the program.
    if (obeys_permissions && ::getuid() == 0 && ::prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE) != 0) {
      ::_exit(126);
    }
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  output_end_ = ends[0];
  constexpr std::string_view kAddress = "Spielwerk is at http://localhost:";
  while (true) {
    pollfd ready{.fd = output_end_, .events = POLLIN, .revents = 0};
    std::array<char, 4096> buffer{};
    if (::poll(&ready, 1, 30'000) <= 0) return;
    const auto count = ::read(output_end_, buffer.data(), buffer.size());
    if (count <= 0) return;
    output_.append(buffer.data(), static_cast<std::size_t>(count));
    const std::size_t found = output_.find(kAddress);
    if (found != std::string::npos &&
        output_.find('/', found + kAddress.size()) != std::string::npos) {
      port_ = static_cast<std::uint16_t>(std::stoi(output_.substr(found + kAddress.size())));
      return;
    }
  }
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
