#include "server/api/kaskade_json.h"

#include "core/duration.h"

namespace spielwerk::server {

json::object json_of_kaskade(const KaskadeService::State& state, bool has_key) {
  json::array connections;
  for (const auto& [info, table] : state.connections) {
    connections.push_back(json::object{{"address", has_key ? info.connection : ""},
                                       {"user", info.user},
                                       {"game", info.game},
                                       {"table", table},
                                       {"moves", info.moves},
                                       {"is_thinking", info.is_thinking}});
  }
  return {{"is_on", state.is_on},
          {"port", state.port},
          {"strategy", state.strategy},
          {"time", print_duration(state.time)},
          {"may_change", has_key},
          {"connections", std::move(connections)},
          {"counts", json::object{{"connections", state.counts.connections},
                                  {"refused", state.counts.refused},
                                  {"games", state.counts.games},
                                  {"won", state.counts.won},
                                  {"lost", state.counts.lost},
                                  {"moves", state.counts.moves}}}};
}

std::expected<void, Refusal> change_kaskade(KaskadeService& kaskade, const json::value& body) {
  JsonReader reader(body);
  const auto is_on = reader.optional_boolean("is_on");
  const auto port = reader.optional_integer("port", 1, 65'535);
  const auto strategy = reader.optional_text("strategy");
  const auto time =
      reader.optional_duration("time", KaskadeService::kMinTime, KaskadeService::kMaxTime);
  if (!reader.is_good()) return std::unexpected(reader.problem());
  KaskadeService::Done done;
  if (strategy) done = kaskade.set_strategy(*strategy);
  if (done && time) done = kaskade.set_time(*time);
  if (!done) return std::unexpected(refusal<RefusalCode::UnfitPlayer>(done.error()));
  if (is_on && !*is_on) kaskade.switch_off();
  if (port) done = kaskade.set_port(static_cast<int>(*port));
  if (done && is_on && *is_on) done = kaskade.switch_on();
  if (!done) {
    const std::int64_t wanted = port.value_or(kaskade.state().port);
    return std::unexpected(refusal<RefusalCode::Port>(wanted, done.error()));
  }
  return {};
}

}  // namespace spielwerk::server
