// Where events are kept, the one truth about all tables: an interface, and its implementation in
// one SQLite file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "server/tables/view.h"

namespace spielwerk::server {

/// What a secret opens at a table.
struct Secret {
  enum class Kind : std::uint8_t {
    Host,    ///< a token of the one who created it
    Seat,    ///< a token of the one who holds a seat
    Invite,  ///< an invite to a seat
  };
  Kind kind = Kind::Host;
  std::string secret{};
  Player seat = 0;
  friend bool operator==(const Secret&, const Secret&) = default;
};

/// Things that happen at one table, kept all together or not at all.
struct LogEntry {
  std::string table{};
  std::vector<Event> events{};
  /// The table after them.
  Summary summary{};
  std::vector<Secret> new_secrets{};
  std::optional<Secret> used_invite{};
};

struct StoredTable {
  std::string id{};
  /// All events, or those before the first damaged one.
  std::vector<Event> events{};
  std::vector<Secret> secrets{};
  /// What is wrong after them, a sentence without full stop; empty if nothing is.
  std::string damage{};
};

/// A place in the list of finished games: behind the one that changed then and has this name, or
/// behind all of that time.
struct FinishedAfter {
  Time changed = Time::max();
  std::string id{};
};

/// Why something could not be kept.
struct StorageProblem {
  /// A sentence without full stop.
  std::string sentence{};
  /// Whether it is known that nothing of it is kept. After a failed write to the disk it is not:
  /// then nothing more is written until what is on the disk has been read anew
  /// (StorageState::recoveries).
  bool is_certain = true;
  friend bool operator==(const StorageProblem&, const StorageProblem&) = default;
};

struct StorageState {
  /// Why nothing can be stored at the moment; empty if it can.
  std::string problem{};
  /// How often the log has begun anew with what was on the disk. When it has, everything in memory
  /// must be read again.
  int recoveries = 0;
};

/// Tables that have not changed since these times are forgotten; Time::min(): never.
struct Retention {
  Time without_move = Time::min();  ///< unfinished, and nobody has made a move
  Time unfinished = Time::min();    ///< the other unfinished ones
  Time finished = Time::min();
};

/// All methods may be called from any thread.
class EventLog {
 public:
  using Stored = std::function<void(const std::optional<StorageProblem>& problem)>;
  /// The names of tables that have been deleted.
  using Forgotten = std::function<void(const std::vector<std::string>& tables)>;

  virtual ~EventLog() = default;

  /// Keeps all entries or none. `stored` is called once they are safe from anything but the loss of
  /// the disk, in the order of the calls and from another thread.
  virtual void append(std::vector<LogEntry> entries, Stored stored) = 0;
  virtual StorageState state() const = 0;

  /// The names of tables whose game goes on and has changed since a time, the latest change first.
  virtual std::vector<std::string> unfinished(Time since, int max) = 0;
  /// A table; nothing if there is none of that name, and an error, a sentence, if what is there
  /// cannot be read at all.
  virtual std::expected<std::optional<StoredTable>, std::string> load(const std::string& id) = 0;
  /// Finished games after that one, the latest first.
  virtual std::vector<Summary> finished(const FinishedAfter& after, int max) = 0;
  /// Deletes up to `max` old tables, never those in `kept`, in the order of the appends; then tells
  /// which were deleted, from another thread. A failure deletes nothing and is no harm.
  virtual void forget(const Retention& retention, std::vector<std::string> kept, int max,
                      Forgotten forgotten) = 0;
};

/// The folder is used by another server.
class FolderInUse : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// In the file `spielwerk.db` of a folder, which is made if it is missing. Throws
/// std::runtime_error, a sentence, if that cannot be used, and FolderInUse if another does.
std::unique_ptr<EventLog> open_sqlite_log(const std::filesystem::path& folder);

}  // namespace spielwerk::server
