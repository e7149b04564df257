#include "server/store/store_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "server/store/new_file.h"
#include "server/store/store_migration.h"
#include "server/tables/event_log.h"

namespace spielwerk::server {
namespace {

namespace fs = std::filesystem;

/// How long the file may be held by a backup or a check, in milliseconds.
constexpr int kBusyTime = 2'000;
/// The write-ahead log is cut to this size when it is used from its beginning again.
constexpr int kMaxLogBytes = 64 << 20;

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

/// A new one is put in its place when it is complete, so that nobody has an empty one by right.
std::runtime_error empty_file() {
  return std::runtime_error(fmt::format("{} is empty; {}", kStoreFile, kWhatToDo));
}

/// As when somebody else has put a backup in its place.
std::runtime_error cannot_open(const fs::path& file) {
  return std::runtime_error(
      fmt::format("{} cannot be opened: {}", file.filename().string(), std::strerror(errno)));
}

/// What can be seen without SQLite, which would delete what is left of a lost file.
void check_before_opening(const fs::path& file) {
  const bool has_log = has_content(with_suffix(file, "-wal"));
  if (!has_content(file)) {
    if (!has_log) {
      if (fs::exists(file)) throw empty_file();
      if (!fs::is_symlink(file)) return;
      throw std::runtime_error(
          fmt::format("{} is a link to something that is not there; {}", kStoreFile, kWhatToDo));
    }
    throw std::runtime_error(fmt::format(
        "{0} is {1} although {0}-wal is there; put back {0} or a backup of it, or move {0}-wal "
        "away to begin with nothing",
        kStoreFile, fs::exists(file) ? "empty" : "missing"));
  }
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  std::array<char, kMagic.size()> begin{};
  std::ifstream opened(file, std::ios::binary);
  if (!opened) throw cannot_open(file);
  opened.read(begin.data(), begin.size());
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

/// Throws unless it is ours.
void check_identity(SQLite::Database& database) {
  const int application = number_from(database, "PRAGMA application_id");
  const int version = version_of(database);
  const bool is_empty = number_from(database, "SELECT COUNT(*) FROM sqlite_master") == 0;
  if (application == 0 && version == 0 && is_empty) throw empty_file();
  const bool is_own = application == kStoreApplication || (application == 0 && version == 1);
  if (is_own && version > kStoreVersion) {
    throw std::runtime_error(fmt::format(
        "the data was written by a newer Spielwerk (version {} of the file, this one knows {})",
        version, kStoreVersion));
  }
  if (!is_own || !has_own_tables(database)) throw foreign_file();
}

/// Where the log of the file is, too, if somebody has put a link there.
fs::path store_in(const fs::path& folder) {
  const fs::path file = folder / kStoreFile;
  return fs::exists(file) ? fs::canonical(file) : file;
}

/// After a failed write the system's memory of the files may be wrong, also in the next process:
/// makes sure that what will be read is on the disk. This process must not have them open. Throws
/// std::runtime_error if that is not possible.
void forget_cached_pages(const fs::path& file) {
  for (const fs::path& each : {file, with_suffix(file, "-wal")}) {
    const File opened(each, O_RDWR);
    if (opened.number() < 0) {
      if (errno == ENOENT) continue;
      throw cannot_open(each);
    }
    // Only what has been written can be forgotten.
    if (::fsync(opened.number()) != 0) throw std::runtime_error("the disk cannot be written");
    ::posix_fadvise(opened.number(), 0, 0, POSIX_FADV_DONTNEED);
  }
}

/// Whether the write-ahead log is left as it is when this connection ends, instead of being taken
/// into the file.
void keep_log(SQLite::Database& database, bool is_kept) {
  ::sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, is_kept ? 1 : 0,
                      nullptr);
}

/// For SQLite: a file that nobody changes, for which nothing is made or locked.
std::string immutable_address(const fs::path& file) {
  std::string address = "file:";
  for (const char letter : file.string()) {
    if (letter == '%' || letter == '?' || letter == '#') {
      address += fmt::format("%{:02x}", static_cast<unsigned char>(letter));
    } else {
      address += letter;
    }
  }
  return address + "?immutable=1";
}

/// Throws unless it is ours. Whoever opens a file for writing may change it by that alone, so this
/// comes first.
void look_at(const fs::path& file, const std::string& vfs) {
  const bool has_log = has_content(with_suffix(file, "-wal"));
  SQLite::Database database(has_log ? file.string() : immutable_address(file),
                            SQLite::OPEN_READONLY | (has_log ? 0 : SQLite::OPEN_URI), kBusyTime,
                            vfs);
  keep_log(database, true);
  check_identity(database);
}

void make_store(const fs::path& file, const std::string& vfs) {
  NewFile made(file, S_IRUSR | S_IWUSR);
  {
    SQLite::Database database(made.path().string(), SQLite::OPEN_READWRITE, kBusyTime, vfs);
    migrate_store(database, {});
  }
  made.put_in_place();
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
  const fs::path file = store_in(folder);
  forget_cached_pages(file);
  check_before_opening(file);
  if (fs::exists(file)) {
    look_at(file, vfs);
  } else {
    // They are written after the file.
    if (report && (fs::exists(folder / "key") || fs::exists(folder / "port"))) {
      report(
          fmt::format("there is no {} in {}, which has been used before: it begins with no games",
                      kStoreFile, folder.string()));
    }
    make_store(file, vfs);
  }
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE, kBusyTime, vfs);
  keep_log(database, true);
  check_identity(database);
  keep_log(database, false);
  // Tokens are in it.
  ::chmod(file.c_str(), S_IRUSR | S_IWUSR);
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = FULL");
  database.exec(fmt::format("PRAGMA journal_size_limit = {}", kMaxLogBytes));
  migrate_store(database, report);
  return database;
}

SQLite::Database open_store_for_reading(const fs::path& file, const std::string& vfs,
                                        int min_version) {
  if (!fs::exists(file)) throw std::runtime_error(fmt::format("there is no {}", file.string()));
  check_before_opening(file);
  SQLite::Database database(file.string(), SQLite::OPEN_READONLY, kBusyTime, vfs);
  check_identity(database);
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

void refuse_own_files(const fs::path& store, const fs::path& target) {
  std::error_code ignored;
  const auto folder_of = [](const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
  };
  // Its log is where the file really is.
  for (const fs::path& folder : {folder_of(store), fs::weakly_canonical(store).parent_path()}) {
    const bool is_in_folder = fs::equivalent(folder, folder_of(target), ignored);
    for (const char* name : {kStoreFile, "spielwerk.db-wal", "spielwerk.db-shm",
                             "spielwerk.db-journal", "spielwerk.lock", "key", "port"}) {
      // By its name while it is not there yet, and by any other path to it.
      if ((is_in_folder && target.filename() == name) ||
          fs::equivalent(folder / name, target, ignored)) {
        throw std::runtime_error(
            fmt::format("{} is the file {} of the server whose games these are; choose another",
                        target.string(), name));
      }
    }
  }
}

}  // namespace spielwerk::server
