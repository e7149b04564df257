// Reading the tables out of the file in which they are kept, with all that can be wrong there.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/store/store_file.h"
#include "server/tables/event_log.h"

namespace spielwerk::server {

/// A table out of an open file, within a transaction; nothing if there is none of that name, and an
/// error, a sentence, if nothing of it can be read. Throws SQLite::Exception if it may be readable
/// another time.
std::expected<std::optional<StoredTable>, std::string> read_table(SQLite::Database& database,
                                                                  const std::string& id);
/// What a played table and one that has ended have among their events.
bool has_move(const StoredTable& table);
bool has_end(const StoredTable& table);

/// All that the file tells about a table at one moment.
struct ExaminedTable {
  std::expected<std::optional<StoredTable>, std::string> stored{};
  /// What the list tells; nothing if it is not in it or that cannot be read.
  std::optional<Summary> listed{};
  bool is_listed_as_played = false;
  bool has_its_secrets = true;
};

/// One thread at a time. Lists throw SQLite::Exception if they cannot be read.
class StoreReader {
 public:
  /// Throws like open_store_for_reading.
  explicit StoreReader(const std::filesystem::path& file, const std::string& vfs = {});

  // As in server/tables/event_log.h.
  std::vector<std::string> unfinished(Time since, int max);
  std::vector<Summary> finished(const FinishedAfter& after, int max);
  std::expected<std::optional<StoredTable>, std::string> load(const std::string& id);

  /// Whether there is a table of this name, readable or not.
  bool has(const std::string& id);
  /// The names of all tables after this one, in their order, also of those of which nothing but
  /// events is left.
  std::vector<std::string> names_after(const std::string& id, int max);
  int count();
  ExaminedTable examine(const std::string& id);
  /// What SQLite finds wrong with the file as a whole.
  std::vector<std::string> integrity_problems();

  SQLite::Database& database() { return database_; }

 private:
  std::optional<Summary> summary(const std::string& id);

  SQLite::Database database_;
};

}  // namespace spielwerk::server
