#include "server/store/store_writer.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>

#include "server/json/event_json.h"
#include "server/json/table_json.h"
#include "server/store/store_reader.h"

namespace spielwerk::server {
namespace {

/// So that whoever waits to append waits no longer than a few hundredths of a second.
constexpr std::int64_t kMaxForgottenEvents = 5'000;
constexpr int kMaxLookedAt = 1'000;

/// Tables that are kept for the same time, as the list tells them.
struct OldKind {
  const char* condition;
  Time Retention::* until;
  bool is_finished = false;
  bool is_played = false;
};
constexpr std::array kOldKinds{
    OldKind{"result IS NULL AND is_played = 0", &Retention::without_move},
    OldKind{"result IS NULL AND is_played = 1", &Retention::unfinished, false, true},
    OldKind{"result IS NOT NULL", &Retention::finished, true},
};

/// As well as the memory allows.
void say(StorageProblem& problem, const char* sentence) noexcept {
  try {
    problem.sentence = sentence;
  } catch (const std::bad_alloc&) {
    problem.sentence = kNoMemory;
  }
}

/// What the system has said last about the write-ahead log, or about the file itself.
int system_error(sqlite3* database, bool is_of_log) {
  int error = 0;
  if (!is_of_log) {
    ::sqlite3_file_control(database, nullptr, SQLITE_FCNTL_LAST_ERRNO, &error);
    return error;
  }
  sqlite3_file* log = nullptr;
  ::sqlite3_file_control(database, nullptr, SQLITE_FCNTL_JOURNAL_POINTER, static_cast<void*>(&log));
  if (log != nullptr && log->pMethods != nullptr) {
    log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &error);
  }
  return error;
}

/// Whether a write failed because there is no more room: then it is known that it is not complete.
/// SQLite says so of full disks, but not of quotas and limits.
bool is_out_of_room(sqlite3* database, int code, bool is_of_log) {
  if ((code & 0xff) == SQLITE_FULL) return true;
  if (code != SQLITE_IOERR_WRITE) return false;
  const int error = system_error(database, is_of_log);
  return error == EFBIG || error == EDQUOT;
}

}  // namespace

StoreWriter::StoreWriter(const std::filesystem::path& folder, const std::string& vfs,
                         const StoreReporter& report, int max_log_pages)
    : database_(open_store(folder, vfs, report)), max_log_pages_(max_log_pages) {
  // It is done by tidy_up, which hears what goes wrong.
  database_.exec("PRAGMA wal_autocheckpoint = 0");
  ::sqlite3_wal_hook(
      database_.getHandle(),
      [](void* pages, sqlite3*, const char*, int count) {
        *static_cast<int*>(pages) = count;
        return SQLITE_OK;
      },
      &log_pages_);
}

StoreWriter::~StoreWriter() {
  if (!is_uncertain_) return;
  // What is in the log is read again from the disk first.
  ::sqlite3_db_config(database_.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

bool StoreWriter::is_certain(const SQLite::Exception& failure, bool is_committing) const {
  const int code = failure.getExtendedErrorCode();
  if (is_out_of_room(database_.getHandle(), code, true)) return true;
  if ((code & 0xff) == SQLITE_IOERR) return false;
  return !is_committing || (code & 0xff) == SQLITE_BUSY;
}

std::optional<StorageProblem> StoreWriter::transact(const std::function<void()>& write) {
  bool is_committing = false;
  StorageProblem problem{kNoMemory};
  try {
    database_.exec("BEGIN IMMEDIATE");
    write();
    is_committing = true;
    database_.exec("COMMIT");
    return std::nullopt;
  } catch (const SQLite::Exception& failure) {
    problem.is_certain = is_certain(failure, is_committing);
    say(problem, reason_of(failure));
  } catch (const std::exception& failure) {
    problem.is_certain = !is_committing;
    if (dynamic_cast<const std::bad_alloc*>(&failure) == nullptr) say(problem, failure.what());
  }
  if (::sqlite3_get_autocommit(database_.getHandle()) == 0) {
    database_.tryExec("ROLLBACK");
    if (::sqlite3_get_autocommit(database_.getHandle()) == 0) problem.is_certain = false;
  }
  is_uncertain_ = is_uncertain_ || !problem.is_certain;
  return problem;
}

std::optional<StorageProblem> StoreWriter::try_to_write() {
  return transact(
      [this] { database_.exec(fmt::format("PRAGMA user_version = {}", kStoreVersion)); });
}

std::optional<StorageProblem> StoreWriter::tidy_up(bool is_now) {
  if (!is_now && log_pages_ < max_log_pages_) return std::nullopt;
  const int code = ::sqlite3_wal_checkpoint_v2(database_.getHandle(), nullptr,
                                               SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  const int extended = ::sqlite3_extended_errcode(database_.getHandle());
  // Somebody reads, or there is no room: next time.
  if (code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED) return std::nullopt;
  if (is_out_of_room(database_.getHandle(), extended, false)) return std::nullopt;
  is_uncertain_ = true;
  StorageProblem problem{kNoMemory, false};
  say(problem, reason_of(code, ::sqlite3_errstr(code)));
  return problem;
}

void StoreWriter::sync_rarely() { database_.exec("PRAGMA synchronous = NORMAL"); }

// ---- Within a transaction

SQLite::Statement& StoreWriter::statement(KeptStatement& kept, const char* text) {
  if (!kept) {
    kept.emplace(database_, text);
  } else {
    // After a failure resetting tells the same failure again, which is not one of this time.
    kept->tryReset();
    kept->clearBindings();
  }
  return *kept;
}

void StoreWriter::append(const LogEntry& entry) {
  ChainEnd end = end_of(entry.table);
  write_events(entry, end);
  write_summary(entry, end);
  write_secrets(entry);
}

StoreWriter::ChainEnd StoreWriter::end_of(const std::string& table) {
  SQLite::Statement& find =
      statement(find_end_, "SELECT events, checksum, is_played FROM tables WHERE id = ?");
  find.bind(1, table);
  ChainEnd end;
  if (find.executeStep()) {
    end = {find.getColumn(0).getInt64(), find.getColumn(1).getInt64(),
           find.getColumn(2).getInt() != 0};
  }
  // Nothing is read any more when the transaction ends.
  find.tryReset();
  return end;
}

void StoreWriter::write_events(const LogEntry& entry, ChainEnd& end) {
  for (const Event& event : entry.events) {
    if (event.number != end.events + 1) {
      throw std::runtime_error(fmt::format("event {} of table {} cannot follow event {}",
                                           event.number, entry.table, end.events));
    }
    const std::string body = json::serialize(to_json(event.body));
    end.events = event.number;
    end.checksum =
        chain_event(end.checksum, entry.table, event.number, number_of(event.time), body);
    end.is_played = end.is_played || std::holds_alternative<Moved>(event.body);
    SQLite::Statement& insert = statement(
        insert_event_,
        "INSERT INTO events (table_id, number, time, body, checksum) VALUES (?, ?, ?, ?, ?)");
    insert.bind(1, entry.table);
    insert.bind(2, event.number);
    insert.bind(3, number_of(event.time));
    insert.bind(4, body);
    insert.bind(5, end.checksum);
    insert.exec();
  }
}

void StoreWriter::write_summary(const LogEntry& entry, const ChainEnd& end) {
  const Summary& summary = entry.summary;
  SQLite::Statement& upsert = statement(
      upsert_table_,
      "INSERT INTO tables (id, game, title, seats, created, changed, moves, result, events, "
      "checksum, is_played) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
      "ON CONFLICT (id) DO UPDATE SET seats = excluded.seats, changed = excluded.changed, "
      "moves = excluded.moves, result = excluded.result, events = excluded.events, "
      "checksum = excluded.checksum, is_played = excluded.is_played");
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
  upsert.bind(9, end.events);
  upsert.bind(10, end.checksum);
  upsert.bind(11, end.is_played ? 1 : 0);
  upsert.exec();
}

void StoreWriter::write_secrets(const LogEntry& entry) {
  Checksum changed = 0;
  const auto note = [&](const Secret& each) {
    changed ^= checksum_of_secret(entry.table, static_cast<int>(each.kind), each.seat, each.secret);
  };
  for (const Secret& secret : entry.new_secrets) {
    SQLite::Statement insert(
        database_, "INSERT INTO secrets (table_id, kind, seat, secret) VALUES (?, ?, ?, ?)");
    insert.bind(1, entry.table);
    insert.bind(2, static_cast<int>(secret.kind));
    insert.bind(3, secret.seat);
    insert.bind(4, secret.secret);
    insert.exec();
    note(secret);
  }
  if (entry.used_invite) {
    SQLite::Statement remove(database_,
                             "DELETE FROM secrets WHERE table_id = ? AND kind = ? AND seat = ?");
    remove.bind(1, entry.table);
    remove.bind(2, static_cast<int>(entry.used_invite->kind));
    remove.bind(3, entry.used_invite->seat);
    remove.exec();
    note(*entry.used_invite);
  }
  if (changed == 0) return;
  // SQLite has no exclusive or.
  SQLite::Statement update(
      database_,
      "UPDATE tables SET secrets_checksum = (secrets_checksum | ?1) - (secrets_checksum & ?1) "
      "WHERE id = ?2");
  update.bind(1, changed);
  update.bind(2, entry.table);
  update.exec();
}

std::expected<bool, std::string> StoreWriter::is_import_old(const std::string& id, Time until) {
  SQLite::Statement query(database_,
                          "SELECT record, time, checksum FROM imported WHERE table_id = ?");
  query.bind(1, id);
  while (query.executeStep()) {
    const std::int64_t time = query.getColumn(1).getInt64();
    if (query.getColumn(2).getInt64() !=
        checksum_of_import(query.getColumn(0).getInt64(), id, time)) {
      return std::unexpected("the time of its import is not what was stored");
    }
    if (time >= number_of(until)) return false;
  }
  return true;
}

std::expected<bool, std::string> StoreWriter::is_old(const ForgettingPlace& place, Time until,
                                                     std::int64_t& events_read) {
  const auto import_is_old = is_import_old(place.id, until);
  if (!import_is_old || !*import_is_old) return import_is_old;
  const auto stored = read_table(database_, place.id);
  if (!stored) return std::unexpected(stored.error());
  if (!*stored) return std::unexpected("its events are missing");
  const StoredTable& table = **stored;
  events_read += std::ssize(table.events);
  if (!table.damage.empty()) return std::unexpected(table.damage);
  const OldKind& kind = kOldKinds.at(place.kind);
  const bool fits = number_of(table.events.back().time) == place.changed &&
                    has_end(table) == kind.is_finished &&
                    (kind.is_finished || has_move(table) == kind.is_played);
  if (!fits) {
    return std::unexpected("its entry in the list of tables does not tell what has happened there");
  }
  return true;
}

ForgottenSlice StoreWriter::forget(const Retention& retention,
                                   const std::function<bool(const std::string&)>& is_kept, int max,
                                   ForgettingPlace place) {
  ForgottenSlice slice;
  std::int64_t events = 0;
  for (; place.kind < kOldKinds.size(); place = {.kind = place.kind + 1}) {
    const OldKind& kind = kOldKinds.at(place.kind);
    const Time until = retention.*kind.until;
    if (until == Time::min()) continue;
    SQLite::Statement query(
        database_, fmt::format("SELECT id, changed FROM tables WHERE {} AND changed < ? AND "
                               "(changed, id) > (?, ?) ORDER BY changed, id LIMIT ?",
                               kind.condition));
    query.bind(1, number_of(until));
    query.bind(2, place.changed);
    query.bind(3, place.id);
    query.bind(4, kMaxLookedAt);
    std::vector<ForgettingPlace> old;
    while (query.executeStep()) {
      old.push_back({place.kind, query.getColumn(1).getInt64(), query.getColumn(0).getString()});
    }
    for (const ForgettingPlace& each : old) {
      slice.next = each;
      if (is_kept(each.id)) continue;
      const auto found = is_old(each, until, events);
      if (!found) slice.damaged.emplace_back(each.id, found.error());
      if (found.value_or(false)) {
        remove(each.id);
        slice.tables.push_back(each.id);
      }
      if (std::ssize(slice.tables) >= max || events >= kMaxForgottenEvents) return slice;
    }
    if (std::ssize(old) == kMaxLookedAt) return slice;
  }
  slice.is_last = true;
  return slice;
}

void StoreWriter::remove(const std::string& id) {
  for (const char* text :
       {"DELETE FROM events WHERE table_id = ?", "DELETE FROM secrets WHERE table_id = ?",
        "DELETE FROM tables WHERE id = ?", "DELETE FROM imported WHERE table_id = ?"}) {
    SQLite::Statement remove(database_, text);
    remove.bind(1, id);
    remove.exec();
  }
}

bool StoreWriter::note_import(Checksum record, const std::string& table, Time now) {
  SQLite::Statement insert(
      database_,
      "INSERT OR IGNORE INTO imported (record, table_id, time, checksum) VALUES (?, ?, ?, ?)");
  insert.bind(1, record);
  insert.bind(2, table);
  insert.bind(3, number_of(now));
  insert.bind(4, checksum_of_import(record, table, number_of(now)));
  return insert.exec() > 0;
}

std::optional<Time> StoreWriter::newest_time() {
  std::optional<Time> newest;
  // Each of the first by its index.
  for (const char* text : {"SELECT MAX(changed) FROM tables WHERE result IS NOT NULL",
                           "SELECT MAX(changed) FROM tables WHERE result IS NULL AND is_played = 0",
                           "SELECT MAX(changed) FROM tables WHERE result IS NULL AND is_played = 1",
                           "SELECT MAX(time) FROM imported"}) {
    const SQLite::Column found = database_.execAndGet(text);
    if (!found.isNull()) newest = std::max(newest.value_or(Time::min()), time_of(found.getInt64()));
  }
  return newest;
}

}  // namespace spielwerk::server
