// All games out of the file in which tables are kept, as records, and records into it.
#pragma once

#include <expected>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>

#include "core/registry.h"
#include "records/record.h"
#include "server/store/store_check.h"
#include "server/store/store_writer.h"

namespace spielwerk::server {

struct ExportCounts {
  int games = 0;
  /// Unfinished ones that are not wanted.
  int left_out = 0;
  int damaged = 0;
};

/// Writes the games, first the finished ones, in the order in which they have changed. The tags
/// `Table` and `UTCTime` tell a table's name and when it was created. Damaged ones are left out, of
/// which `report` hears. Throws std::runtime_error, a sentence.
ExportCounts export_records(const Registry& games, const std::filesystem::path& file,
                            bool with_unfinished, std::ostream& output, const StoreReporter& report,
                            const StoreProgress& progress);

/// Puts records into a folder that nobody else uses: each becomes a table that nobody holds.
class RecordImport {
 public:
  /// Throws std::runtime_error, a sentence, and FolderInUse. `vfs` is as in open_store.
  RecordImport(const Registry& games, const std::filesystem::path& folder,
               const StoreReporter& report, const std::string& vfs = {},
               int max_log_pages = kMaxLogPages);
  ~RecordImport();
  RecordImport(const RecordImport&) = delete;
  RecordImport& operator=(const RecordImport&) = delete;

  enum class Outcome : std::uint8_t {
    Imported,
    Known,       ///< it is there already
    Unfinished,  ///< and such games are not wanted
  };
  /// What is wrong with the record, a sentence without full stop. `now` is the time from which it
  /// is kept. Throws std::runtime_error, a sentence, if something could not be stored, now or
  /// earlier: then nothing more is written.
  std::expected<Outcome, std::string> add(const Record& record, bool with_unfinished, Time now);
  /// Waits until all of it is on the disk. Throws as above.
  void finish();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace spielwerk::server
