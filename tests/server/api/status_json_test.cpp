// How the server is doing: rates and latencies.
#include "server/api/status_json.h"

#include <gtest/gtest.h>

namespace spielwerk::server {
namespace {

using std::chrono::seconds;

TEST(RecentRate, IsThatOfTheLastMinute) {
  const Time start{std::chrono::hours(500'000)};
  RecentRate rate(start);
  EXPECT_EQ(rate.per_minute(0, start), 0);
  EXPECT_EQ(rate.per_minute(10, start + seconds(30)), 20);
  EXPECT_EQ(rate.per_minute(40, start + seconds(60)), 40);
  // Nobody looked for long: since the look before.
  EXPECT_EQ(rate.per_minute(40, start + seconds(120)), 0);
  EXPECT_EQ(rate.per_minute(1'040, start + seconds(720)), 100);
}

TEST(StatusJson, TellsLatenciesByTheirBounds) {
  ServerStatus status;
  const auto latency = [&](const char* name) {
    return json_of_status(status).at("moves").at(name);
  };
  EXPECT_TRUE(latency("median").is_null());
  status.hall.latencies[1] = 98;  // up to 2 ms
  status.hall.latencies[6] = 1;   // up to 100 ms
  status.hall.latencies[9] = 1;   // longer than all
  EXPECT_EQ(latency("median").as_int64(), 2);
  EXPECT_EQ(latency("percentile_99").as_int64(), 100);
  status.hall.latencies[9] = 10;
  EXPECT_TRUE(latency("percentile_99").is_null());
}

}  // namespace
}  // namespace spielwerk::server
