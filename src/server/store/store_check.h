// What whoever runs a server does with the file of its games while the server runs: look whether
// all of it is whole, and copy it.
#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <string>

#include "core/registry.h"
#include "server/store/store_file.h"
#include "server/tables/event_log.h"

namespace spielwerk::server {

/// Hears how much of a long work is done.
using StoreProgress = std::function<void(std::int64_t done, std::int64_t total)>;

/// The sum of a table's events, or which of them cannot be and why.
std::expected<Table, std::string> build_table(const Registry& games, const StoredTable& stored);

struct StoreCounts {
  int tables = 0;
  int finished = 0;
  std::int64_t events = 0;
  int damaged = 0;
};

/// Reads everything in a file of games: SQLite's structures, the chain of every table, and whether
/// its events make a game. `report` hears of each damaged table and of damage of the file itself.
/// Throws std::runtime_error, a sentence, if it is no such file.
StoreCounts check_store(const Registry& games, const std::filesystem::path& file,
                        const StoreReporter& report, const StoreProgress& progress);

/// Copies a file of games as it is at one moment, also while a server writes, and looks whether
/// the copy is whole. The copy is there once it is complete; only its owner can read it. Throws
/// std::runtime_error, a sentence.
StoreCounts back_up_store(const Registry& games, const std::filesystem::path& file,
                          const std::filesystem::path& copy, const StoreReporter& report,
                          const StoreProgress& progress);

}  // namespace spielwerk::server
