#include "server/tables/table_building.h"

#include "server/base/secrets.h"
#include "server/tables/seats.h"

namespace spielwerk::server {

std::expected<BuiltTable, Refusal> build_table(const Registry& games, const Created& wish,
                                               Time now) {
  const auto unfit = [](const std::string& problem) {
    return std::unexpected(refusal<RefusalCode::UnfitTable>(problem));
  };
  std::vector<Event> events{{1, now, wish}};
  auto table = Table::create(games, make_table_id(), events.front());
  if (!table) return unfit(table.error());
  for (const Seat& seat : table->seats()) {
    if (const std::string problem = problem_with_seat(table->game(), seat); !problem.empty()) {
      return std::unexpected(refusal<RefusalCode::UnfitPlayer>(problem));
    }
  }
  if (const Outcome outcome = table->position().outcome(); outcome.is_over()) {
    // It began with a record that was complete.
    events.push_back({2, now, Ended{print_outcome(outcome, table->game().players())}});
    if (auto done = table->apply(events.back()); !done) return unfit(done.error());
  }
  return BuiltTable{*std::move(table), std::move(events)};
}

ReadTable read_table(EventLog& log, const Registry& games, const std::string& id) {
  auto stored = log.load(id);
  if (!stored) return std::unexpected(stored.error());
  if (!*stored) return std::nullopt;
  const std::vector<Event>& events = (*stored)->events;
  auto table = Table::create(games, id, events.front());
  if (!table) return std::unexpected(table.error());
  std::string damage = std::move((*stored)->damage);
  for (std::size_t index = 1; index < events.size(); ++index) {
    if (const auto done = table->apply(events[index]); !done) {
      damage = fmt::format("event {}: {}", events[index].number, done.error());
      break;
    }
  }
  table->set_damage(std::move(damage));
  return FoundTable{*std::move(table), std::move((*stored)->secrets)};
}

}  // namespace spielwerk::server
