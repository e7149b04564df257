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

/// Where the classes are; each process of tests compiles them once for itself.
const fs::path& classes() {
  static const fs::path folder = [] {
    const fs::path sources = SPIELWERK_SOURCE_FOLDER "/tests/java";
    fs::path made =
        fs::path(SPIELWERK_TEST_OUTPUT) / fmt::format("java.{}", static_cast<int>(::getpid()));
    const std::string command =
        fmt::format("cd '{}' && javac -encoding UTF-8 -d '{}' *.java towerwarspp/preset/*.java",
                    sources.string(), made.string());
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    return made;
  }();
  return folder;
}

/// Nothing of the classes stays when the tests have ended.
struct Cleaning final : public testing::Environment {
  void TearDown() override {
    if (has_java()) fs::remove_all(classes());
  }
};
const auto* const cleaning [[maybe_unused]] =
    testing::AddGlobalTestEnvironment(std::make_unique<Cleaning>().release());

}  // namespace

bool has_java() {
  static const bool has = std::system("command -v javac java >/dev/null 2>&1") == 0;
  return has;
}

JavaProgram::JavaProgram(const std::string& name) {
  const std::string command = fmt::format(
      "exec java -Djava.rmi.server.hostname=127.0.0.1 -cp '{}' {}", classes().string(), name);
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
