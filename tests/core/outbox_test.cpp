// Many threads that tell one receiver: everything once, in order, and nothing held meanwhile.
#include "core/outbox.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/support/bounded.h"

namespace spielwerk {
namespace {

TEST(Outbox, TheReceiverMayAddMore) {
  EXPECT_TRUE(test::ends([] {
    std::vector<int> received;
    Outbox<int>* own = nullptr;
    Outbox<int> outbox([&](const int& number) {
      received.push_back(number);
      if (number >= 3) return;
      own->add(number + 1);
      own->deliver();
    });
    own = &outbox;
    outbox.add(1);
    outbox.deliver();
    EXPECT_EQ(received, (std::vector<int>{1, 2, 3}));
  }));
}

TEST(Outbox, NobodyWaitsForAReceiverThatIsBusy) {
  EXPECT_TRUE(test::ends([] {
    std::atomic<bool> is_busy = false;
    std::atomic<bool> may_go_on = false;
    std::vector<int> received;
    Outbox<int> outbox([&](const int& number) {
      received.push_back(number);
      is_busy = true;
      while (!may_go_on) std::this_thread::yield();
    });
    std::jthread first([&] {
      outbox.add(1);
      outbox.deliver();
    });
    while (!is_busy) std::this_thread::yield();
    outbox.add(2);
    outbox.deliver();
    may_go_on = true;
    first.join();
    EXPECT_EQ(received, (std::vector<int>{1, 2}));
  }));
}

TEST(Outbox, EverythingComesOnceAndInOrder) {
  constexpr int kThreads = 4;
  constexpr int kItems = 2'000;
  std::vector<std::pair<int, int>> received;
  Outbox<std::pair<int, int>> outbox(
      [&](const std::pair<int, int>& each) { received.push_back(each); });
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        for (int item = 0; item < kItems; ++item) {
          outbox.add({thread, item});
          outbox.deliver();
        }
      });
    }
  }
  ASSERT_EQ(received.size(), static_cast<std::size_t>(kThreads * kItems));
  std::vector<int> next(kThreads, 0);
  for (const auto& [thread, item] : received) {
    EXPECT_EQ(item, next[static_cast<std::size_t>(thread)]++);
  }
}

}  // namespace
}  // namespace spielwerk
