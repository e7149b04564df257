// Signals to a program that serves: polite the first time, at once the second.
#include "app/commands/signals.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <future>

namespace spielwerk::app {
namespace {

/// Asks to stop and waits until that was heard, then asks again.
[[noreturn]] void ask_twice(int first, int second) {
  // Whoever never ends has failed, too.
  ::alarm(30);
  StopSignals signals;
  std::promise<void> heard;
  signals.call([&] { heard.set_value(); });
  ::kill(::getpid(), first);
  heard.get_future().wait();
  ::kill(::getpid(), second);
  while (true) ::pause();
}

TEST(StopSignalsDeathTest, TheSecondSignalEndsTheProgramAtOnce) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(ask_twice(SIGTERM, SIGTERM), testing::KilledBySignal(SIGTERM), "");
  EXPECT_EXIT(ask_twice(SIGINT, SIGINT), testing::KilledBySignal(SIGINT), "");
  EXPECT_EXIT(ask_twice(SIGHUP, SIGTERM), testing::KilledBySignal(SIGTERM), "");
}

TEST(StopSignalsDeathTest, ASignalDuringTheEndEndsTheProgramAtOnce) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        ::alarm(30);
        StopSignals signals;
        signals.call([] { std::_Exit(1); });
        signals.let_through();
        ::kill(::getpid(), SIGTERM);
        while (true) ::pause();
      },
      testing::KilledBySignal(SIGTERM), "");
}

TEST(StopSignalsDeathTest, NobodyElsesSignalEndsTheWaiting) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        ::alarm(30);
        StopSignals signals;
        signals.call([] { std::_Exit(7); });
        ::kill(::getpid(), SIGUSR1);
        ::kill(::getpid(), SIGTERM);
        while (true) ::pause();
      },
      testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace spielwerk::app
