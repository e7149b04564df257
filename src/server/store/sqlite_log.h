// The event log in SQLite with settings that only tests and the application need.
#pragma once

#include "server/store/store_writer.h"
#include "server/tables/event_log.h"

namespace spielwerk::server {

/// What tells the time; tests have their own.
struct StoreClocks {
  std::function<Time()> now = [] {
    return std::chrono::floor<milliseconds>(std::chrono::system_clock::now());
  };
  /// Never jumps, whatever happens to the other.
  std::function<milliseconds()> elapsed = [] {
    return std::chrono::floor<milliseconds>(std::chrono::steady_clock::now().time_since_epoch());
  };
};

struct SqliteLogSettings {
  /// The name of SQLite's access to the disk; its usual one if empty.
  std::string vfs{};
  /// After a failure, how long it waits before it tries again.
  milliseconds retry_time{2'000};
  StoreReporter report{};
  int max_log_pages = kMaxLogPages;
  StoreClocks clocks{};
};

std::unique_ptr<EventLog> open_sqlite_log(const std::filesystem::path& folder,
                                          const SqliteLogSettings& settings);

}  // namespace spielwerk::server
