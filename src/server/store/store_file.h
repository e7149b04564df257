// The SQLite file in which all tables are kept: where it lies and what is in it, which files are
// left alone because they are something else, and how older ones are brought up to date.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "server/base/time.h"

namespace spielwerk::server {

inline constexpr const char* kStoreFile = "spielwerk.db";
/// The version of what is in the file; older ones are brought up to it when it is opened.
inline constexpr int kStoreVersion = 3;
/// What SQLite calls the application_id: `SPLW`. Files of version 1 have none.
inline constexpr std::int32_t kStoreApplication = 0x53504c57;

/// Hears, as sentences, what whoever runs the program should know.
using StoreReporter = std::function<void(std::string_view)>;

inline std::int64_t number_of(Time time) { return time.time_since_epoch().count(); }
inline Time time_of(std::int64_t number) { return Time(milliseconds(number)); }

/// Keeps others out of a folder while this program uses it, and is gone with it however it ends.
/// Throws FolderInUse if another does.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

/// What went wrong, as people say it; lives as long as the failure.
const char* reason_of(const SQLite::Exception& failure);
/// The same of one of SQLite's result codes, `otherwise` if there is nothing to say about it.
const char* reason_of(int code, const char* otherwise);

/// Opens the file of a folder for writing, makes it if it is missing and brings it up to date. What
/// is read then is on the disk, even if an earlier process could not write all of its own: nobody
/// else may have the file open. Throws std::runtime_error, a sentence, before anything is changed
/// if what is there is not ours or is newer; SQLite::Exception if the disk or the file does not do
/// its part. `vfs` is the name of SQLite's access to the disk, its usual one if empty.
SQLite::Database open_store(const std::filesystem::path& folder, const std::string& vfs,
                            const StoreReporter& report);

/// Opens such a file, also while a server uses it, and never changes it. Throws as above, also if
/// it is missing or, unless `min_version` says otherwise, older.
SQLite::Database open_store_for_reading(const std::filesystem::path& file, const std::string& vfs,
                                        int min_version = kStoreVersion);
int version_of(SQLite::Database& store);

/// Makes the folder if it is missing and calls `use`. Whatever is wrong is thrown as a sentence
/// that names the folder: std::runtime_error, or FolderInUse.
void use_folder(const std::filesystem::path& folder, const std::function<void()>& use);

/// Throws std::runtime_error, a sentence, if a copy of what is in this file of games, or anything
/// else that is written, would take the place of it or of another file that the server keeps beside
/// it, by whatever path.
void refuse_own_files(const std::filesystem::path& store, const std::filesystem::path& target);

}  // namespace spielwerk::server
