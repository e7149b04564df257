// The program as a process of its own, serving: started, killed, limited.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace spielwerk::test {

class ServerProcess {
 public:
  /// Runs `spielwerk serve --no-browser` at free ports with these arguments and waits until it
  /// serves or has ended. `obeys_permissions`: it cannot write where permissions forbid it, even
  /// if an administrator runs the tests. `max_open_files`: of the whole process, 0 for as many as
  /// the tests themselves may have.
  explicit ServerProcess(const std::vector<std::string>& arguments, bool obeys_permissions = false,
                         unsigned max_open_files = 0);
  /// Runs another command that serves, also Kaskade alone, with the user's data in this folder and
  /// no screen.
  ServerProcess(const std::vector<std::string>& command, const std::string& data_home);
  /// Kills it.
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  /// 0 if it does not serve.
  std::uint16_t port() const { return port_; }
  /// What it has printed until it served or ended, errors too.
  const std::string& output() const { return output_; }
  /// The same once it has printed a line with this text, or ten seconds later.
  const std::string& output_until(std::string_view text);
  /// Sends a signal and waits for the end; the exit status, or 128 and the signal.
  int end(int signal);
  /// The same without a signal; -1 if it does not end in time, and then it is killed.
  int wait(std::chrono::milliseconds time = std::chrono::seconds(60));
  void send(int signal) const;
  /// What somebody types.
  void type(std::string_view text) const;
  /// Whoever reads its output goes away.
  void close_output();
  /// Whoever reads its output is stuck: it takes no more.
  void fill_output() const;
  /// No file may become larger than this from now on.
  void limit_files(std::uint64_t bytes) const;

 private:
  void run(std::vector<std::string> arguments, bool obeys_permissions, const std::string& data_home,
           unsigned max_open_files);
  /// Adds to the output; false if nothing comes any more.
  bool read_more(int milliseconds);

  pid_t process_ = -1;
  int input_end_ = -1;
  int output_end_ = -1;
  std::uint16_t port_ = 0;
  std::string output_{};
};

}  // namespace spielwerk::test
