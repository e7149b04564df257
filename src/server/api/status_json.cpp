#include "server/api/status_json.h"

#include <cmath>

#include "core/version.h"

namespace spielwerk::server {
namespace {

/// The time within which that share of commands was carried out, in milliseconds: the bound of its
/// class. Nothing if there was none, or if it took longer than all bounds.
json::value latency(const HallCounts& counts, double share) {
  std::uint64_t all = 0;
  for (const std::uint64_t each : counts.latencies) all += each;
  if (all == 0) return nullptr;
  const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(all)));
  std::uint64_t sum = 0;
  for (std::size_t index = 0; index < kLatencyBounds.size(); ++index) {
    sum += counts.latencies[index];
    if (sum >= wanted) return kLatencyBounds[index];
  }
  return nullptr;
}

}  // namespace

double RecentRate::per_minute(std::uint64_t count, Time now) {
  constexpr std::chrono::minutes kRecent{1};
  // The last look that is older than a minute is the first one counted.
  while (looks_.size() > 1 && now - looks_[1].time >= kRecent) looks_.pop_front();
  const Look first = looks_.front();
  if (looks_.back().time < now) looks_.push_back({now, count});
  const std::chrono::duration<double> time = now - first.time;
  return time.count() <= 0 ? 0 : static_cast<double>(count - first.count) * 60 / time.count();
}

json::object json_of_status(const ServerStatus& status) {
  const HallCounts& hall = status.hall;
  const WebCounts& web = status.web;
  json::object refusals;
  for (const auto& [code, count] : web.refusals) refusals[std::to_string(code)] = count;
  return {
      {"version", kBuild.version},
      {"commit", kBuild.commit},
      {"since", status.since.time_since_epoch().count()},
      {"now", status.now.time_since_epoch().count()},
      {"storage", json::object{{"problem", status.storage_problem},
                               {"failures", hall.failed},
                               {"damaged", hall.damaged}}},
      {"tables", json::object{{"live", hall.live},
                              {"loaded", hall.loaded},
                              {"created", hall.created},
                              {"watchers", hall.watchers}}},
      {"moves", json::object{{"total", hall.moves},
                             {"per_minute", std::round(status.moves_per_minute)},
                             {"median", latency(hall, 0.5)},
                             {"percentile_99", latency(hall, 0.99)}}},
      {"web", json::object{{"connections", web.visitors.connections},
                           {"sockets", web.sockets},
                           {"visitors", web.visitors.visitors},
                           {"requests", web.requests},
                           {"connections_refused", web.visitors.refused},
                           {"over_rate", web.visitors.over_rate},
                           {"refusals", std::move(refusals)}}},
      {"engines",
       json::object{{"thinking", status.engines.thinking}, {"waiting", status.engines.waiting}}},
      {"clients", json::object{{"is_on", status.kaskade.is_on},
                               {"connections", status.kaskade.counts.open},
                               {"games", status.kaskade.counts.games}}},
  };
}

}  // namespace spielwerk::server
