#include "tests/support/server_process.h"

#include <fcntl.h>
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

#include "tests/support/waiting.h"

namespace spielwerk::test {

ServerProcess::ServerProcess(const std::vector<std::string>& more, bool obeys_permissions,
                             unsigned max_open_files) {
  std::vector<std::string> arguments{"serve", "--no-browser", "--kaskade-port", "0"};
  if (std::find(more.begin(), more.end(), "--port") == more.end()) {
    arguments.insert(arguments.end(), {"--port", "0"});
  }
  arguments.insert(arguments.end(), more.begin(), more.end());
  run(std::move(arguments), obeys_permissions, "", max_open_files);
}

ServerProcess::ServerProcess(const std::vector<std::string>& command,
                             const std::string& data_home) {
  run(command, false, data_home, 0);
}

void ServerProcess::run(std::vector<std::string> arguments, bool obeys_permissions,
                        const std::string& data_home, unsigned max_open_files) {
  arguments.insert(arguments.begin(), SPIELWERK_PROGRAM);
  std::vector<char*> pointers;
  for (std::string& each : arguments) pointers.push_back(each.data());
  pointers.push_back(nullptr);
  std::array<int, 2> ends{};
  std::array<int, 2> input{};
  // Others that are started meanwhile must not keep them open.
  if (::pipe2(ends.data(), O_CLOEXEC) != 0 || ::pipe2(input.data(), O_CLOEXEC) != 0) std::abort();
  process_ = ::fork();
  if (process_ == 0) {
    ::dup2(input[0], STDIN_FILENO);
    ::dup2(ends[1], STDOUT_FILENO);
    ::dup2(ends[1], STDERR_FILENO);
    // As a shell would start it, whatever the tests themselves have been started by.
    for (const int each : {SIGPIPE, SIGXFSZ}) std::signal(each, SIG_DFL);
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
    if (max_open_files > 0) {
      const rlimit few{.rlim_cur = max_open_files, .rlim_max = max_open_files};
      ::setrlimit(RLIMIT_NOFILE, &few);
    }
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  ::close(input[0]);
  output_end_ = ends[0];
  input_end_ = input[1];
  const bool is_kaskade =
      arguments.size() > 2 && arguments[1] == "kaskade" && arguments[2] == "serve";
  const std::string_view address =
      is_kaskade ? "Kaskade server at 127.0.0.1 port " : "Spielwerk is at http://localhost:";
  const char after = is_kaskade ? ':' : '/';
  while (read_more(30'000)) {
    const std::size_t found = output_.find(address);
    if (found != std::string::npos &&
        output_.find(after, found + address.size()) != std::string::npos) {
      port_ = static_cast<std::uint16_t>(std::stoi(output_.substr(found + address.size())));
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
  close_output();
  ::close(input_end_);
}

int ServerProcess::end(int signal) {
  send(signal);
  return wait();
}

void ServerProcess::send(int signal) const { ::kill(process_, signal); }

void ServerProcess::type(std::string_view text) const {
  if (::write(input_end_, text.data(), text.size()) < 0) std::abort();
}

void ServerProcess::close_output() {
  if (output_end_ >= 0) ::close(std::exchange(output_end_, -1));
}

void ServerProcess::fill_output() const {
  // Opened once more, so that only this does not wait when it is full.
  const std::string path = "/proc/self/fd/" + std::to_string(output_end_);
  const int end = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (end < 0) std::abort();
  const std::string block(4096, '.');
  while (::write(end, block.data(), block.size()) > 0) {
  }
  while (::write(end, block.data(), 1) > 0) {
  }
  ::close(end);
}

int ServerProcess::wait(std::chrono::milliseconds time) {
  int status = 0;
  if (!eventually([&] { return ::waitpid(process_, &status, WNOHANG) != 0; }, time)) {
    ::kill(process_, SIGKILL);
    ::waitpid(std::exchange(process_, -1), &status, 0);
    return -1;
  }
  process_ = -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void ServerProcess::limit_files(std::uint64_t bytes) const {
  const rlimit limit{.rlim_cur = bytes, .rlim_max = RLIM_INFINITY};
  ::prlimit(process_, RLIMIT_FSIZE, &limit, nullptr);
}

}  // namespace spielwerk::test
