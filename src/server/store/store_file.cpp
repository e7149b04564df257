#include "server/store/store_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <vector>

#include "server/store/event_chain.h"
#include "server/tables/event_log.h"

namespace spielwerk::server {
namespace {

namespace fs = std::filesystem;

/// How long the file may be held by a backup or a check, in milliseconds.
constexpr int kBusyTime = 2'000;
/// The write-ahead log is cut to this size when it is used from its beginning again.
constexpr int kMaxLogBytes = 64 << 20;
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
};

/// Closes itself.
class File {
 public:
  File(const fs::path& path, int flags)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, S_IRUSR | S_IWUSR)) {}
  ~File() {
    if (number_ >= 0) ::close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

fs::path with_suffix(fs::path path, const char* suffix) { return path += suffix; }

bool has_content(const fs::path& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  return !error && size > 0;
}

constexpr std::string_view kWhatToDo =
    "put back a backup of it, or move it away to begin with nothing";

std::runtime_error foreign_file() {
  return std::runtime_error(
      fmt::format("{} is there but is no file of Spielwerk's games; {}", kStoreFile, kWhatToDo));
}

/// What can be seen without SQLite, which would delete what is left of a lost file.
void check_before_opening(const fs::path& file) {
  const bool has_log = has_content(with_suffix(file, "-wal"));
  if (!has_content(file)) {
    if (!has_log) return;
    throw std::runtime_error(fmt::format(
        "{0} is {1} although {0}-wal is there; put back {0} or a backup of it, or move {0}-wal "
        "away to begin with nothing",
        kStoreFile, fs::exists(file) ? "empty" : "missing"));
  }
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  std::array<char, kMagic.size()> begin{};
  std::ifstream(file, std::ios::binary).read(begin.data(), begin.size());
  if (std::string_view(begin.data(), begin.size()) != kMagic) throw foreign_file();
}

int number_from(SQLite::Database& database, const char* query) {
  return database.execAndGet(query).getInt();
}

bool has_own_tables(SQLite::Database& database) {
  return number_from(database,
                     "SELECT (SELECT COUNT(*) FROM pragma_table_info('tables') "
                     "WHERE name IN ('id', 'game', 'seats', 'changed', 'moves', 'result')) = 6 AND "
                     "(SELECT COUNT(*) FROM pragma_table_info('events') "
                     "WHERE name IN ('table_id', 'number', 'time', 'body')) = 4 AND "
                     "(SELECT COUNT(*) FROM pragma_table_info('secrets') "
                     "WHERE name IN ('table_id', 'kind', 'seat', 'secret')) = 4") != 0;
}

/// Throws unless it is ours, or new.
void check_identity(SQLite::Database& database, bool may_be_new) {
  const int application = number_from(database, "PRAGMA application_id");
  const int version = version_of(database);
  const bool is_empty = number_from(database, "SELECT COUNT(*) FROM sqlite_master") == 0;
  if (application == 0 && version == 0 && is_empty) {
    if (may_be_new) return;
    throw std::runtime_error(fmt::format("{} is empty although the folder has been used before; {}",
                                         kStoreFile, kWhatToDo));
  }
  const bool is_own = application == kStoreApplication || (application == 0 && version == 1);
  if (is_own && version > kStoreVersion) {
    throw std::runtime_error(fmt::format(
        "the data was written by a newer Spielwerk (version {} of the file, this one knows {})",
        version, kStoreVersion));
  }
  if (!is_own || !has_own_tables(database)) throw foreign_file();
}

/// Chains the events that were stored without checksums, one table after the other.
class Chaining {
 public:
  explicit Chaining(SQLite::Database& database)
      : total_(number_from(database, "SELECT COUNT(*) FROM tables")),
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

void migrate(SQLite::Database& database, const StoreReporter& report) {
  for (int from = version_of(database); from < kStoreVersion; ++from) {
    SQLite::Transaction transaction(database);
    database.exec(kMigrations.at(static_cast<std::size_t>(from)));
    if (from == 1) {
      Chaining(database).run(report);
      database.exec(fmt::format("PRAGMA application_id = {}", kStoreApplication));
    }
    database.exec(fmt::format("PRAGMA user_version = {}", from + 1));
    transaction.commit();
  }
}

}  // namespace

FolderLock::FolderLock(const fs::path& folder)
    : file_(::open((folder / "spielwerk.lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC,
                   S_IRUSR | S_IWUSR)) {
  if (file_ < 0) throw std::runtime_error("the data folder cannot be written");
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    ::close(file_);
    throw FolderInUse("another Spielwerk uses it");
  }
}
FolderLock::~FolderLock() { ::close(file_); }

const char* reason_of(const SQLite::Exception& failure) {
  return reason_of(failure.getErrorCode(), failure.what());
}

const char* reason_of(int code, const char* otherwise) {
  switch (code) {
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
    case SQLITE_NOMEM:
      return "there is not enough memory";
    default:
      return otherwise;
  }
}

int version_of(SQLite::Database& store) { return number_from(store, "PRAGMA user_version"); }

SQLite::Database open_store(const fs::path& folder, const std::string& vfs,
                            const StoreReporter& report) {
  const fs::path file = folder / kStoreFile;
  check_before_opening(file);
  // They are written after the file: only whoever has never come so far has an empty one.
  const bool is_used = fs::exists(folder / "key") || fs::exists(folder / "port");
  const bool is_missing = !fs::exists(file);
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kBusyTime,
                            vfs);
  check_identity(database, is_missing || !is_used);
  // Tokens are in it.
  ::chmod(file.c_str(), S_IRUSR | S_IWUSR);
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = FULL");
  database.exec(fmt::format("PRAGMA journal_size_limit = {}", kMaxLogBytes));
  migrate(database, report);
  return database;
}

SQLite::Database open_store_for_reading(const fs::path& file, const std::string& vfs,
                                        int min_version) {
  if (!fs::exists(file)) throw std::runtime_error(fmt::format("there is no {}", file.string()));
  check_before_opening(file);
  SQLite::Database database(file.string(), SQLite::OPEN_READONLY, kBusyTime, vfs);
  check_identity(database, false);
  if (const int version = version_of(database); version < min_version) {
    throw std::runtime_error(
        fmt::format("the data was written by an older Spielwerk (version {} of the file); "
                    "'spielwerk serve' brings it up to date",
                    version));
  }
  return database;
}

void use_folder(const fs::path& folder, const std::function<void()>& use) {
  const auto explained = [&](const std::string& problem) {
    return fmt::format("cannot use the data folder {}: {}", folder.string(), problem);
  };
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw std::runtime_error(explained(error.message()));
  try {
    use();
  } catch (const SQLite::Exception& failure) {
    throw std::runtime_error(explained(reason_of(failure)));
  } catch (const FolderInUse& failure) {
    throw FolderInUse(explained(failure.what()));
  } catch (const std::runtime_error& failure) {
    throw std::runtime_error(explained(failure.what()));
  }
}

void forget_cached_pages(const fs::path& folder) {
  const fs::path file = folder / kStoreFile;
  for (const fs::path& each : {file, with_suffix(file, "-wal")}) {
    const File opened(each, O_RDWR);
    if (opened.number() < 0) {
      if (errno == ENOENT) continue;
      throw std::runtime_error("the data folder cannot be written");
    }
    // Only what has been written can be forgotten.
    if (::fsync(opened.number()) != 0) throw std::runtime_error("the disk cannot be written");
    ::posix_fadvise(opened.number(), 0, 0, POSIX_FADV_DONTNEED);
  }
}

}  // namespace spielwerk::server
