#include "tests/support/java_program.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace spielwerk::test {
namespace {

namespace fs = std::filesystem;

/// The compiled classes of tests/java, for this process of tests alone.
class Classes {
 public:
  Classes()
      : folder_(fs::path(SPIELWERK_TEST_OUTPUT) /
                fmt::format("java.{}", static_cast<int>(::getpid()))) {
    const std::string command =
        fmt::format("cd '{}' && javac -encoding UTF-8 -d '{}' *.java towerwarspp/preset/*.java",
                    SPIELWERK_SOURCE_FOLDER "/tests/java", folder_.string());
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
  }
  ~Classes() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Classes(const Classes&) = delete;
  Classes& operator=(const Classes&) = delete;

  const fs::path& folder() const { return folder_; }

 private:
  const fs::path folder_;
};

}  // namespace

bool has_java() {
  static const bool has = std::system("command -v javac java >/dev/null 2>&1") == 0;
  return has;
}

JavaProgram::JavaProgram(const std::string& name) {
  static const Classes classes;
  const std::string command =
      fmt::format("exec java -Djava.rmi.server.hostname=127.0.0.1 -cp '{}' {}",
                  classes.folder().string(), name);
  output_ = ::popen(command.c_str(), "r");
  std::istringstream first(line());
  first >> port_ >> process_;
  EXPECT_GT(port_, 0) << name << " does not begin";
}

JavaProgram::~JavaProgram() {
  kill();
  ::pclose(output_);
}

std::string JavaProgram::line() {
  std::string text;
  std::array<char, 1024> part{};
  while (!text.ends_with('\n') && std::fgets(part.data(), part.size(), output_) != nullptr) {
    text += part.data();
  }
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

void JavaProgram::kill() const {
  if (process_ > 0) ::kill(process_, SIGKILL);
}

}  // namespace spielwerk::test
