#include "tests/support/faulty_disk.h"

#include <sqlite3.h>

#include <cassert>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "core/random.h"

namespace spielwerk::test {
namespace {

std::string read_file(const std::string& path) {
  std::ifstream input(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), {}};
}

void write_file(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

}  // namespace

/// SQLite's own VFS, and ours that stands before it.
struct FaultyDisk::Vfs {
  sqlite3_vfs own{};
  sqlite3_vfs* real = nullptr;
};

/// A file of SQLite: the real one lies behind it in memory.
struct FaultyFile {
  sqlite3_file base;
  FaultyDisk* disk;
  /// Empty for files that no power cut has to do with.
  std::string* path;

  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
  static FaultyFile& of(sqlite3_file* file) { return *reinterpret_cast<FaultyFile*>(file); }
  static FaultyDisk& disk_of(sqlite3_vfs* vfs) { return *static_cast<FaultyDisk*>(vfs->pAppData); }
  static sqlite3_vfs* real_of(sqlite3_vfs* vfs) { return disk_of(vfs).vfs_->real; }

  static int open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* out) {
    FaultyFile& own = of(file);
    own.base.pMethods = nullptr;
    FaultyDisk& disk = disk_of(vfs);
    if (disk.is_cut() || disk.judge(DiskFault::Open) == FaultyDisk::Verdict::Fails) {
      return SQLITE_CANTOPEN;
    }
    const bool is_kept = path != nullptr && (flags & SQLITE_OPEN_DELETEONCLOSE) == 0;
    if (is_kept) disk.opened(path);
    const int code = real_of(vfs)->xOpen(real_of(vfs), path, own.real(), flags, out);
    if (code != SQLITE_OK) {
      if (is_kept) disk.closed(path);
      return code;
    }
    own.disk = &disk;
    own.path = is_kept ? new std::string(path) : nullptr;
    own.base.pMethods = &kMethods;
    return SQLITE_OK;
  }
  static int remove(sqlite3_vfs* vfs, const char* path, int syncs) {
    FaultyDisk& disk = disk_of(vfs);
    if (disk.is_cut()) return SQLITE_IOERR_DELETE;
    const int code = real_of(vfs)->xDelete(real_of(vfs), path, syncs);
    const std::lock_guard lock(disk.mutex_);
    if (code == SQLITE_OK) disk.images_.erase(path);
    return code;
  }

  static int close(sqlite3_file* file) {
    FaultyFile& own = of(file);
    const int code = own.real()->pMethods->xClose(own.real());
    if (own.path != nullptr) own.disk->closed(*own.path);
    delete std::exchange(own.path, nullptr);
    return code;
  }
  static int read(sqlite3_file* file, void* bytes, int count, sqlite3_int64 offset) {
    FaultyFile& own = of(file);
    if (own.disk->is_cut() || own.disk->judge(DiskFault::Read) == FaultyDisk::Verdict::Fails) {
      return SQLITE_IOERR_READ;
    }
    return own.real()->pMethods->xRead(own.real(), bytes, count, offset);
  }
  static int write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 offset) {
    FaultyFile& own = of(file);
    FaultyDisk& disk = *own.disk;
    if (disk.is_cut()) return SQLITE_IOERR_WRITE;
    const bool is_short = disk.judge(DiskFault::ShortWrite) == FaultyDisk::Verdict::Fails;
    if (is_short) count /= 2;
    // What the power cut came upon may have been written.
    const bool is_last = disk.judge(DiskFault::PowerCutAtWrite) == FaultyDisk::Verdict::Fails;
    if (disk.judge(DiskFault::FullDisk) == FaultyDisk::Verdict::Fails) return SQLITE_FULL;
    if (disk.judge(DiskFault::Write) == FaultyDisk::Verdict::Fails) return SQLITE_IOERR_WRITE;
    if (own.path != nullptr) {
      disk.changed(*own.path, {.offset = offset,
                               .bytes = std::string(static_cast<const char*>(bytes),
                                                    static_cast<std::size_t>(count))});
    }
    const int code = own.real()->pMethods->xWrite(own.real(), bytes, count, offset);
    return code == SQLITE_OK && (is_short || is_last) ? SQLITE_IOERR_WRITE : code;
  }
  static int truncate(sqlite3_file* file, sqlite3_int64 size) {
    FaultyFile& own = of(file);
    if (own.disk->is_cut() || own.disk->judge(DiskFault::Truncate) == FaultyDisk::Verdict::Fails) {
      return SQLITE_IOERR_TRUNCATE;
    }
    if (own.path != nullptr) own.disk->changed(*own.path, {.offset = size, .is_cut = true});
    return own.real()->pMethods->xTruncate(own.real(), size);
  }
  static int sync(sqlite3_file* file, int) {
    FaultyFile& own = of(file);
    FaultyDisk& disk = *own.disk;
    if (disk.is_cut() || disk.judge(DiskFault::Sync) == FaultyDisk::Verdict::Fails ||
        disk.judge(DiskFault::PowerCutAtSync) == FaultyDisk::Verdict::Fails) {
      return SQLITE_IOERR_FSYNC;
    }
    if (disk.judge(DiskFault::LostSync) == FaultyDisk::Verdict::Fails) {
      if (own.path != nullptr) disk.lose(*own.path);
      return SQLITE_IOERR_FSYNC;
    }
    // No real power is cut in a test: the real disk need not be waited for.
    if (own.path != nullptr) disk.synced(*own.path);
    return SQLITE_OK;
  }
  static int size(sqlite3_file* file, sqlite3_int64* size) {
    return of(file).real()->pMethods->xFileSize(of(file).real(), size);
  }
  static int lock(sqlite3_file* file, int level) {
    return of(file).real()->pMethods->xLock(of(file).real(), level);
  }
  static int unlock(sqlite3_file* file, int level) {
    return of(file).real()->pMethods->xUnlock(of(file).real(), level);
  }
  static int check_lock(sqlite3_file* file, int* is_locked) {
    return of(file).real()->pMethods->xCheckReservedLock(of(file).real(), is_locked);
  }
  static int control(sqlite3_file* file, int what, void* value) {
    return of(file).real()->pMethods->xFileControl(of(file).real(), what, value);
  }
  static int sector_size(sqlite3_file* file) {
    return of(file).real()->pMethods->xSectorSize(of(file).real());
  }
  static int characteristics(sqlite3_file* file) {
    return of(file).real()->pMethods->xDeviceCharacteristics(of(file).real());
  }
  static int map_memory(sqlite3_file* file, int page, int size, int extends,
                        void volatile** memory) {
    return of(file).real()->pMethods->xShmMap(of(file).real(), page, size, extends, memory);
  }
  static int lock_memory(sqlite3_file* file, int offset, int count, int flags) {
    return of(file).real()->pMethods->xShmLock(of(file).real(), offset, count, flags);
  }
  static void order_memory(sqlite3_file* file) {
    of(file).real()->pMethods->xShmBarrier(of(file).real());
  }
  static int unmap_memory(sqlite3_file* file, int deletes) {
    return of(file).real()->pMethods->xShmUnmap(of(file).real(), deletes);
  }

  static const sqlite3_io_methods kMethods;
};

const sqlite3_io_methods FaultyFile::kMethods{.iVersion = 2,
                                              .xClose = close,
                                              .xRead = read,
                                              .xWrite = write,
                                              .xTruncate = truncate,
                                              .xSync = sync,
                                              .xFileSize = size,
                                              .xLock = lock,
                                              .xUnlock = unlock,
                                              .xCheckReservedLock = check_lock,
                                              .xFileControl = control,
                                              .xSectorSize = sector_size,
                                              .xDeviceCharacteristics = characteristics,
                                              .xShmMap = map_memory,
                                              .xShmLock = lock_memory,
                                              .xShmBarrier = order_memory,
                                              .xShmUnmap = unmap_memory,
                                              .xFetch = nullptr,
                                              .xUnfetch = nullptr};

FaultyDisk::FaultyDisk() : name_("faulty"), vfs_(std::make_unique<Vfs>()) {
  vfs_->real = ::sqlite3_vfs_find(nullptr);
  vfs_->own = *vfs_->real;
  vfs_->own.pNext = nullptr;
  vfs_->own.zName = name_.c_str();
  vfs_->own.pAppData = this;
  vfs_->own.szOsFile = static_cast<int>(sizeof(FaultyFile)) + vfs_->real->szOsFile;
  vfs_->own.xOpen = FaultyFile::open;
  vfs_->own.xDelete = FaultyFile::remove;
  [[maybe_unused]] const int code = ::sqlite3_vfs_register(&vfs_->own, 0);
  assert(code == SQLITE_OK);
}

FaultyDisk::~FaultyDisk() { ::sqlite3_vfs_unregister(&vfs_->own); }

void FaultyDisk::fail(DiskFault fault, int nth, bool lasts) {
  const std::lock_guard lock(mutex_);
  fault_ = fault;
  countdown_ = nth;
  lasts_ = lasts;
  has_failed_ = false;
}

void FaultyDisk::repair() {
  const std::lock_guard lock(mutex_);
  countdown_ = 0;
  lasts_ = false;
  for (auto& [path, image] : images_) forget_lost(path, image);
}

bool FaultyDisk::has_failed() const {
  const std::lock_guard lock(mutex_);
  return has_failed_;
}

int FaultyDisk::reads() const {
  const std::lock_guard lock(mutex_);
  return reads_;
}

bool FaultyDisk::is_cut() const {
  const std::lock_guard lock(mutex_);
  return is_power_cut_;
}

FaultyDisk::Verdict FaultyDisk::judge(DiskFault fault) {
  const std::lock_guard lock(mutex_);
  if (fault == DiskFault::Read) ++reads_;
  if (fault != fault_ || countdown_ == 0) return Verdict::Works;
  if (countdown_ > 1) {
    --countdown_;
    return Verdict::Works;
  }
  if (!lasts_) countdown_ = 0;
  has_failed_ = true;
  is_power_cut_ = fault == DiskFault::PowerCutAtWrite || fault == DiskFault::PowerCutAtSync;
  return Verdict::Fails;
}

void FaultyDisk::opened(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const auto [found, is_new] = images_.try_emplace(path);
  Image& image = found->second;
  if (is_new && std::filesystem::exists(path)) image.synced = read_file(path);
  forget_lost(path, image);
  ++image.handles;
}

void FaultyDisk::forget_lost(const std::string& path, Image& image) {
  if (!image.is_lost || image.handles > 0) return;
  write_file(path, image.synced);
  image.changes.clear();
  image.is_lost = false;
}

void FaultyDisk::closed(const std::string& path) {
  const std::lock_guard lock(mutex_);
  if (const auto found = images_.find(path); found != images_.end()) --found->second.handles;
}

void FaultyDisk::changed(const std::string& path, Change change) {
  const std::lock_guard lock(mutex_);
  images_[path].changes.push_back(std::move(change));
}

void FaultyDisk::synced(const std::string& path) {
  const std::lock_guard lock(mutex_);
  Image& image = images_[path];
  for (const Change& change : image.changes) apply(image.synced, change);
  image.changes.clear();
}

void FaultyDisk::lose(const std::string& path) {
  const std::lock_guard lock(mutex_);
  images_[path].changes.clear();
  images_[path].is_lost = true;
}

void FaultyDisk::apply(std::string& content, const Change& change) {
  const auto offset = static_cast<std::size_t>(change.offset);
  if (change.is_cut) {
    content.resize(offset);
    return;
  }
  if (content.size() < offset + change.bytes.size()) content.resize(offset + change.bytes.size());
  content.replace(offset, change.bytes.size(), change.bytes);
}

void FaultyDisk::restore_power(std::uint64_t seed) {
  const std::lock_guard lock(mutex_);
  Random random(seed);
  for (auto& [path, image] : images_) {
    for (const Change& change : image.changes) {
      if (seed == 1 || (seed > 1 && random.below(2) == 0)) apply(image.synced, change);
    }
    image.changes.clear();
    write_file(path, image.synced);
    // Memory that programs share is gone.
    std::filesystem::remove(path + "-shm");
  }
  is_power_cut_ = false;
  countdown_ = 0;
}

}  // namespace spielwerk::test
