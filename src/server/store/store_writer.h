// Writing tables into the file in which they are kept: all of a transaction or nothing, on the disk
// before it is said to be there, and never more said than is known.
#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "server/store/event_chain.h"
#include "server/store/store_file.h"
#include "server/tables/event_log.h"

namespace spielwerk::server {

/// A sentence so short that saying it takes no memory.
inline constexpr const char* kNoMemory = "memory is full";

/// When the write-ahead log has so many pages, they are taken into the file.
inline constexpr int kMaxLogPages = 1'000;

/// Where looking for old tables goes on: in which kind of them, and after which.
struct ForgettingPlace {
  std::size_t kind = 0;
  std::int64_t changed = std::numeric_limits<std::int64_t>::min();
  std::string id{};
};

/// What has been done of a work that is done in slices.
struct ForgottenSlice {
  std::vector<std::string> tables{};
  ForgettingPlace next{};
  bool is_last = false;
  /// Tables that the list tells to be old but that are damaged, with what is wrong: they are kept.
  std::vector<std::pair<std::string, std::string>> damaged{};
};

/// One thread at a time.
class StoreWriter {
 public:
  /// Throws like open_store.
  StoreWriter(const std::filesystem::path& folder, const std::string& vfs,
              const StoreReporter& report, int max_log_pages = kMaxLogPages);
  /// After a failure whose outcome is not known it leaves the file as it is.
  ~StoreWriter();
  StoreWriter(const StoreWriter&) = delete;
  StoreWriter& operator=(const StoreWriter&) = delete;

  /// Keeps what `write` does or nothing of it; why not. Never throws what `write` throws.
  std::optional<StorageProblem> transact(const std::function<void()>& write);
  /// Writes something that changes nothing, to see whether that is possible.
  std::optional<StorageProblem> try_to_write();
  /// Takes what has been written into the file itself, now and then or at once; what is wrong with
  /// that.
  std::optional<StorageProblem> tidy_up(bool is_now = false);

  /// From now on transactions are on the disk only after tidying up.
  void sync_rarely();

  // ---- Within a transaction

  void append(const LogEntry& entry);
  /// Deletes old tables of which nothing wants to keep them, the longest unchanged of each kind
  /// first: up to `max`, and fewer if much has to be read for that. What the list tells is believed
  /// only if the events tell it as well; imported games are as old as their import.
  ForgottenSlice forget(const Retention& retention,
                        const std::function<bool(const std::string&)>& is_kept, int max,
                        ForgettingPlace place);
  /// Remembers that a record has become a table; false if it had before.
  bool note_import(Checksum record, const std::string& table, Time now);

  /// The newest time of a change or an import that is stored; nothing if there is none.
  std::optional<Time> newest_time();

 private:
  struct ChainEnd {
    std::int64_t events = 0;
    Checksum checksum = kChainBegin;
    bool is_played = false;
  };
  using KeptStatement = std::optional<SQLite::Statement>;

  SQLite::Statement& statement(KeptStatement& kept, const char* text);
  ChainEnd end_of(const std::string& table);
  void write_events(const LogEntry& entry, ChainEnd& end);
  void write_summary(const LogEntry& entry, const ChainEnd& end);
  void write_secrets(const LogEntry& entry);
  std::expected<bool, std::string> is_import_old(const std::string& id, Time until);
  std::expected<bool, std::string> is_old(const ForgettingPlace& place, Time until,
                                          std::int64_t& events_read);
  void remove(const std::string& id);
  bool is_certain(const SQLite::Exception& failure, bool is_committing) const;

  SQLite::Database database_;
  const int max_log_pages_;
  KeptStatement find_end_{};
  KeptStatement insert_event_{};
  KeptStatement upsert_table_{};
  bool is_uncertain_ = false;
  int log_pages_ = 0;
};

}  // namespace spielwerk::server
