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
  /// What the list tells about a table; nothing if it is not in it or that cannot be read.
  std::optional<Summary> summary(const std::string& id);
  /// What SQLite finds wrong with the file as a whole.
  std::vector<std::string> integrity_problems();

  SQLite::Database& database() { return database_; }

 private:
  SQLite::Database database_;
};

}  // namespace spielwerk::server
