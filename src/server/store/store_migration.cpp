#include "server/store/store_migration.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <vector>

#include "server/store/event_chain.h"

namespace spielwerk::server {
namespace {

constexpr std::chrono::seconds kReportTime{5};

/// What brings version n to n + 1. Entries are never changed, only added.
constexpr std::array<const char*, kStoreVersion> kMigrations{
    R"(CREATE TABLE tables (
         id TEXT PRIMARY KEY,
         game TEXT NOT NULL,
         title TEXT NOT NULL,
         seats TEXT NOT NULL,
         created INTEGER NOT NULL,
         changed INTEGER NOT NULL,
         moves INTEGER NOT NULL,
         result TEXT
       ) WITHOUT ROWID;
       CREATE INDEX tables_finished ON tables (changed DESC) WHERE result IS NOT NULL;
       CREATE INDEX tables_unfinished ON tables (changed) WHERE result IS NULL;
       CREATE TABLE events (
         table_id TEXT NOT NULL,
         number INTEGER NOT NULL,
         time INTEGER NOT NULL,
         body TEXT NOT NULL,
         PRIMARY KEY (table_id, number)
       ) WITHOUT ROWID;
       CREATE TABLE secrets (
         table_id TEXT NOT NULL,
         kind INTEGER NOT NULL,
         seat INTEGER NOT NULL,
         secret TEXT NOT NULL,
         PRIMARY KEY (table_id, kind, seat)
       ) WITHOUT ROWID;)",
    // Events are chained by checksums; tables.events and tables.checksum tell where a chain ends.
    // is_played: whether anybody has made a move. The index of finished games has their names in
    // the same direction as their times. imported: the records that have become tables.
    R"(ALTER TABLE events ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
       ALTER TABLE tables ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
       ALTER TABLE tables ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
       ALTER TABLE tables ADD COLUMN is_played INTEGER NOT NULL DEFAULT 0;
       DROP INDEX tables_finished;
       CREATE INDEX tables_finished ON tables (changed) WHERE result IS NOT NULL;
       DROP INDEX tables_unfinished;
       CREATE INDEX tables_unfinished ON tables (is_played, changed) WHERE result IS NULL;
       CREATE TABLE imported (
         record INTEGER PRIMARY KEY,
         table_id TEXT NOT NULL
       );)",
    // tables.secrets_checksum: of all secrets of the table. imported.time: when it became one, from
    // which it is kept. Records whose tables have been deleted may be imported again.
    R"(ALTER TABLE tables ADD COLUMN secrets_checksum INTEGER NOT NULL DEFAULT 0;
       DELETE FROM imported WHERE table_id NOT IN (SELECT id FROM tables);
       ALTER TABLE imported ADD COLUMN time INTEGER NOT NULL DEFAULT 0;
       ALTER TABLE imported ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
       CREATE INDEX imported_table ON imported (table_id);)",
};

/// Chains the events that were stored without checksums, one table after the other.
class Chaining {
 public:
  explicit Chaining(SQLite::Database& database)
      : total_(database.execAndGet("SELECT COUNT(*) FROM tables").getInt()),
        next_(database, "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT 1"),
        events_(database,
                "SELECT number, time, body FROM events WHERE table_id = ? ORDER BY number"),
        update_event_(database, "UPDATE events SET checksum = ? WHERE table_id = ? AND number = ?"),
        update_table_(database,
                      "UPDATE tables SET events = ?, checksum = ?, is_played = ? WHERE id = ?") {}

  void run(const StoreReporter& report) {
    auto next_report = std::chrono::steady_clock::now() + kReportTime;
    std::string id;
    for (int done = 0;; ++done) {
      next_.reset();
      next_.bind(1, id);
      if (!next_.executeStep()) return;
      id = next_.getColumn(0).getString();
      chain(id);
      if (report && std::chrono::steady_clock::now() > next_report) {
        report(fmt::format("the data is brought up to date: {} of {} tables", done + 1, total_));
        next_report += kReportTime;
      }
    }
  }

 private:
  struct Link {
    std::int64_t number = 0;
    Checksum checksum = kChainBegin;
  };

  void chain(const std::string& id) {
    std::vector<Link> links;
    bool is_played = false;
    Checksum checksum = kChainBegin;
    events_.reset();
    events_.bind(1, id);
    while (events_.executeStep()) {
      const std::int64_t number = events_.getColumn(0).getInt64();
      const std::string body = events_.getColumn(2).getString();
      checksum = chain_event(checksum, id, number, events_.getColumn(1).getInt64(), body);
      links.push_back({number, checksum});
      is_played = is_played || body.starts_with(R"({"type":"moved")");
    }
    for (const Link& link : links) {
      update_event_.reset();
      update_event_.bind(1, link.checksum);
      update_event_.bind(2, id);
      update_event_.bind(3, link.number);
      update_event_.exec();
    }
    update_table_.reset();
    update_table_.bind(1, static_cast<std::int64_t>(links.size()));
    update_table_.bind(2, checksum);
    update_table_.bind(3, is_played ? 1 : 0);
    update_table_.bind(4, id);
    update_table_.exec();
  }

  const int total_;
  SQLite::Statement next_;
  SQLite::Statement events_;
  SQLite::Statement update_event_;
  SQLite::Statement update_table_;
};

/// Adds the checksums of what is stored beside the events. Nobody knows when the records were
/// imported, so they are kept from now on. SQLite has no exclusive or, hence the difference.
void add_checksums(SQLite::Database& database) {
  SQLite::Statement update_table(
      database,
      "UPDATE tables SET secrets_checksum = (secrets_checksum | ?1) - (secrets_checksum & ?1) "
      "WHERE id = ?2");
  SQLite::Statement secrets(database, "SELECT table_id, kind, seat, secret FROM secrets");
  while (secrets.executeStep()) {
    const std::string table = secrets.getColumn(0).getString();
    update_table.reset();
    update_table.bind(
        1, checksum_of_secret(table, secrets.getColumn(1).getInt64(),
                              secrets.getColumn(2).getInt64(), secrets.getColumn(3).getString()));
    update_table.bind(2, table);
    update_table.exec();
  }
  const std::int64_t now =
      number_of(std::chrono::floor<milliseconds>(std::chrono::system_clock::now()));
  std::vector<std::pair<Checksum, std::string>> imported;
  SQLite::Statement records(database, "SELECT record, table_id FROM imported");
  while (records.executeStep()) {
    imported.emplace_back(records.getColumn(0).getInt64(), records.getColumn(1).getString());
  }
  SQLite::Statement update_import(database,
                                  "UPDATE imported SET time = ?, checksum = ? WHERE record = ?");
  for (const auto& [record, table] : imported) {
    update_import.reset();
    update_import.bind(1, now);
    update_import.bind(2, checksum_of_import(record, table, now));
    update_import.bind(3, record);
    update_import.exec();
  }
}

}  // namespace

void migrate_store(SQLite::Database& database, const StoreReporter& report) {
  for (int from = version_of(database); from < kStoreVersion; ++from) {
    SQLite::Transaction transaction(database);
    database.exec(kMigrations.at(static_cast<std::size_t>(from)));
    if (from == 1) {
      Chaining(database).run(report);
      database.exec(fmt::format("PRAGMA application_id = {}", kStoreApplication));
    }
    if (from == 2) add_checksums(database);
    database.exec(fmt::format("PRAGMA user_version = {}", from + 1));
    transaction.commit();
  }
}

}  // namespace spielwerk::server
