// What tests of event logs append, and waiting until it is stored.
#pragma once

#include <future>

#include "server/tables/event_log.h"

namespace spielwerk::server {

inline Time at(int second) { return Time(std::chrono::seconds(second)); }

/// A new table with a person, a remote player and an invite.
inline LogEntry created(const std::string& id, int second) {
  const Seat far{.kind = SeatKind::Remote, .server = "192.0.2.1:4711"};
  const Seat person{.kind = SeatKind::Human, .name = "Anna"};
  return {.table = id,
          .events = {{1, at(second), Created{.game = "kaskade:4x4", .seats = {person, far}}}},
          .summary = {.id = id,
                      .game = "kaskade:4x4",
                      .title = "Kaskade",
                      .seats = {person, far},
                      .created = at(second),
                      .changed = at(second)},
          .new_secrets = {{Secret::Kind::Host, id + " token", 0},
                          {Secret::Kind::Invite, id + " invite", 1}}};
}
/// The event with this number; by default the first after its creation.
inline LogEntry moved(const std::string& id, int second, int number = 2) {
  LogEntry entry = created(id, second);
  entry.events = {{number, at(second), Moved{.move = number % 2 == 0 ? "0;0" : "3;3"}}};
  entry.new_secrets.clear();
  entry.summary.created = at(1);
  entry.summary.moves = number - 1;
  return entry;
}
inline LogEntry ended(const std::string& id, int second, int number = 2) {
  LogEntry entry = created(id, second);
  entry.events = {{number, at(second), Ended{.result = "0-1", .reason = EndReason::Resignation}}};
  entry.new_secrets.clear();
  entry.summary.created = at(1);
  entry.summary.moves = 7;
  entry.summary.result = Result{"0-1", 1, EndReason::Resignation};
  return entry;
}

/// Waits until it is stored; why it is not.
inline std::optional<StorageProblem> append_and_wait(EventLog& log, std::vector<LogEntry> entries) {
  std::promise<std::optional<StorageProblem>> stored;
  log.append(std::move(entries),
             [&](const std::optional<StorageProblem>& problem) { stored.set_value(problem); });
  return stored.get_future().get();
}
/// Waits until they are forgotten; how many.
inline int forget_and_wait(EventLog& log, const Retention& retention, std::vector<std::string> kept,
                           int max) {
  std::promise<int> forgotten;
  log.forget(retention, std::move(kept), max,
             [&](const auto& tables) { forgotten.set_value(static_cast<int>(tables.size())); });
  return forgotten.get_future().get();
}

}  // namespace spielwerk::server
