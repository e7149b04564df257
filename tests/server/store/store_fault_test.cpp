// Everything that can fail, once each, over the whole life of a game: afterwards the store opens,
// nothing that was acknowledged is missing, and nothing is there that was refused for certain.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <filesystem>

#include "games/all_games.h"
#include "server/json/event_json.h"
#include "server/store/sqlite_log.h"
#include "server/store/store_reader.h"
#include "server/store/store_records.h"
#include "tests/server/tables/log_entries.h"
#include "tests/server/tables/memory_log.h"
#include "tests/support/failing_allocations.h"
#include "tests/support/faulty_disk.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/waiting.h"

namespace {

/// Whoever wants to hear of which files the system is told to forget what it has in memory.
std::vector<std::string>* forgotten_files = nullptr;

}  // namespace

/// Instead of the system's own, which cannot be asked what it has forgotten.
extern "C" int posix_fadvise(int file, off_t, off_t, int advice) {
  if (advice != POSIX_FADV_DONTNEED || forgotten_files == nullptr) return 0;
  forgotten_files->push_back(
      std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", file)).filename());
  return 0;
}

namespace spielwerk::server {
namespace {

using test::DiskFault;
using test::FailingSqliteMemory;
using test::FaultyDisk;

/// What is kept of a table, to be compared and shown.
std::string described(const std::expected<std::optional<StoredTable>, std::string>& loaded) {
  if (!loaded) return "unreadable: " + loaded.error();
  if (!*loaded) return "none";
  std::string text = (*loaded)->damage;
  for (const Event& event : (*loaded)->events) {
    text += fmt::format("{} {} {}\n", event.number, event.time.time_since_epoch().count(),
                        json::serialize(to_json(event.body)));
  }
  std::vector<std::string> secrets;
  for (const Secret& each : (*loaded)->secrets) {
    secrets.push_back(fmt::format("{} {} {}", static_cast<int>(each.kind), each.seat, each.secret));
  }
  std::sort(secrets.begin(), secrets.end());
  for (const std::string& each : secrets) text += each + "\n";
  return text;
}

/// All tables of the game's life.
std::string described(EventLog& log) {
  std::string text;
  for (const char* id : {"t1", "t2", "old"}) text += described(log.load(id)) + "--\n";
  for (const std::string& id : log.unfinished(at(0), 9)) text += id + " goes on\n";
  for (const Summary& each : log.finished({}, 9)) text += each.id + " is over\n";
  return text;
}

using Step = std::vector<LogEntry>;

/// Created, joined, played, taken back, ended and played again.
std::vector<Step> life_of_a_game() {
  const auto next = [](int number, EventBody body) {
    LogEntry entry = moved("t1", number, number);
    entry.events = {{number, at(number), std::move(body)}};
    return entry;
  };
  LogEntry joined = next(2, Seated{1, "Bert"});
  joined.new_secrets = {{Secret::Kind::Seat, "seat", 1}};
  joined.used_invite = Secret{Secret::Kind::Invite, "t1 invite", 1};
  LogEntry taken_back = next(7, Answered{0, true});
  taken_back.events.push_back({8, at(8), TakenBack{1}});
  LogEntry again = ended("t1", 11, 11);
  again.events = {{11, at(11), Rematched{"t2"}}};
  return {{created("old", 1)},
          {created("t1", 2)},
          {joined},
          {moved("t1", 3, 3)},
          {moved("t1", 4, 4)},
          {moved("t1", 5, 5)},
          {next(6, Offered{1, OfferKind::TakeBack, 1})},
          {taken_back},
          {moved("t1", 9, 9)},
          {ended("t1", 10, 10)},
          {created("t2", 11), again},
          {moved("t2", 12)}};
}

/// Lives through all of it, as the hall would, with a memory of what it was told.
class Life {
 public:
  Life(EventLog& log, MemoryLog& known) : log_(log), known_(known) {}

  /// False if it could not go on.
  bool go_on() {
    for (const Step& step : life_of_a_game()) {
      if (!append(step)) return false;
      // Whoever looks sees the truth, or that it cannot be seen.
      const auto seen = log_.load("t1");
      if (seen) {
        EXPECT_EQ(described(seen), described(known_.load("t1")));
      }
    }
    return forget();
  }
  /// What was neither acknowledged nor refused for certain.
  const std::optional<Step>& in_flight() const { return in_flight_; }

 private:
  static constexpr int kTries = 5;

  void remember(const Step& step) {
    known_.append(step, [](const std::optional<StorageProblem>&) {});
  }
  /// Waits until it writes again; false if it does not.
  bool recover(int recoveries) {
    return test::eventually(
        [&] {
          const StorageState state = log_.state();
          return state.problem.empty() && state.recoveries >= recoveries;
        },
        patience);
  }

  bool append(const Step& step) {
    for (int count = 0; count < kTries; ++count) {
      const int recoveries = log_.state().recoveries;
      const auto problem = append_and_wait(log_, step);
      if (!problem) {
        remember(step);
        return true;
      }
      if (!problem->is_certain) in_flight_ = step;
      if (!recover(recoveries + (problem->is_certain ? 0 : 1))) return false;
      // What is on the disk is the truth now: as before, or with all of it.
      const std::string found = described(log_);
      if (found == described(known_)) {
        in_flight_.reset();
        continue;
      }
      EXPECT_FALSE(problem->is_certain) << problem->sentence;
      remember(step);
      in_flight_.reset();
      EXPECT_EQ(found, described(known_));
      return true;
    }
    ADD_FAILURE() << "one failure, but it never goes on";
    return false;
  }

  bool forget() {
    const Retention retention{.without_move = at(2)};
    for (int count = 0; count < kTries; ++count) {
      const int forgotten = forget_and_wait(log_, retention, {"t2"}, 10);
      if (!recover(0)) {
        is_forgetting = true;
        return false;
      }
      if (forgotten > 0 || !log_.load("old").value_or(StoredTable())) {
        known_.forget(retention, {"t2"}, 10, [](const auto&) {});
        return true;
      }
    }
    ADD_FAILURE() << "nothing is ever forgotten";
    return false;
  }

  EventLog& log_;
  MemoryLog& known_;
  std::optional<Step> in_flight_{};

 public:
  /// How long it waits for a disk that may never work again.
  std::chrono::milliseconds patience = std::chrono::seconds(20);
  bool is_forgetting = false;
};

class StoreFaults : public testing::Test {
 protected:
  std::string data() const { return folder_.path("data"); }
  SqliteLogSettings settings() const {
    // So few pages that the log is tidied up in the middle of the game.
    return {.vfs = disk_->name(), .retry_time = milliseconds(0), .max_log_pages = 12};
  }
  /// Nothing if it cannot be opened.
  std::unique_ptr<EventLog> try_to_open() const {
    try {
      return open_sqlite_log(data(), settings());
    } catch (const std::exception&) {
      return nullptr;
    }
  }
  void begin_anew() const { std::filesystem::remove_all(data()); }

  /// What is there when everything works again.
  std::string found() const {
    const auto log = open_sqlite_log(data());
    StoreReader reader(folder_.path("data/spielwerk.db"));
    EXPECT_THAT(reader.integrity_problems(), testing::IsEmpty());
    return described(*log);
  }

  /// A life in which the n-th of these operations fails; false if there are not so many.
  bool live_through(DiskFault fault, int nth) {
    SCOPED_TRACE(fmt::format("fault {} at operation {}", static_cast<int>(fault), nth));
    begin_anew();
    disk_ = std::make_unique<FaultyDisk>();
    disk_->fail(fault, nth);
    auto log = try_to_open();
    EXPECT_TRUE(log || disk_->has_failed());
    if (!log) {
      disk_->repair();
      log = open_sqlite_log(data(), settings());
    }
    MemoryLog known;
    Life life(*log, known);
    EXPECT_TRUE(life.go_on());
    log.reset();
    const bool has_failed = disk_->has_failed();
    disk_->repair();
    EXPECT_EQ(found(), described(known));
    return has_failed;
  }

  /// The same with a power cut, after which something of what was not synced may be there.
  bool live_until(DiskFault fault, int nth, std::uint64_t seed) {
    SCOPED_TRACE(fmt::format("power cut {} at {}, seed {}", static_cast<int>(fault), nth, seed));
    begin_anew();
    disk_ = std::make_unique<FaultyDisk>();
    disk_->fail(fault, nth);
    MemoryLog known;
    std::optional<Step> in_flight;
    bool is_forgetting = false;
    if (auto log = try_to_open()) {
      Life life(*log, known);
      life.patience = milliseconds(0);
      life.go_on();
      in_flight = life.in_flight();
      is_forgetting = life.is_forgetting;
    }
    const bool has_failed = disk_->has_failed();
    disk_->restore_power(seed);
    const std::string before = described(known);
    if (in_flight) known.append(*in_flight, [](const std::optional<StorageProblem>&) {});
    if (is_forgetting) known.forget({.without_move = at(2)}, {"t2"}, 10, [](const auto&) {});
    EXPECT_THAT(found(), testing::AnyOf(before, described(known)));
    return has_failed;
  }

  const test::TemporaryFolder folder_{};
  std::unique_ptr<FaultyDisk> disk_ = std::make_unique<FaultyDisk>();
};

class StoreDiskFaults : public StoreFaults, public testing::WithParamInterface<DiskFault> {};

std::string name_of(DiskFault fault) {
  constexpr std::array kNames{"Write",    "ShortWrite", "FullDisk", "Sync",
                              "LostSync", "Read",       "Truncate", "Open"};
  return kNames.at(static_cast<std::size_t>(fault));
}

INSTANTIATE_TEST_SUITE_P(All, StoreDiskFaults,
                         testing::Values(DiskFault::Write, DiskFault::ShortWrite,
                                         DiskFault::FullDisk, DiskFault::Sync, DiskFault::LostSync,
                                         DiskFault::Read, DiskFault::Truncate, DiskFault::Open),
                         [](const auto& each) { return name_of(each.param); });

TEST_P(StoreDiskFaults, CostNothingThatWasAcknowledged) {
  int nth = 1;
  while (live_through(GetParam(), nth) && !HasFailure()) ++nth;
  RecordProperty("faults", nth - 1);
  // A life without such operations would show nothing.
  const bool is_rare = GetParam() == DiskFault::Truncate || GetParam() == DiskFault::Open;
  EXPECT_GT(nth, is_rare ? 1 : 20);
}

TEST_F(StoreFaults, PowerCutsCostNothingThatWasAcknowledged) {
  for (const DiskFault fault : {DiskFault::PowerCutAtWrite, DiskFault::PowerCutAtSync}) {
    for (const std::uint64_t seed : {0u, 1u, 2u}) {
      int nth = 1;
      while (live_until(fault, nth, seed) && !HasFailure()) ++nth;
      EXPECT_GT(nth, 20);
    }
  }
}

TEST_F(StoreFaults, MigrationIsDoneAsAWholeOrNotAtAll) {
  const auto migrate = [&](DiskFault fault, int nth, std::uint64_t seed) {
    SCOPED_TRACE(fmt::format("fault {} at operation {}", static_cast<int>(fault), nth));
    begin_anew();
    disk_ = std::make_unique<FaultyDisk>();
    std::filesystem::create_directory(data());
    folder_.write("data/spielwerk.db", test::read_data("store/version1/spielwerk.db"));
    disk_->fail(fault, nth);
    const bool is_open = try_to_open() != nullptr;
    const bool has_failed = disk_->has_failed();
    EXPECT_TRUE(is_open || has_failed);
    disk_->repair();
    if (has_failed && fault >= DiskFault::PowerCutAtWrite) disk_->restore_power(seed);
    std::size_t events = 0;
    open_sqlite_log(data());
    StoreReader reader(folder_.path("data/spielwerk.db"));
    EXPECT_THAT(reader.integrity_problems(), testing::IsEmpty());
    for (const std::string& id : reader.names_after("", 100)) {
      const auto table = reader.load(id);
      EXPECT_TRUE(table && *table && (*table)->damage.empty()) << id;
      if (table && *table) events += (*table)->events.size();
    }
    EXPECT_EQ(events, 62u);
    return has_failed;
  };
  for (const DiskFault fault :
       {DiskFault::Write, DiskFault::ShortWrite, DiskFault::FullDisk, DiskFault::Sync,
        DiskFault::LostSync, DiskFault::Read, DiskFault::Open, DiskFault::PowerCutAtWrite,
        DiskFault::PowerCutAtSync}) {
    for (const std::uint64_t seed : {0u, 1u, 2u}) {
      if (seed > 0 && fault < DiskFault::PowerCutAtWrite) continue;
      int nth = 1;
      while (migrate(fault, nth, seed) && !HasFailure()) ++nth;
      EXPECT_GT(nth, 1);
    }
  }
}

TEST_F(StoreFaults, MissingMemoryOfSqliteCostsNothing) {
  disk_.reset();
  const FailingSqliteMemory memory;
  disk_ = std::make_unique<FaultyDisk>();
  const auto live = [&](int nth) {
    SCOPED_TRACE(fmt::format("allocation {}", nth));
    begin_anew();
    FailingSqliteMemory::fail(nth);
    auto log = try_to_open();
    EXPECT_TRUE(log || FailingSqliteMemory::has_failed());
    if (!log) log = open_sqlite_log(data(), settings());
    MemoryLog known;
    Life life(*log, known);
    EXPECT_TRUE(life.go_on());
    log.reset();
    const bool has_failed = FailingSqliteMemory::has_failed();
    FailingSqliteMemory::fail(0);
    EXPECT_EQ(found(), described(known));
    return has_failed;
  };
  int nth = 1;
  // Every one of the first, in which all is opened, and then fewer: they repeat themselves.
  while (live(nth) && !HasFailure()) nth += nth < 300 ? 1 : 7;
  EXPECT_GT(nth, 1'000);
  disk_.reset();
}

TEST_F(StoreFaults, MissingMemoryOfTheWriterCostsNothing) {
  if (!test::kCanFailNew) GTEST_SKIP() << "this program has another new";
  // The faulty disk takes memory itself.
  const auto log = open_sqlite_log(data(), {.retry_time = milliseconds(0), .max_log_pages = 12});
  MemoryLog known;
  const auto expect = [&] { EXPECT_EQ(described(*log), described(known)); };
  const auto steps = life_of_a_game();
  int failures = 0;
  for (const Step& step : steps) {
    for (int nth = 1; !HasFailure(); ++nth) {
      // What is called back runs on the thread that writes, where the memory is to fail.
      std::promise<void> armed;
      log->append({}, [&](const std::optional<StorageProblem>&) {
        armed.set_value();
        test::fail_allocation(nth);
      });
      armed.get_future().wait();
      const int recoveries = log->state().recoveries;
      std::promise<std::pair<std::optional<StorageProblem>, bool>> answer;
      log->append(step, [&](const std::optional<StorageProblem>& problem) {
        const bool has_failed = test::has_allocation_failed();
        test::fail_allocation(0);
        answer.set_value({problem, has_failed});
      });
      auto answered = answer.get_future();
      ASSERT_EQ(answered.wait_for(std::chrono::seconds(20)), std::future_status::ready);
      const auto [problem, has_failed] = answered.get();
      failures += has_failed ? 1 : 0;
      if (!problem) {
        known.append(step, [](const std::optional<StorageProblem>&) {});
        expect();
        break;
      }
      EXPECT_TRUE(has_failed) << problem->sentence;
      ASSERT_TRUE(test::eventually([&] {
        return log->state().problem.empty() &&
               log->state().recoveries >= recoveries + (problem->is_certain ? 0 : 1);
      }));
      if (!problem->is_certain && described(*log) != described(known)) {
        known.append(step, [](const std::optional<StorageProblem>&) {});
        break;
      }
      expect();
    }
  }
  EXPECT_GT(failures, 100);
}

// ---- What is said meanwhile

TEST_F(StoreFaults, AfterAFailedSyncNothingIsWrittenUntilTheDiskIsReadAnew) {
  const auto log = open_sqlite_log(data(), {.vfs = disk_->name(), .retry_time = milliseconds(0)});
  ASSERT_EQ(append_and_wait(*log, {created("t1", 1)}), std::nullopt);
  EXPECT_EQ(log->state().problem, "");
  for (const DiskFault fault : {DiskFault::Sync, DiskFault::LostSync}) {
    const int recoveries = log->state().recoveries;
    const int next = static_cast<int>(log->load("t1").value().value().events.size()) + 1;
    disk_->fail(fault, 1, true);
    const auto problem = append_and_wait(*log, {moved("t1", 2, next)});
    ASSERT_TRUE(problem);
    EXPECT_FALSE(problem->is_certain);
    EXPECT_EQ(problem->sentence, "the disk cannot be written; perhaps it is full");
    EXPECT_EQ(log->state().problem, problem->sentence);
    // Whoever comes now is told for certain that nothing is stored.
    const auto later = append_and_wait(*log, {created("t2", 1)});
    ASSERT_TRUE(later);
    EXPECT_TRUE(later->is_certain);
    EXPECT_EQ(log->state().recoveries, recoveries);
    EXPECT_FALSE(log->load("t1"));
    disk_->repair();
    ASSERT_TRUE(test::eventually([&] { return log->state().recoveries == recoveries + 1; }));
    EXPECT_EQ(log->state().problem, "");
    EXPECT_FALSE(log->load("t2").value());
    const StoredTable table = log->load("t1").value().value();
    EXPECT_EQ(table.damage, "");
    // What the system has lost is not taken for stored.
    if (fault == DiskFault::LostSync) {
      EXPECT_EQ(std::ssize(table.events), next - 1);
    }
    const int free = static_cast<int>(table.events.size()) + 1;
    EXPECT_EQ(append_and_wait(*log, {moved("t1", 3, free)}), std::nullopt);
  }
}

TEST_F(StoreFaults, WhatAnEarlierProcessCouldNotWriteIsNotReadFromMemory) {
  const auto forgotten_by = [this](const auto& open) {
    // As after a process that was killed.
    folder_.write("data/spielwerk.db-wal", "");
    std::vector<std::string> files;
    forgotten_files = &files;
    open();
    forgotten_files = nullptr;
    return files;
  };
  const auto both = testing::ElementsAre("spielwerk.db", "spielwerk.db-wal");
  open_sqlite_log(data());
  EXPECT_THAT(forgotten_by([this] { open_sqlite_log(data()); }), both);
  EXPECT_THAT(forgotten_by([this] { RecordImport(all_games(), data(), {}); }), both);
}

TEST_F(StoreFaults, AFullDiskIsCertainAndSaidUntilThereIsRoom) {
  const auto log = open_sqlite_log(data(), settings());
  ASSERT_EQ(append_and_wait(*log, {created("t1", 1)}), std::nullopt);
  disk_->fail(DiskFault::FullDisk, 1, true);
  EXPECT_EQ(append_and_wait(*log, {moved("t1", 2)}), (StorageProblem{"the disk is full", true}));
  EXPECT_EQ(log->state().problem, "the disk is full");
  // What is there can be read.
  EXPECT_EQ(log->load("t1").value().value().events.size(), 1u);
  disk_->repair();
  // Found out even if nobody wants to store anything.
  EXPECT_TRUE(test::eventually([&] { return log->state().problem.empty(); }));
  EXPECT_EQ(log->state().recoveries, 0);
  EXPECT_EQ(append_and_wait(*log, {moved("t1", 2)}), std::nullopt);
}

}  // namespace
}  // namespace spielwerk::server
