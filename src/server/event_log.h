// Where events are kept, the one truth about all tables: an interface, and its implementation in
// one SQLite file.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "server/view.h"

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
  std::vector<Event> events{};
  std::vector<Secret> secrets{};
};

/// A place in the list of finished games: behind the one that changed then and has this name, or
/// behind all of that time.
struct FinishedAfter {
  Time changed = Time::max();
  std::string id{};
};

class EventLog {
 public:
  /// Why something could not be kept: a sentence without full stop.
  using Stored = std::function<void(std::optional<std::string> problem)>;

  virtual ~EventLog() = default;

  /// Keeps all entries or none. `stored` is called once they are safe from anything but the loss of
  /// the disk, in the order of the calls and from another thread.
  virtual void append(std::vector<LogEntry> entries, Stored stored) = 0;

  /// Reading may be done by one thread at a time. The names of tables whose game goes on and has
  /// changed since a time.
  virtual std::vector<std::string> unfinished(Time since) = 0;
  /// A table; nothing if there is none of that name, and an error, a sentence, if what is there
  /// cannot be read.
  virtual std::expected<std::optional<StoredTable>, std::string> load(const std::string& id) = 0;
  /// Finished games after that one, the latest first.
  virtual std::vector<Summary> finished(const FinishedAfter& after, int max) = 0;
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
