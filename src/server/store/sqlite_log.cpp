// The event log in SQLite: one thread writes, many entries in one transaction, and every
// transaction is on the disk before anybody hears of it. After a failure that leaves open what is
// on the disk it stops, and begins anew with what it finds there.
#include "server/store/sqlite_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <span>
#include <stdexcept>
#include <thread>
#include <unordered_set>

#include "server/store/store_reader.h"

namespace spielwerk::server {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// A connection for reading that others use while it is closed and opened again.
class SharedReader {
 public:
  void open(const std::filesystem::path& folder, const std::string& vfs) {
    const std::lock_guard lock(mutex_);
    reader_.emplace(folder / kStoreFile, vfs);
  }
  void close() {
    const std::lock_guard lock(mutex_);
    reader_.reset();
  }
  /// What `read` makes of it, or `otherwise` while there is nothing to read.
  template <class Result, class Read>
  Result read(Result otherwise, const Read& read) {
    const std::lock_guard lock(mutex_);
    return reader_ ? read(*reader_) : std::move(otherwise);
  }

 private:
  std::mutex mutex_{};
  std::optional<StoreReader> reader_{};
};

/// What is old is deleted for good, so no clock that may have been set wrongly decides alone: the
/// time is taken to be at most a day later than the newest one that was stored at the start and
/// what has passed since then.
class RetentionClock {
 public:
  RetentionClock(StoreClocks clocks, std::optional<Time> newest)
      : clocks_(std::move(clocks)), start_(clocks_.elapsed()), newest_(clocks_.now()) {
    if (newest) newest_ = std::min(newest_, *newest);
  }

  /// As if what a clock is ahead had not passed.
  Retention corrected(Retention retention) const {
    const Time latest = newest_ + (clocks_.elapsed() - start_) + std::chrono::days(1);
    const milliseconds ahead = std::max(clocks_.now() - latest, milliseconds(0));
    for (Time* each : {&retention.without_move, &retention.unfinished, &retention.finished}) {
      if (*each != Time::min()) *each -= ahead;
    }
    return retention;
  }

 private:
  const StoreClocks clocks_;
  const milliseconds start_;
  Time newest_;
};

class SqliteLog final : public EventLog {
 public:
  SqliteLog(const std::filesystem::path& folder, const SqliteLogSettings& settings)
      : lock_(folder), folder_(folder), settings_(settings) {
    open();
    retention_clock_.emplace(settings.clocks, writer_->newest_time());
    thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
  }

  void append(std::vector<LogEntry> entries, Stored stored) override {
    add({.entries = std::move(entries), .stored = std::move(stored)});
  }
  void forget(const Retention& retention, std::vector<std::string> kept, int max,
              Forgotten forgotten) override {
    add({.forget = Forget{.retention = retention,
                          .kept = {kept.begin(), kept.end()},
                          .max = max,
                          .forgotten = std::move(forgotten)}});
  }
  StorageState state() const override {
    const std::lock_guard lock(state_mutex_);
    return state_;
  }

  std::vector<std::string> unfinished(Time since, int max) override {
    return list<std::string>([&](StoreReader& reader) { return reader.unfinished(since, max); });
  }
  std::vector<Summary> finished(const FinishedAfter& after, int max) override {
    return list<Summary>([&](StoreReader& reader) { return reader.finished(after, max); });
  }
  std::expected<std::optional<StoredTable>, std::string> load(const std::string& id) override {
    using Loaded = std::expected<std::optional<StoredTable>, std::string>;
    return tables_.read(Loaded(std::unexpect, "the disk does not work at the moment"),
                        [&](StoreReader& reader) { return reader.load(id); });
  }

 private:
  struct Forget {
    Retention retention{};
    std::unordered_set<std::string> kept{};
    int max = 0;
    Forgotten forgotten{};
    std::vector<std::string> tables{};
    ForgettingPlace place{};
    int left() const { return max - static_cast<int>(tables.size()); }
  };
  /// Entries to append, or tables to forget.
  struct Work {
    std::vector<LogEntry> entries{};
    Stored stored{};
    std::optional<Forget> forget{};
  };

  /// What cannot be read is left out: those who ask for lists can do nothing about it.
  template <class Item, class Read>
  std::vector<Item> list(const Read& read) {
    try {
      return lists_.read(std::vector<Item>(), read);
    } catch (const SQLite::Exception&) {
      return {};
    }
  }

  void add(Work work) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(work));
    has_work_.notify_one();
  }

  // ---- On the thread that writes

  void work(const std::stop_token& stop) {
    const auto has_work = [this] { return !waiting_.empty(); };
    std::unique_lock lock(mutex_);
    while (true) {
      if (is_well()) {
        has_work_.wait(lock, stop, has_work);
      } else {
        has_work_.wait_until(lock, stop, next_try_, has_work);
      }
      // What was asked for before the end is still written.
      if (stop.stop_requested() && waiting_.empty()) return;
      std::vector<Work> batch;
      batch.swap(waiting_);
      lock.unlock();
      work_off(batch);
      if (!is_well() && SteadyClock::now() >= next_try_ && !stop.stop_requested()) try_again();
      batch.clear();
      lock.lock();
    }
  }

  void work_off(std::span<Work> batch) {
    while (!batch.empty()) {
      std::size_t count = 0;
      while (count < batch.size() && !batch[count].forget) ++count;
      if (count > 0) {
        append_all(batch.first(count));
      } else {
        count = 1;
        forget_some(*batch.front().forget);
      }
      batch = batch.subspan(count);
    }
  }

  void append_all(std::span<const Work> batch) {
    const auto problem = append(batch);
    if (problem && problem->is_certain && batch.size() > 1) {
      // One of them may be at fault; the others must not suffer.
      for (std::size_t index = 0; index < batch.size(); ++index) {
        answer(batch[index], append(batch.subspan(index, 1)));
      }
    } else {
      for (const Work& each : batch) answer(each, problem);
    }
    tidy_up();
  }

  std::optional<StorageProblem> append(std::span<const Work> batch) {
    if (!writer_) return stopped();
    auto problem = writer_->transact([&] {
      for (const Work& work : batch) {
        for (const LogEntry& entry : work.entries) writer_->append(entry);
      }
    });
    note(problem);
    return problem;
  }

  /// Calls those who wait for something. If they have no memory left to hear it, the others do not
  /// suffer from that.
  template <class Call>
  static bool tell(const Call& call) noexcept {
    try {
      call();
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }
  static void answer(const Work& work, const std::optional<StorageProblem>& problem) noexcept {
    tell([&] { work.stored(problem); });
  }

  /// Forgets a few tables, and the others after what waits by now.
  void forget_some(Forget& forget) noexcept {
    bool has_more = false;
    tell([&] {
      if (!writer_ || !forget_slice(forget)) return;
      add({.forget = std::move(forget)});
      has_more = true;
    });
    if (!has_more) tell([&] { forget.forgotten(forget.tables); });
  }
  /// Whether there may be more of them.
  bool forget_slice(Forget& forget) {
    ForgottenSlice slice;
    const Retention retention = retention_clock_->corrected(forget.retention);
    const auto is_kept = [&](const std::string& id) {
      return forget.kept.contains(id) || damaged_.contains(id);
    };
    const auto problem = writer_->transact(
        [&] { slice = writer_->forget(retention, is_kept, forget.left(), forget.place); });
    note(problem);
    tidy_up();
    if (problem) return false;
    std::ranges::move(slice.tables, std::back_inserter(forget.tables));
    forget.place = std::move(slice.next);
    for (const auto& [id, damage] : slice.damaged) {
      damaged_.insert(id);
      if (settings_.report) {
        settings_.report(fmt::format("table {} is old but damaged, and is kept: {}", id, damage));
      }
    }
    return !slice.is_last && forget.left() > 0;
  }

  void tidy_up() {
    if (!writer_) return;
    if (const auto problem = writer_->tidy_up()) note(problem);
  }

  // ---- Failure and recovery

  bool is_well() const { return writer_ && problem_.empty(); }

  void open() {
    writer_.emplace(folder_, settings_.vfs, settings_.report, settings_.max_log_pages);
    lists_.open(folder_, settings_.vfs);
    tables_.open(folder_, settings_.vfs);
  }
  void close() {
    lists_.close();
    tables_.close();
    writer_.reset();
  }

  /// What a write has told about the disk.
  void note(const std::optional<StorageProblem>& problem) noexcept {
    if (!problem) return problem_.empty() ? void() : set_problem("");
    if (!problem->is_certain) return stop(problem->sentence);
    // It may have had reasons of its own: then something else can be written.
    const auto again = writer_->try_to_write();
    if (again && !again->is_certain) return stop(again->sentence);
    set_problem(again ? again->sentence : "");
    next_try_ = SteadyClock::now() + settings_.retry_time;
  }
  /// It is not known what is on the disk.
  void stop(std::string_view problem) noexcept {
    set_problem(problem);
    next_try_ = SteadyClock::now() + settings_.retry_time;
    close();
  }

  /// Nothing is written at the moment.
  StorageProblem stopped() const noexcept {
    try {
      return {problem_};
    } catch (const std::bad_alloc&) {
      return {kNoMemory};
    }
  }

  void set_problem(std::string_view problem, bool is_recovery = false) noexcept {
    const std::lock_guard lock(state_mutex_);
    try {
      problem_ = problem;
      state_.problem = problem;
    } catch (const std::bad_alloc&) {
      problem_ = kNoMemory;
      state_.problem = kNoMemory;
    }
    if (is_recovery) ++state_.recoveries;
  }

  void try_again() noexcept {
    if (writer_) return note(writer_->try_to_write());
    try {
      open();
      auto failed = writer_->try_to_write();
      if (!failed) failed = writer_->tidy_up(true);
      if (!failed) return set_problem("", true);
      stop(failed->sentence);
    } catch (const SQLite::Exception& failure) {
      stop(reason_of(failure));
    } catch (const std::exception& failure) {
      stop(failure.what());
    }
  }

  const FolderLock lock_;
  const std::filesystem::path folder_;
  const SqliteLogSettings settings_;
  /// Nothing while it is not known what is on the disk.
  std::optional<StoreWriter> writer_{};
  /// Apart, so that nobody waits for a list while a long table is loaded.
  SharedReader lists_{};
  SharedReader tables_{};
  std::optional<RetentionClock> retention_clock_{};
  /// Old tables that are kept because of that, each reported once; of the thread that writes.
  std::unordered_set<std::string> damaged_{};
  /// Why the last write failed; of the thread that writes.
  std::string problem_{};
  SteadyClock::time_point next_try_{};
  mutable std::mutex state_mutex_{};
  StorageState state_{};
  std::mutex mutex_{};
  std::condition_variable_any has_work_{};
  std::vector<Work> waiting_{};
  std::jthread thread_{};
};

}  // namespace

std::unique_ptr<EventLog> open_sqlite_log(const std::filesystem::path& folder,
                                          const SqliteLogSettings& settings) {
  std::unique_ptr<EventLog> log;
  use_folder(folder, [&] { log = std::make_unique<SqliteLog>(folder, settings); });
  return log;
}

std::unique_ptr<EventLog> open_sqlite_log(const std::filesystem::path& folder) {
  return open_sqlite_log(folder, SqliteLogSettings{});
}

}  // namespace spielwerk::server
