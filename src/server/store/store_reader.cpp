#include "server/store/store_reader.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>

#include "server/json/event_json.h"
#include "server/json/table_json.h"
#include "server/store/event_chain.h"

namespace spielwerk::server {
namespace {

constexpr const char* kSummary =
    "SELECT id, game, title, seats, created, changed, moves, result FROM tables ";

std::optional<Summary> summary_in(SQLite::Statement& row) {
  auto seats = parse_seats(row.getColumn(3).getString());
  std::optional<Result> result;
  if (!row.getColumn(7).isNull()) {
    result = parse_result(row.getColumn(7).getString());
    if (!result) return std::nullopt;
  }
  if (!seats) return std::nullopt;
  return Summary{.id = row.getColumn(0).getString(),
                 .game = row.getColumn(1).getString(),
                 .title = row.getColumn(2).getString(),
                 .seats = *std::move(seats),
                 .created = time_of(row.getColumn(4).getInt64()),
                 .changed = time_of(row.getColumn(5).getInt64()),
                 .moves = row.getColumn(6).getInt(),
                 .result = std::move(result)};
}

/// Where the list says that a chain ends.
struct ChainEnd {
  std::int64_t events = 0;
  Checksum checksum = kChainBegin;
};

std::optional<ChainEnd> chain_end(SQLite::Database& database, const std::string& id) {
  SQLite::Statement query(database, "SELECT events, checksum FROM tables WHERE id = ?");
  query.bind(1, id);
  if (!query.executeStep()) return std::nullopt;
  return ChainEnd{query.getColumn(0).getInt64(), query.getColumn(1).getInt64()};
}

/// Reads events as long as they are whole; what is wrong then, a sentence without full stop.
std::string read_events(SQLite::Database& database, StoredTable& table, Checksum& checksum) {
  SQLite::Statement query(
      database,
      "SELECT number, time, body, checksum FROM events WHERE table_id = ? ORDER BY number");
  query.bind(1, table.id);
  while (true) {
    const auto expected = static_cast<std::int64_t>(table.events.size()) + 1;
    try {
      if (!query.executeStep()) return "";
    } catch (const SQLite::Exception& failure) {
      // Whatever else goes wrong may be well the next time.
      if (failure.getErrorCode() != SQLITE_CORRUPT) throw;
      return fmt::format("event {}: {}", expected, reason_of(failure));
    }
    const std::int64_t number = query.getColumn(0).getInt64();
    if (number != expected) return fmt::format("event {} is missing", expected);
    const std::int64_t time = query.getColumn(1).getInt64();
    const std::string text = query.getColumn(2).getString();
    const Checksum chained = chain_event(checksum, table.id, number, time, text);
    if (chained != query.getColumn(3).getInt64()) {
      return fmt::format("event {} is not what was stored", number);
    }
    auto body = parse_event(text);
    if (!body) return fmt::format("event {}: {}", number, body.error().reason);
    table.events.push_back({static_cast<int>(number), time_of(time), *std::move(body)});
    checksum = chained;
  }
}

/// What is wrong with a chain that is whole as far as it goes.
std::string problem_with_end(const std::optional<ChainEnd>& end, std::size_t events,
                             Checksum checksum) {
  if (!end) return "its entry in the list of tables is missing";
  const auto count = static_cast<std::int64_t>(events);
  if (count < end->events) {
    return count + 1 == end->events
               ? fmt::format("event {} is missing", end->events)
               : fmt::format("events {} to {} are missing", count + 1, end->events);
  }
  if (count > end->events || checksum != end->checksum) {
    return "its entry in the list of tables does not fit its events";
  }
  return "";
}

/// Whether the secrets of a table are those that were stored.
bool has_its_secrets(SQLite::Database& database, const std::string& id) {
  SQLite::Statement listed(database, "SELECT secrets_checksum FROM tables WHERE id = ?");
  listed.bind(1, id);
  if (!listed.executeStep()) return true;
  Checksum sum = listed.getColumn(0).getInt64();
  SQLite::Statement secrets(database, "SELECT kind, seat, secret FROM secrets WHERE table_id = ?");
  secrets.bind(1, id);
  while (secrets.executeStep()) {
    sum ^= checksum_of_secret(id, secrets.getColumn(0).getInt64(), secrets.getColumn(1).getInt64(),
                              secrets.getColumn(2).getString());
  }
  return sum == 0;
}

template <class Body>
bool has_event(const StoredTable& table) {
  return std::any_of(table.events.begin(), table.events.end(),
                     [](const Event& each) { return std::holds_alternative<Body>(each.body); });
}

}  // namespace

std::expected<std::optional<StoredTable>, std::string> read_table(SQLite::Database& database,
                                                                  const std::string& id) {
  const auto end = chain_end(database, id);
  StoredTable table{.id = id};
  Checksum checksum = kChainBegin;
  table.damage = read_events(database, table, checksum);
  if (!end && table.events.empty() && table.damage.empty()) return std::nullopt;
  if (table.damage.empty()) table.damage = problem_with_end(end, table.events.size(), checksum);
  if (table.events.empty()) return std::unexpected(std::move(table.damage));
  SQLite::Statement secrets(database, "SELECT kind, seat, secret FROM secrets WHERE table_id = ?");
  secrets.bind(1, id);
  while (secrets.executeStep()) {
    table.secrets.push_back({static_cast<Secret::Kind>(secrets.getColumn(0).getInt()),
                             secrets.getColumn(2).getString(),
                             static_cast<Player>(secrets.getColumn(1).getInt())});
  }
  return table;
}

bool has_move(const StoredTable& table) { return has_event<Moved>(table); }
bool has_end(const StoredTable& table) { return has_event<Ended>(table); }

StoreReader::StoreReader(const std::filesystem::path& file, const std::string& vfs)
    : database_(open_store_for_reading(file, vfs)) {}

std::vector<std::string> StoreReader::unfinished(Time since, int max) {
  std::vector<std::string> ids;
  SQLite::Statement query(database_,
                          "SELECT id, changed FROM tables "
                          "WHERE result IS NULL AND is_played = 0 AND changed >= ?1 UNION ALL "
                          "SELECT id, changed FROM tables "
                          "WHERE result IS NULL AND is_played = 1 AND changed >= ?1 "
                          "ORDER BY changed DESC, id DESC LIMIT ?2");
  query.bind(1, number_of(since));
  query.bind(2, max);
  while (query.executeStep()) ids.push_back(query.getColumn(0).getString());
  return ids;
}

std::vector<Summary> StoreReader::finished(const FinishedAfter& after, int max) {
  std::vector<Summary> summaries;
  SQLite::Statement query(database_,
                          fmt::format("{} WHERE result IS NOT NULL AND (changed, id) < (?, ?) "
                                      "ORDER BY changed DESC, id DESC LIMIT ?",
                                      kSummary));
  query.bind(1, number_of(after.changed));
  query.bind(2, after.id);
  query.bind(3, max);
  while (query.executeStep()) {
    if (auto summary = summary_in(query)) summaries.push_back(*std::move(summary));
  }
  return summaries;
}

std::expected<std::optional<StoredTable>, std::string> StoreReader::load(const std::string& id) {
  try {
    // One moment for all of it: meanwhile others write.
    SQLite::Transaction transaction(database_);
    return read_table(database_, id);
  } catch (const SQLite::Exception& failure) {
    return std::unexpected(reason_of(failure));
  }
}

ExaminedTable StoreReader::examine(const std::string& id) {
  try {
    SQLite::Transaction transaction(database_);
    ExaminedTable table{.stored = read_table(database_, id), .listed = summary(id)};
    SQLite::Statement query(database_, "SELECT is_played FROM tables WHERE id = ?");
    query.bind(1, id);
    table.is_listed_as_played = query.executeStep() && query.getColumn(0).getInt() != 0;
    table.has_its_secrets = has_its_secrets(database_, id);
    return table;
  } catch (const SQLite::Exception& failure) {
    return {.stored = std::unexpected(reason_of(failure))};
  }
}

bool StoreReader::has(const std::string& id) {
  SQLite::Statement query(database_, "SELECT 1 FROM tables WHERE id = ?");
  query.bind(1, id);
  return query.executeStep();
}

std::vector<std::string> StoreReader::names_after(const std::string& id, int max) {
  std::vector<std::string> names;
  SQLite::Statement listed(database_, "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT 1");
  SQLite::Statement with_events(
      database_, "SELECT table_id FROM events WHERE table_id > ? ORDER BY table_id LIMIT 1");
  std::string last = id;
  while (std::cmp_less(names.size(), max)) {
    std::optional<std::string> next;
    for (SQLite::Statement* query : {&listed, &with_events}) {
      query->reset();
      query->bind(1, last);
      if (!query->executeStep()) continue;
      std::string found = query->getColumn(0).getString();
      if (!next || found < *next) next = std::move(found);
    }
    if (!next) break;
    names.push_back(*next);
    last = *std::move(next);
  }
  return names;
}

int StoreReader::count() { return database_.execAndGet("SELECT COUNT(*) FROM tables").getInt(); }

std::optional<Summary> StoreReader::summary(const std::string& id) {
  SQLite::Statement query(database_, fmt::format("{} WHERE id = ?", kSummary));
  query.bind(1, id);
  if (!query.executeStep()) return std::nullopt;
  return summary_in(query);
}

std::vector<std::string> StoreReader::integrity_problems() {
  std::vector<std::string> problems;
  try {
    SQLite::Statement query(database_, "PRAGMA integrity_check(20)");
    while (query.executeStep()) {
      std::string line = query.getColumn(0).getString();
      if (line != "ok") problems.push_back(std::move(line));
    }
  } catch (const SQLite::Exception& failure) {
    problems.emplace_back(reason_of(failure));
  }
  return problems;
}

}  // namespace spielwerk::server
