// How the server is doing, for whoever runs it.
#pragma once

#include <deque>

#include "players/thinking_pool.h"
#include "server/api/kaskade_service.h"
#include "server/json/json_reader.h"
#include "server/tables/hall.h"
#include "server/web/web_server.h"

namespace spielwerk::server {

/// How often something happens, by looks at a count that only grows.
class RecentRate {
 public:
  explicit RecentRate(Time since) : looks_{{since, 0}} {}

  /// Over the last minute, or as long as it is known: since the first look in that minute or, if
  /// there was none, since the look before.
  double per_minute(std::uint64_t count, Time now);

 private:
  struct Look {
    Time time;
    std::uint64_t count;
  };
  std::deque<Look> looks_;
};

struct ServerStatus {
  Time since{};
  Time now{};
  double moves_per_minute = 0;
  HallCounts hall{};
  WebCounts web{};
  ThinkingPool::Load engines{};
  KaskadeService::State kaskade{};
  std::string storage_problem{};
};
json::object json_of_status(const ServerStatus& status);

}  // namespace spielwerk::server
