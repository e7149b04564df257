// A disk for SQLite that fails when a test wants it: the n-th write, sync, read, truncation or
// opening, with all that a power cut and a system that forgets failed writes can do.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace spielwerk::test {

enum class DiskFault : std::uint8_t {
  Write,       ///< nothing is written
  ShortWrite,  ///< half of it is written
  FullDisk,    ///< nothing is written, because there is no room
  Sync,        ///< what was written stays where it is
  LostSync,    ///< what was written is seen until the file is closed, but never comes to the disk
  Read,
  Truncate,
  Open,
  PowerCutAtWrite,  ///< from this write on nothing works, and what was not synced may be lost
  PowerCutAtSync,
};

/// SQLite's access to real files, through which all faults come. Used by any thread.
class FaultyDisk {
 public:
  FaultyDisk();
  ~FaultyDisk();
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;

  /// For SQLite.
  const std::string& name() const { return name_; }
  /// The n-th of these operations from now on fails, counted from 1; with `lasts` all after it,
  /// too.
  void fail(DiskFault fault, int nth, bool lasts = false);
  /// From now on all works, and what SQLite has closed is as the disk has it.
  void repair();
  /// Whether the fault has happened.
  bool has_failed() const;
  /// How often something has been read, failed or not.
  int reads() const;
  /// After a power cut, when SQLite has closed all: the files become what may have been on the
  /// disk. Of what was not synced, `seed` decides what was there: 0 nothing, 1 everything.
  void restore_power(std::uint64_t seed);

 private:
  friend struct FaultyFile;
  struct Vfs;

  struct Change {
    std::int64_t offset = 0;
    /// What is written, or nothing if the file is cut there.
    std::string bytes{};
    bool is_cut = false;
  };
  /// A file as the disk has it, and what has been done to it since it was synced.
  struct Image {
    std::string synced{};
    std::vector<Change> changes{};
    int handles = 0;
    bool is_lost = false;
  };

  enum class Verdict : std::uint8_t { Works, Fails };
  /// Whether one of these operations fails now.
  Verdict judge(DiskFault fault);
  bool is_cut() const;
  void opened(const std::string& path);
  void closed(const std::string& path);
  void changed(const std::string& path, Change change);
  void synced(const std::string& path);
  void lose(const std::string& path);
  /// If nobody has the file open, the system forgets what it could not write.
  static void forget_lost(const std::string& path, Image& image);
  static void apply(std::string& content, const Change& change);

  std::string name_;
  std::unique_ptr<Vfs> vfs_;
  mutable std::mutex mutex_{};
  DiskFault fault_{};
  int countdown_ = 0;
  bool lasts_ = false;
  bool has_failed_ = false;
  bool is_power_cut_ = false;
  int reads_ = 0;
  std::map<std::string, Image> images_{};
};

}  // namespace spielwerk::test
