// Long work is done elsewhere, fairly, and there is an end to what may wait.
#include "server/base/background.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <stdexcept>
#include <vector>

namespace spielwerk::server {
namespace {

using testing::ElementsAre;

/// The thread is busy until it is let go.
class Busy {
 public:
  explicit Busy(Background& background) {
    background.run("busy", [gates = gates_] {
      gates->begun.set_value();
      gates->free.get_future().wait();
    });
    gates_->begun.get_future().wait();
  }
  void let_go() { gates_->free.set_value(); }

 private:
  struct Gates {
    std::promise<void> begun{};
    std::promise<void> free{};
  };
  /// The thread may still be on its way out when this is gone.
  std::shared_ptr<Gates> gates_ = std::make_shared<Gates>();
};

TEST(Background, TakesEverybodyInTurn) {
  std::vector<std::string> done;
  std::promise<void> all;
  BackgroundThread background;
  Busy busy(background);
  for (const char* who : {"a", "a", "a", "b", "c", "c"}) {
    EXPECT_TRUE(background.run(who, [&done, &all, who] {
      done.emplace_back(who);
      if (done.size() == 6) all.set_value();
    }));
  }
  EXPECT_EQ(background.waiting(), 6u);
  busy.let_go();
  all.get_future().wait();
  EXPECT_THAT(done, ElementsAre("a", "b", "c", "a", "c", "a"));
}

TEST(Background, RefusesWhatIsTooMuch) {
  BackgroundThread background({.of_one = 2, .of_all = 3});
  Busy busy(background);
  EXPECT_TRUE(background.run("a", [] {}));
  EXPECT_TRUE(background.run("a", [] {}));
  EXPECT_FALSE(background.run("a", [] {}));
  EXPECT_TRUE(background.run("b", [] {}));
  EXPECT_FALSE(background.run("c", [] {}));
  busy.let_go();
}

TEST(Background, SurvivesWhatGoesWrong) {
  BackgroundThread background;
  std::promise<void> done;
  EXPECT_TRUE(background.run("a", [] { throw std::runtime_error("out of luck"); }));
  EXPECT_TRUE(background.run("a", [&] { done.set_value(); }));
  done.get_future().wait();
}

TEST(Background, DropsWhatWaitsAtTheEnd) {
  const auto held = std::make_shared<int>(0);
  {
    constexpr std::size_t kNoLimit = 1'000'000'000;
    BackgroundThread background({.of_one = kNoLimit, .of_all = kNoLimit});
    Busy busy(background);
    EXPECT_TRUE(background.run("a", [held] { ++*held; }));
    std::jthread ending([&] { background.end(); });
    // The end has been asked for when nothing more is taken.
    while (background.run("b", [] {})) std::this_thread::yield();
    busy.let_go();
  }
  EXPECT_EQ(*held, 0);
  EXPECT_EQ(held.use_count(), 1);
}

}  // namespace
}  // namespace spielwerk::server
