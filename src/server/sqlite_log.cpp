// The event log in SQLite: one thread writes, many entries in one transaction, and every
// transaction is on the disk before anybody hears of it.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <unordered_set>

#include "server/event_log.h"
#include "server/json/event_json.h"
#include "server/json/table_json.h"

namespace spielwerk::server {
namespace {

/// The version of the tables in the file; older ones are brought up to it when it is opened.
constexpr int kVersion = 1;
/// What brings version n to n + 1. Entries are never changed, only added.
constexpr std::array<const char*, kVersion> kMigrations{
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
};

std::int64_t number_of(Time time) { return time.time_since_epoch().count(); }
Time time_of(std::int64_t number) { return Time(milliseconds(number)); }

/// What went wrong, as people say it.
std::string reason_of(const SQLite::Exception& failure) {
  switch (failure.getErrorCode()) {
    case SQLITE_FULL:
      return "the disk is full";
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return "the data folder cannot be written";
    case SQLITE_IOERR:
      return "the disk cannot be written; perhaps it is full";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return "the data file is damaged";
    case SQLITE_BUSY:
      return "another program uses the data file";
    default:
      return failure.what();
  }
}

/// Keeps others out of the folder while this program uses it, and is gone with it however it ends.
class FolderLock {
 public:
  explicit FolderLock(const std::string& file)
      : file_(::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR)) {
    if (file_ < 0) throw std::runtime_error("the data folder cannot be written");
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
      ::close(file_);
      throw FolderInUse("another Spielwerk uses it");
    }
  }
  ~FolderLock() { ::close(file_); }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

class SqliteLog final : public EventLog {
 public:
  explicit SqliteLog(const std::filesystem::path& folder)
      : SqliteLog(folder / "spielwerk.lock", (folder / "spielwerk.db").string()) {}

 private:
  SqliteLog(const std::string& lock, const std::string& file)
      : lock_(lock),
        writing_(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE),
        reading_(prepare(file)) {
    thread_ = std::jthread([this](const std::stop_token& stop) { write_all(stop); });
  }

 public:
  void append(std::vector<LogEntry> entries, Stored stored) override {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({std::move(entries), std::move(stored)});
    has_work_.notify_one();
  }
  void forget(const Retention& retention, std::vector<std::string> kept, int max,
              std::function<void(int)> forgotten) override {
    const std::lock_guard lock(mutex_);
    forgets_.push_back({retention, {kept.begin(), kept.end()}, max, std::move(forgotten)});
    has_work_.notify_one();
  }

  StorageState state() const override { return {}; }

  std::vector<std::string> unfinished(Time since, int max) override {
    const std::lock_guard lock(reading_mutex_);
    std::vector<std::string> ids;
    SQLite::Statement query(reading_,
                            "SELECT id FROM tables WHERE result IS NULL AND changed >= ? "
                            "ORDER BY changed DESC LIMIT ?");
    query.bind(1, number_of(since));
    query.bind(2, max);
    while (query.executeStep()) ids.push_back(query.getColumn(0).getString());
    return ids;
  }

  std::expected<std::optional<StoredTable>, std::string> load(const std::string& id) override {
    const std::lock_guard lock(reading_mutex_);
    try {
      StoredTable table{.id = id};
      SQLite::Statement events(
          reading_, "SELECT number, time, body FROM events WHERE table_id = ? ORDER BY number");
      events.bind(1, id);
      while (events.executeStep()) {
        const int number = events.getColumn(0).getInt();
        auto body = parse_event(events.getColumn(2).getString());
        if (!body) return std::unexpected(fmt::format("event {}: {}", number, body.error().reason));
        table.events.push_back({number, time_of(events.getColumn(1).getInt64()), *std::move(body)});
      }
      if (table.events.empty()) return std::nullopt;
      SQLite::Statement secrets(reading_,
                                "SELECT kind, seat, secret FROM secrets WHERE table_id = ?");
      secrets.bind(1, id);
      while (secrets.executeStep()) {
        table.secrets.push_back({static_cast<Secret::Kind>(secrets.getColumn(0).getInt()),
                                 secrets.getColumn(2).getString(),
                                 static_cast<Player>(secrets.getColumn(1).getInt())});
      }
      return table;
    } catch (const SQLite::Exception& failure) {
      return std::unexpected(reason_of(failure));
    }
  }

  std::vector<Summary> finished(const FinishedAfter& after, int max) override {
    const std::lock_guard lock(reading_mutex_);
    std::vector<Summary> summaries;
    SQLite::Statement query(reading_,
                            "SELECT id, game, title, seats, created, changed, moves, result "
                            "FROM tables WHERE result IS NOT NULL AND (changed, id) < (?, ?) "
                            "ORDER BY changed DESC, id DESC LIMIT ?");
    query.bind(1, number_of(after.changed));
    query.bind(2, after.id);
    query.bind(3, max);
    while (query.executeStep()) {
      auto seats = parse_seats(query.getColumn(3).getString());
      auto result = parse_result(query.getColumn(7).getString());
      if (!seats || !result) continue;
      summaries.push_back({.id = query.getColumn(0).getString(),
                           .game = query.getColumn(1).getString(),
                           .title = query.getColumn(2).getString(),
                           .seats = *std::move(seats),
                           .created = time_of(query.getColumn(4).getInt64()),
                           .changed = time_of(query.getColumn(5).getInt64()),
                           .moves = query.getColumn(6).getInt(),
                           .result = std::move(result)});
    }
    return summaries;
  }

 private:
  struct Append {
    std::vector<LogEntry> entries;
    Stored stored;
  };

  struct Forget {
    Retention retention;
    std::unordered_set<std::string> kept;
    int max;
    std::function<void(int)> forgotten;
  };

  /// Makes the file ready, then opens it for reading.
  SQLite::Database prepare(const std::string& file) {
    // Tokens are in it.
    ::chmod(file.c_str(), S_IRUSR | S_IWUSR);
    writing_.setBusyTimeout(2'000);
    writing_.exec("PRAGMA journal_mode = WAL");
    writing_.exec("PRAGMA synchronous = FULL");
    migrate();
    SQLite::Database reading(file, SQLite::OPEN_READONLY);
    reading.setBusyTimeout(2'000);
    return reading;
  }

  void migrate() {
    const int version = writing_.execAndGet("PRAGMA user_version").getInt();
    if (version > kVersion) {
      throw std::runtime_error(fmt::format(
          "the data was written by a newer Spielwerk (version {} of the file, this one knows {})",
          version, kVersion));
    }
    for (int from = version; from < kVersion; ++from) {
      SQLite::Transaction transaction(writing_);
      writing_.exec(kMigrations.at(static_cast<std::size_t>(from)));
      writing_.exec(fmt::format("PRAGMA user_version = {}", from + 1));
      transaction.commit();
    }
  }

  void write_all(const std::stop_token& stop) {
    const auto has_work = [this] { return !waiting_.empty() || !forgets_.empty(); };
    std::unique_lock lock(mutex_);
    // What was asked for before the end is still written.
    while (has_work_.wait(lock, stop, has_work) || has_work()) {
      std::vector<Append> appends;
      appends.swap(waiting_);
      std::vector<Forget> forgets;
      forgets.swap(forgets_);
      lock.unlock();
      write_all(appends);
      for (const Forget& each : forgets) each.forgotten(write(each));
      appends.clear();
      forgets.clear();
      lock.lock();
    }
  }

  void write_all(std::span<const Append> appends) {
    if (appends.empty()) return;
    const auto problem = write(appends);
    if (problem && appends.size() > 1) {
      // One of them may be at fault; the others must not suffer.
      for (const Append& each : appends) each.stored(write({&each, 1}));
    } else {
      for (const Append& each : appends) each.stored(problem);
    }
  }

  std::optional<StorageProblem> write(std::span<const Append> batch) {
    try {
      SQLite::Transaction transaction(writing_);
      for (const Append& append : batch) {
        for (const LogEntry& entry : append.entries) write(entry);
      }
      transaction.commit();
      return std::nullopt;
    } catch (const SQLite::Exception& failure) {
      return StorageProblem{reason_of(failure)};
    }
  }

  /// How many tables were deleted.
  int write(const Forget& forget) {
    try {
      SQLite::Transaction transaction(writing_);
      const Retention& until = forget.retention;
      std::vector<std::string> ids;
      add_old(ids, forget, "result IS NULL AND moves = 0", until.without_move);
      add_old(ids, forget, "result IS NULL AND moves > 0", until.unfinished);
      add_old(ids, forget, "result IS NOT NULL", until.finished);
      for (const std::string& id : ids) remove(id);
      transaction.commit();
      return static_cast<int>(ids.size());
    } catch (const SQLite::Exception&) {
      return 0;
    }
  }
  /// The tables of a kind that have not changed since then, the oldest first.
  void add_old(std::vector<std::string>& ids, const Forget& forget, const char* kind, Time until) {
    SQLite::Statement query(
        writing_,
        fmt::format("SELECT id FROM tables WHERE {} AND changed < ? ORDER BY changed", kind));
    query.bind(1, number_of(until));
    while (std::cmp_less(ids.size(), forget.max) && query.executeStep()) {
      std::string id = query.getColumn(0).getString();
      if (!forget.kept.contains(id)) ids.push_back(std::move(id));
    }
  }
  void remove(const std::string& id) {
    for (const char* text :
         {"DELETE FROM events WHERE table_id = ?", "DELETE FROM secrets WHERE table_id = ?",
          "DELETE FROM tables WHERE id = ?"}) {
      SQLite::Statement remove(writing_, text);
      remove.bind(1, id);
      remove.exec();
    }
  }

  SQLite::Statement& statement(std::optional<SQLite::Statement>& kept, const char* text) {
    if (!kept) {
      kept.emplace(writing_, text);
    } else {
      // After a failure resetting tells the same failure again, which is not one of this time.
      kept->tryReset();
      kept->clearBindings();
    }
    return *kept;
  }

  void write(const LogEntry& entry) {
    for (const Event& event : entry.events) {
      SQLite::Statement& insert = statement(
          insert_event_, "INSERT INTO events (table_id, number, time, body) VALUES (?, ?, ?, ?)");
      insert.bind(1, entry.table);
      insert.bind(2, event.number);
      insert.bind(3, number_of(event.time));
      insert.bind(4, json::serialize(to_json(event.body)));
      insert.exec();
    }
    const Summary& summary = entry.summary;
    SQLite::Statement& upsert =
        statement(upsert_table_,
                  "INSERT INTO tables (id, game, title, seats, created, changed, moves, result) "
                  "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                  "seats = excluded.seats, changed = excluded.changed, moves = excluded.moves, "
                  "result = excluded.result");
    upsert.bind(1, entry.table);
    upsert.bind(2, summary.game);
    upsert.bind(3, summary.title);
    upsert.bind(4, print_seats(summary.seats));
    upsert.bind(5, number_of(summary.created));
    upsert.bind(6, number_of(summary.changed));
    upsert.bind(7, summary.moves);
    if (summary.result) {
      upsert.bind(8, print_result(*summary.result));
    } else {
      upsert.bind(8);
    }
    upsert.exec();
    for (const Secret& secret : entry.new_secrets) {
      SQLite::Statement insert(
          writing_, "INSERT INTO secrets (table_id, kind, seat, secret) VALUES (?, ?, ?, ?)");
      insert.bind(1, entry.table);
      insert.bind(2, static_cast<int>(secret.kind));
      insert.bind(3, secret.seat);
      insert.bind(4, secret.secret);
      insert.exec();
    }
    if (entry.used_invite) {
      SQLite::Statement remove(writing_,
                               "DELETE FROM secrets WHERE table_id = ? AND kind = ? AND seat = ?");
      remove.bind(1, entry.table);
      remove.bind(2, static_cast<int>(entry.used_invite->kind));
      remove.bind(3, entry.used_invite->seat);
      remove.exec();
    }
  }

  FolderLock lock_;
  SQLite::Database writing_;
  SQLite::Database reading_;
  std::optional<SQLite::Statement> insert_event_{};
  std::optional<SQLite::Statement> upsert_table_{};
  /// Whoever reads.
  std::mutex reading_mutex_{};
  std::mutex mutex_{};
  std::condition_variable_any has_work_{};
  std::vector<Append> waiting_{};
  std::vector<Forget> forgets_{};
  std::jthread thread_{};
};

}  // namespace

std::unique_ptr<EventLog> open_sqlite_log(const std::filesystem::path& folder) {
  const std::string shown = folder.string();
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw std::runtime_error(
        fmt::format("cannot use the data folder {}: {}", shown, error.message()));
  }
  try {
    return std::make_unique<SqliteLog>(folder);
  } catch (const SQLite::Exception& failure) {
    throw std::runtime_error(
        fmt::format("cannot use the data folder {}: {}", shown, reason_of(failure)));
  } catch (const FolderInUse& failure) {
    throw FolderInUse(fmt::format("cannot use the data folder {}: {}", shown, failure.what()));
  } catch (const std::runtime_error& failure) {
    throw std::runtime_error(
        fmt::format("cannot use the data folder {}: {}", shown, failure.what()));
  }
}

}  // namespace spielwerk::server
