// Makes tables from their events, from a wish or from storage. Takes its time with long games, and
// may be done on any thread.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "server/tables/event_log.h"
#include "server/tables/table.h"

namespace spielwerk::server {

/// A new table and its first events.
struct BuiltTable {
  Table table;
  std::vector<Event> events{};
};
std::expected<BuiltTable, Refusal> build_table(const Registry& games, const Created& wish,
                                               Time now);

/// A table as it is stored, with all that its events allow; Table::damage tells if that is not all.
struct FoundTable {
  Table table;
  std::vector<Secret> secrets{};
};
/// Nothing if there is no such table; the error, a sentence, if nothing of it can be read.
using ReadTable = std::expected<std::optional<FoundTable>, std::string>;
ReadTable read_table(EventLog& log, const Registry& games, const std::string& id);

}  // namespace spielwerk::server
