// Lines at the end of a file, also of one that could not be written for a while.
#include "app/terminal/printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <mutex>
#include <stdexcept>

#include "tests/support/temporary_folder.h"
#include "tests/support/waiting.h"

namespace spielwerk::app {
namespace {

std::string content_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// No file of this process can become longer, as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

class Problems {
 public:
  Printer::OnLoss taker() {
    return [this](std::string_view problem) {
      const std::lock_guard lock(mutex_);
      problems_.emplace_back(problem);
    };
  }
  std::vector<std::string> all() {
    const std::lock_guard lock(mutex_);
    return problems_;
  }

 private:
  std::mutex mutex_{};
  std::vector<std::string> problems_{};
};

TEST(Printer, AddsToAFileThatIsNotForEverybody) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("log");
  for (const char* line : {"one", "two"}) Printer(path, {}).say(line);
  EXPECT_EQ(content_of(path), "one\ntwo\n");
  struct stat facts{};
  ASSERT_EQ(::stat(path.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0137, 0u);
}

TEST(Printer, SaysWhichFileItCannotOpen) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("no/log");
  try {
    const Printer printer(path, {});
    FAIL() << "it was opened";
  } catch (const std::runtime_error& failure) {
    EXPECT_EQ(failure.what(), path + ": No such file or directory");
  }
}

TEST(Printer, GoesOnWhenThereIsRoomAgainAndTellsOnceOfWhatIsLost) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("log");
  Problems problems;
  Printer printer(path, problems.taker());
  for (const std::size_t times : {1u, 2u}) {
    {
      // Room for three characters of a line.
      const FullDisk disk(content_of(path).size() + 3);
      for (const char* line : {"lost", "also lost", "lost as well"}) printer.say(line);
      ASSERT_TRUE(test::eventually([&] { return problems.all().size() == times; }));
      ASSERT_TRUE(test::eventually([&] { return content_of(path).ends_with("los"); }));
    }
    printer.say("found");
    ASSERT_TRUE(test::eventually([&] { return content_of(path).ends_with("found\n"); }));
  }
  // Nothing continues a line that was cut off.
  EXPECT_THAT(content_of(path), testing::HasSubstr("los\n"));
  EXPECT_THAT(problems.all(), testing::ElementsAre("File too large", "File too large"));
}

}  // namespace
}  // namespace spielwerk::app
