// What every event log promises: the one in memory, with which the hall is tested, and the one on
// the disk.
#include "server/tables/event_log.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/tables/log_entries.h"
#include "tests/server/tables/memory_log.h"
#include "tests/support/temporary_folder.h"

namespace spielwerk::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

enum class Kind { Memory, Sqlite };

class EventLogs : public testing::TestWithParam<Kind> {
 protected:
  EventLogs() { open(); }

  /// A log on the disk is opened again.
  void open() {
    if (GetParam() == Kind::Memory) {
      if (!log_) log_ = std::make_unique<MemoryLog>();
    } else {
      log_.reset();
      log_ = open_sqlite_log(folder_.path("data"));
    }
  }
  std::optional<StorageProblem> append(std::vector<LogEntry> entries) {
    return append_and_wait(*log_, std::move(entries));
  }
  int forget(const Retention& retention, std::vector<std::string> kept, int max) {
    return forget_and_wait(*log_, retention, std::move(kept), max);
  }

  const test::TemporaryFolder folder_{};
  std::unique_ptr<EventLog> log_{};
};

INSTANTIATE_TEST_SUITE_P(All, EventLogs, testing::Values(Kind::Memory, Kind::Sqlite),
                         [](const auto& each) {
                           return each.param == Kind::Memory ? "Memory" : "Sqlite";
                         });

TEST_P(EventLogs, KeepWhatTheyAreGiven) {
  ASSERT_EQ(append({created("t1", 1), created("t2", 2)}), std::nullopt);
  open();
  const auto loaded = log_->load("t1");
  ASSERT_TRUE(loaded && *loaded);
  const StoredTable& table = **loaded;
  EXPECT_EQ(table.id, "t1");
  ASSERT_EQ(table.events.size(), 1u);
  EXPECT_EQ(table.events[0].number, 1);
  EXPECT_EQ(table.events[0].time, at(1));
  EXPECT_EQ(table.events[0].body, created("t1", 1).events[0].body);
  EXPECT_THAT(table.secrets, UnorderedElementsAre(Secret{Secret::Kind::Host, "t1 token", 0},
                                                  Secret{Secret::Kind::Invite, "t1 invite", 1}));
  EXPECT_FALSE(log_->load("t3").value());
}

TEST_P(EventLogs, TakeAwayInvitesThatWereUsed) {
  ASSERT_EQ(append({created("t1", 1)}), std::nullopt);
  ASSERT_EQ(append({{.table = "t1",
                     .events = {{2, at(2), Seated{1, "Bert"}}},
                     .summary = created("t1", 2).summary,
                     .new_secrets = {{Secret::Kind::Seat, "seat", 1}},
                     .used_invite = Secret{Secret::Kind::Invite, "t1 invite", 1}}}),
            std::nullopt);
  open();
  const StoredTable table = log_->load("t1").value().value();
  EXPECT_EQ(table.events.size(), 2u);
  EXPECT_THAT(table.secrets, UnorderedElementsAre(Secret{Secret::Kind::Host, "t1 token", 0},
                                                  Secret{Secret::Kind::Seat, "seat", 1}));
}

TEST_P(EventLogs, TellWhichGamesGoOn) {
  ASSERT_EQ(append({created("old", 1), created("t1", 50), created("t2", 60)}), std::nullopt);
  ASSERT_EQ(append({ended("t2", 70)}), std::nullopt);
  open();
  EXPECT_THAT(log_->unfinished(at(50), 9), ElementsAre("t1"));
  EXPECT_THAT(log_->unfinished(at(0), 9), ElementsAre("t1", "old"));
  EXPECT_THAT(log_->unfinished(at(0), 1), ElementsAre("t1"));
}

TEST_P(EventLogs, ForgetWhatIsOld) {
  for (const int second : {10, 20, 30}) {
    const auto name = [&](const char* kind) { return fmt::format("{}{}", kind, second); };
    ASSERT_EQ(
        append({created(name("new"), second), created(name("on"), 1), created(name("end"), 1)}),
        std::nullopt);
    ASSERT_EQ(append({moved(name("on"), second), ended(name("end"), second)}), std::nullopt);
  }
  EXPECT_EQ(forget({}, {}, 99), 0);
  EXPECT_EQ(forget({.without_move = at(30)}, {"new20"}, 99), 1);
  EXPECT_EQ(forget({.unfinished = at(31)}, {}, 2), 2);
  EXPECT_EQ(forget({.finished = at(20)}, {}, 99), 1);
  open();
  const auto left = log_->unfinished(at(0), 99);
  ASSERT_EQ(left.size(), 3u);
  EXPECT_THAT(left, testing::IsSupersetOf({"new20", "new30"}));
  EXPECT_TRUE(left.at(0).starts_with("on") || left.at(1).starts_with("on")) << left.at(0);
  EXPECT_EQ(log_->finished({}, 99).size(), 2u);
  EXPECT_FALSE(log_->load("new10").value());
  EXPECT_FALSE(log_->load("end10").value());
  EXPECT_TRUE(log_->load("new20").value());
  // A name that is free again is a table like any other.
  EXPECT_EQ(append({created("new10", 40)}), std::nullopt);
  EXPECT_EQ(log_->load("new10").value().value().secrets.size(), 2u);
}

TEST_P(EventLogs, ListEveryFinishedGameOnce) {
  // Many of them in the same moment.
  for (int count = 0; count < 7; ++count) {
    const std::string id = fmt::format("t{}", count);
    ASSERT_EQ(append({created(id, 1)}), std::nullopt);
    ASSERT_EQ(append({ended(id, count < 2 ? 10 : 20)}), std::nullopt);
  }
  ASSERT_EQ(append({created("on", 30)}), std::nullopt);
  open();
  std::vector<std::string> listed;
  FinishedAfter after;
  while (true) {
    const auto some = log_->finished(after, 3);
    if (some.empty()) break;
    for (const Summary& each : some) listed.push_back(each.id);
    after = {some.back().changed, some.back().id};
  }
  EXPECT_THAT(listed, ElementsAre("t6", "t5", "t4", "t3", "t2", "t1", "t0"));
  const Summary summary = log_->finished({}, 1).at(0);
  EXPECT_EQ(summary.game, "kaskade:4x4");
  EXPECT_EQ(summary.title, "Kaskade");
  EXPECT_EQ(summary.seats, created("t6", 1).summary.seats);
  EXPECT_EQ(summary.created, at(1));
  EXPECT_EQ(summary.changed, at(20));
  EXPECT_EQ(summary.moves, 7);
  EXPECT_EQ(summary.result, (Result{"0-1", 1, EndReason::Resignation}));
  EXPECT_THAT(log_->finished({at(10)}, 9), IsEmpty());
}

TEST(SqliteLog, KeepsAllOfAnAppendOrNothing) {
  const test::TemporaryFolder folder;
  const auto log = open_sqlite_log(folder.path("data"));
  const auto append = [&](std::vector<LogEntry> entries) {
    return append_and_wait(*log, std::move(entries));
  };
  const Event event{1, Time(milliseconds(1)), Created{.game = "othello:8x8"}};
  EXPECT_EQ(append({{.table = "t1", .events = {event}}}), std::nullopt);
  // The second entry repeats an event that is there already.
  EXPECT_NE(append({{.table = "t2", .events = {event}}, {.table = "t1", .events = {event}}}),
            std::nullopt);
  EXPECT_FALSE(log->load("t2").value());
  EXPECT_EQ(append({{.table = "t2", .events = {event}}}), std::nullopt);
  EXPECT_TRUE(log->load("t2").value());
}

}  // namespace
}  // namespace spielwerk::server
