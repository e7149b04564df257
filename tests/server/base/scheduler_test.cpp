// The entrance to a scheduler's thread, and what becomes of those who come too late.
#include "server/base/scheduler.h"

#include <gtest/gtest.h>

#include "tests/server/base/manual_scheduler.h"

namespace spielwerk::server {
namespace {

TEST(Entrance, RunsWhatIsPostedLater) {
  ManualScheduler scheduler;
  const auto entrance = std::make_shared<Entrance>(scheduler);
  int count = 0;
  entrance->post([&] { ++count; });
  EXPECT_EQ(count, 0);
  scheduler.run();
  EXPECT_EQ(count, 1);
}

TEST(Entrance, DropsWhatIsInLineWhenItClosesAndWhatComesAfter) {
  ManualScheduler scheduler;
  const auto entrance = std::make_shared<Entrance>(scheduler);
  int count = 0;
  entrance->post([&] { ++count; });
  entrance->close();
  entrance->post([&] { ++count; });
  EXPECT_FALSE(entrance->is_open());
  scheduler.run();
  EXPECT_EQ(count, 0);
}

}  // namespace
}  // namespace spielwerk::server
