// What deletes games for good: only what is old by its events and by a clock that can be trusted.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "server/store/sqlite_log.h"
#include "tests/server/tables/log_entries.h"
#include "tests/support/temporary_folder.h"

namespace spielwerk::server {
namespace {

using std::chrono::days;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// One that is set, and one that only runs.
struct ManualClocks {
  Time now = std::chrono::sys_days(std::chrono::year(2026) / 11 / 18);
  milliseconds elapsed{5};

  StoreClocks clocks() {
    return {.now = [this] { return now; }, .elapsed = [this] { return elapsed; }};
  }
  void pass(milliseconds time) {
    now += time;
    elapsed += time;
  }
};

class StoreForgetting : public testing::Test {
 protected:
  StoreForgetting() { open(); }

  void open() {
    log_.reset();
    log_ =
        open_sqlite_log(folder_.path("data"),
                        {.report = [this](std::string_view line) { reports_.emplace_back(line); },
                         .clocks = time_.clocks()});
  }
  void append(LogEntry entry) {
    // The entries of the tests count from 1970.
    const auto shift = begin_ - at(0);
    entry.events[0].time += shift;
    entry.summary.created += shift;
    entry.summary.changed += shift;
    ASSERT_EQ(append_and_wait(*log_, {std::move(entry)}), std::nullopt);
  }
  void change(const std::string& statements) {
    log_.reset();
    SQLite::Database(folder_.path("data/spielwerk.db"), SQLite::OPEN_READWRITE).exec(statements);
    open();
  }
  /// As the hall does it with all kinds of tables.
  int forget(milliseconds kept_for) {
    const Time until = time_.now - kept_for;
    return forget_and_wait(*log_, {.without_move = until, .unfinished = until, .finished = until},
                           {}, 100);
  }
  bool is_there(const std::string& id) { return log_->load(id).value().has_value(); }

  const test::TemporaryFolder folder_{};
  ManualClocks time_{};
  const Time begin_ = time_.now;
  std::vector<std::string> reports_{};
  std::unique_ptr<EventLog> log_{};
};

TEST_F(StoreForgetting, BelievesNoListThatDoesNotFitItsEvents) {
  for (const char* damage :
       {"UPDATE tables SET changed = 1", "UPDATE tables SET result = NULL WHERE id = 'ended'",
        "UPDATE tables SET is_played = 0 WHERE id = 'played'",
        "UPDATE tables SET is_played = 1 WHERE id = 'new'",
        "UPDATE tables SET result = '{}' WHERE id = 'played'",
        "UPDATE tables SET events = events - 1", "UPDATE tables SET checksum = 7",
        "UPDATE events SET time = 1", "DELETE FROM events WHERE number = 1"}) {
    SCOPED_TRACE(damage);
    log_.reset();
    std::filesystem::remove_all(folder_.path("data"));
    open();
    for (const char* id : {"new", "played", "ended"}) append(created(id, 1));
    append(moved("played", 2));
    append(ended("ended", 2));
    change(damage);
    SQLite::Database file(folder_.path("data/spielwerk.db"), SQLite::OPEN_READONLY);
    time_.pass(days(10));
    reports_.clear();
    forget(days(5));
    // The others are old indeed.
    EXPECT_EQ(file.execAndGet("SELECT COUNT(*) FROM tables").getInt(), std::ssize(reports_));
    EXPECT_THAT(reports_, testing::Not(IsEmpty()));
    EXPECT_THAT(reports_, testing::Each(HasSubstr(" is old but damaged, and is kept: ")));
    // Told once.
    reports_.clear();
    EXPECT_EQ(forget(days(5)), 0);
    EXPECT_THAT(reports_, IsEmpty());
  }
}

TEST_F(StoreForgetting, ADamagedTimeDeletesNothingThatIsNew) {
  append(created("t1", 1));
  append(created("t2", 1));
  change("UPDATE tables SET changed = 1 WHERE id = 't1'");
  EXPECT_EQ(forget(days(5)), 0);
  EXPECT_TRUE(is_there("t1"));
  EXPECT_THAT(reports_,
              ElementsAre("table t1 is old but damaged, and is kept: its entry in the list "
                          "of tables does not tell what has happened there"));
}

TEST_F(StoreForgetting, GoesOnBehindWhatIsKept) {
  for (int count = 0; count < 1'500; ++count) append(created(fmt::format("t{}", count), 1));
  append(created("last", 2));
  // So many that they are more than one slice.
  change("UPDATE events SET time = 1 WHERE table_id <> 'last'");
  time_.pass(days(10));
  EXPECT_EQ(forget(days(5)), 1);
  EXPECT_FALSE(is_there("last"));
}

TEST_F(StoreForgetting, AClockThatJumpsDeletesNothing) {
  append(created("t1", 1));
  time_.now += days(4000);
  EXPECT_EQ(forget(days(7)), 0);
  // Neither after a start with the wrong time.
  open();
  EXPECT_EQ(forget(days(7)), 0);
  EXPECT_TRUE(is_there("t1"));
  // It is old when so much time has passed indeed.
  time_.pass(days(5));
  EXPECT_EQ(forget(days(7)), 0);
  time_.pass(days(2));
  EXPECT_EQ(forget(days(7)), 1);
}

TEST_F(StoreForgetting, NobodyWaitsWithoutAJump) {
  append(created("t1", 0));
  time_.pass(days(7));
  EXPECT_EQ(forget(days(7)), 0);
  time_.pass(milliseconds(1));
  EXPECT_EQ(forget(days(7)), 1);
}

TEST_F(StoreForgetting, TimeInWhichNoServerRunsCountsWhenItIsUsedAgain) {
  append(created("t1", 0));
  for (int day = 1; day <= 8; ++day) {
    time_.now += days(1);
    open();
    EXPECT_EQ(forget(days(7)), day == 8 ? 1 : 0) << day;
    append(created(fmt::format("day{}", day), day * 86'400));
  }
}

TEST_F(StoreForgetting, AFutureThatIsStoredIsNotBelieved) {
  append(created("t1", 1));
  // Stored while the clock was wrong, which has been put right.
  append(created("t2", 4000 * 86'400));
  open();
  time_.now += days(3000);
  EXPECT_EQ(forget(days(7)), 0);
}

}  // namespace
}  // namespace spielwerk::server
