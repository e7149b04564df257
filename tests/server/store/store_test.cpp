// The file in which tables are kept: older ones are brought up to date, others are left alone,
// damage is found, and nothing takes longer because there is much in it.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <boost/json.hpp>
#include <filesystem>
#include <set>

#include "games/all_games.h"
#include "records/record_writer.h"
#include "server/json/event_json.h"
#include "server/store/event_chain.h"
#include "server/store/sqlite_log.h"
#include "server/store/store_check.h"
#include "server/store/store_reader.h"
#include "server/store/store_writer.h"
#include "server/tables/table.h"
#include "tests/server/tables/log_entries.h"
#include "tests/support/faulty_disk.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

namespace spielwerk::server {
namespace {

using testing::HasSubstr;

class Store : public testing::Test {
 protected:
  Store() { std::filesystem::create_directories(data()); }

  std::string data() const { return folder_.path("data"); }
  std::string file() const { return folder_.path("data/spielwerk.db"); }
  /// Why the folder cannot be used; empty if it can.
  std::string problem() {
    try {
      open_sqlite_log(data(),
                      {.report = [this](std::string_view line) { reports_.emplace_back(line); }});
      return "";
    } catch (const std::runtime_error& failure) {
      return failure.what();
    }
  }
  /// Something foreign that happens to the file.
  void change(const std::string& statements) const {
    SQLite::Database(file(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(statements);
  }
  /// A table of five events.
  void make_table(const std::string& id = "t1") const {
    const auto log = open_sqlite_log(data());
    std::vector<LogEntry> entries{created(id, 1)};
    for (int number = 2; number <= 5; ++number) entries.push_back(moved(id, number, number));
    ASSERT_EQ(append_and_wait(*log, std::move(entries)), std::nullopt);
  }
  /// How many events can be read, and what is wrong then.
  std::string read(const std::string& id = "t1") const {
    const auto log = open_sqlite_log(data());
    const auto loaded = log->load(id);
    if (!loaded) return loaded.error();
    if (!*loaded) return "no such table";
    return fmt::format("{}: {}", (*loaded)->events.size(), (*loaded)->damage);
  }

  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& each : std::filesystem::directory_iterator(data())) {
      names.insert(each.path().filename());
    }
    return names;
  }
  /// The same, of which SQLite has taken nothing into the file itself.
  void change_log(const std::string& statements) const {
    SQLite::Database database(file(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    ::sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA wal_autocheckpoint = 0");
    database.exec(statements);
  }

  const test::TemporaryFolder folder_{};
  std::vector<std::string> reports_{};
};

// ---- Versions

struct StoredEvent {
  std::string table{};
  std::int64_t number = 0;
  std::int64_t time = 0;
  std::string body{};
  friend bool operator==(const StoredEvent&, const StoredEvent&) = default;
};

TEST_F(Store, OfTheFirstVersionIsBroughtUpToDate) {
  folder_.write("data/spielwerk.db", test::read_data("store/version1/spielwerk.db"));
  std::vector<StoredEvent> before;
  int secrets = 0;
  {
    SQLite::Database old(file(), SQLite::OPEN_READONLY);
    SQLite::Statement events(old, "SELECT table_id, number, time, body FROM events");
    while (events.executeStep()) {
      before.push_back({events.getColumn(0).getString(), events.getColumn(1).getInt64(),
                        events.getColumn(2).getInt64(), events.getColumn(3).getString()});
    }
    secrets = old.execAndGet("SELECT COUNT(*) FROM secrets").getInt();
  }
  const auto expected = boost::json::parse(test::read_data("store/version1/expected.json"));
  const auto log = open_sqlite_log(data());

  std::vector<std::string> finished;
  for (const Summary& each : log->finished({}, 100)) finished.push_back(each.id);
  EXPECT_EQ(boost::json::value_from(finished), expected.at("finished"));
  EXPECT_EQ(boost::json::value_from(log->unfinished(at(0), 100)), expected.at("unfinished"));

  std::vector<StoredEvent> after;
  for (const auto& [name, each] : expected.at("tables").as_object()) {
    const auto loaded = log->load(each.at("id").as_string().c_str());
    ASSERT_TRUE(loaded && *loaded) << name;
    EXPECT_EQ((*loaded)->damage, "") << name;
    const std::vector<Event>& events = (*loaded)->events;
    auto table = Table::create(all_games(), (*loaded)->id, events.front());
    ASSERT_TRUE(table) << name << table.error();
    for (std::size_t index = 1; index < events.size(); ++index) {
      ASSERT_TRUE(table->apply(events[index])) << name;
    }
    EXPECT_EQ(print_record(table->record()), each.at("record").as_string()) << name;
  }
  for (const auto* list : {"finished", "unfinished"}) {
    for (const auto& id : expected.at(list).as_array()) {
      const auto table = log->load(id.as_string().c_str()).value().value();
      EXPECT_EQ(table.damage, "") << table.id;
      secrets -= static_cast<int>(table.secrets.size());
      for (const Event& event : table.events) {
        after.push_back({table.id, event.number, number_of(event.time),
                         boost::json::serialize(to_json(event.body))});
      }
    }
  }
  EXPECT_THAT(after, testing::UnorderedElementsAreArray(before));
  EXPECT_EQ(secrets, 0);
}

TEST_F(Store, OfTheFirstVersionGoesOn) {
  folder_.write("data/spielwerk.db", test::read_data("store/version1/spielwerk.db"));
  const auto expected = boost::json::parse(test::read_data("store/version1/expected.json"));
  const auto log = open_sqlite_log(data());
  const auto id = [&](const char* name) {
    return std::string(expected.at("tables").at(name).at("id").as_string());
  };
  // Tables without a move are known as such: one with an invite, one where somebody has come.
  const Retention all_without_move{.without_move = Time::max()};
  EXPECT_EQ(forget_and_wait(*log, all_without_move, {}, 100), 2);
  EXPECT_FALSE(log->load(id("invited")).value());
  EXPECT_FALSE(log->load(id("joined")).value());
  const StoredTable table = log->load(id("take_back")).value().value();
  const int next = table.events.back().number + 1;
  EXPECT_EQ(append_and_wait(*log, {moved(table.id, 9, next)}), std::nullopt);
  EXPECT_EQ(log->load(table.id).value().value().damage, "");
}

TEST_F(Store, OfALaterVersionIsLeftAlone) {
  make_table();
  change(fmt::format("PRAGMA user_version = {}", kStoreVersion + 1));
  const std::string before = folder_.read("data/spielwerk.db");
  EXPECT_THAT(problem(), HasSubstr(fmt::format("the data was written by a newer Spielwerk (version "
                                               "{} of the file, this one knows {})",
                                               kStoreVersion + 1, kStoreVersion)));
  EXPECT_EQ(folder_.read("data/spielwerk.db"), before);
}

TEST_F(Store, OfTheSecondVersionIsBroughtUpToDate) {
  folder_.write("data/spielwerk.db", test::read_data("store/version2/spielwerk.db"));
  // Its table was forgotten by an earlier program, which did not forget this.
  change("INSERT INTO imported VALUES (5, 'gone')");
  const auto log = open_sqlite_log(data());
  const auto counts = check_store(
      all_games(), file(), [](std::string_view line) { ADD_FAILURE() << line; },
      [](std::int64_t, std::int64_t) {});
  EXPECT_EQ(counts.tables, 14);
  EXPECT_EQ(counts.events, 69);
  EXPECT_EQ(counts.damaged, 0);
  const SQLite::Database store(file(), SQLite::OPEN_READONLY);
  SQLite::Statement imported(store, "SELECT table_id FROM imported");
  ASSERT_TRUE(imported.executeStep());
  EXPECT_EQ(imported.getColumn(0).getString(), "abcdefghjk");
  EXPECT_FALSE(imported.executeStep());
  imported.reset();
  // A game of 2024, of which nobody knows when it was imported: from now on.
  const Time later = std::chrono::sys_days(std::chrono::year(2025) / 6 / 1);
  EXPECT_EQ(forget_and_wait(*log, {.finished = later}, {}, 100), 0);
  EXPECT_TRUE(log->load("abcdefghjk").value());
}

TEST_F(Store, OfALaterVersionIsLeftAloneWithItsLog) {
  make_table();
  // Only the log knows.
  change_log(fmt::format("PRAGMA user_version = {}", kStoreVersion + 1));
  const std::string before = folder_.read("data/spielwerk.db");
  const std::string log_before = folder_.read("data/spielwerk.db-wal");
  ASSERT_NE(log_before, "");
  EXPECT_THAT(problem(), HasSubstr("the data was written by a newer Spielwerk"));
  EXPECT_EQ(folder_.read("data/spielwerk.db"), before);
  EXPECT_EQ(folder_.read("data/spielwerk.db-wal"), log_before);
}

// ---- What is not ours

TEST_F(Store, IsMadeWithoutAQuestion) {
  EXPECT_EQ(problem(), "");
  EXPECT_THAT(reports_, testing::IsEmpty());
  // Nothing is left of how it was made.
  EXPECT_EQ(files(), (std::set<std::string>{"spielwerk.db", "spielwerk.lock"}));
}

TEST_F(Store, ThatIsEmptyIsNeverReplaced) {
  constexpr const char* kEmpty = "spielwerk.db is empty; put back a backup of it, or move it away";
  folder_.write("data/spielwerk.db", "");
  EXPECT_THAT(problem(), HasSubstr(kEmpty));
  EXPECT_EQ(folder_.read("data/spielwerk.db"), "");
  std::filesystem::remove(file());
  change("VACUUM");
  const std::string before = folder_.read("data/spielwerk.db");
  EXPECT_THAT(problem(), HasSubstr(kEmpty));
  EXPECT_EQ(folder_.read("data/spielwerk.db"), before);
}

TEST_F(Store, BeginsAnewNotWithoutAWordWhereThereWasOne) {
  for (const char* other : {"key", "port"}) {
    std::filesystem::remove_all(data());
    std::filesystem::create_directory(data());
    folder_.write(fmt::format("data/{}", other), "something");
    reports_.clear();
    EXPECT_EQ(problem(), "");
    EXPECT_THAT(reports_, testing::ElementsAre(HasSubstr("there is no spielwerk.db in " + data())));
    reports_.clear();
    EXPECT_EQ(problem(), "");
    EXPECT_THAT(reports_, testing::IsEmpty());
  }
}

TEST_F(Store, ThatIsALinkToNowhereIsNotReplaced) {
  std::filesystem::create_symlink("/nowhere/spielwerk.db", file());
  EXPECT_THAT(problem(), HasSubstr("spielwerk.db is a link to something that is not there"));
  EXPECT_TRUE(std::filesystem::is_symlink(file()));
}

TEST_F(Store, ThatIsLostIsNotReplacedWhileSomethingOfItIsLeft) {
  folder_.write("data/spielwerk.db-wal", "what was written last");
  EXPECT_THAT(problem(), HasSubstr("spielwerk.db is missing although spielwerk.db-wal is there"));
  folder_.write("data/spielwerk.db", "");
  EXPECT_THAT(problem(), HasSubstr("spielwerk.db is empty although spielwerk.db-wal is there"));
  EXPECT_EQ(folder_.read("data/spielwerk.db-wal"), "what was written last");
}

TEST_F(Store, ThatIsSomethingElseIsLeftAlone) {
  constexpr const char* kForeign = "spielwerk.db is there but is no file of Spielwerk's games";
  folder_.write("data/spielwerk.db", std::string(5'000, 'x'));
  EXPECT_THAT(problem(), HasSubstr(kForeign));
  EXPECT_EQ(folder_.read("data/spielwerk.db"), std::string(5'000, 'x'));
  for (const char* statements :
       {"CREATE TABLE events (id, day)", "CREATE TABLE tables (id); PRAGMA user_version = 1",
        "CREATE TABLE other (id); PRAGMA user_version = 2", "PRAGMA user_version = 7",
        "PRAGMA application_id = 7", "PRAGMA application_id = 1397771351; PRAGMA user_version = 2",
        "PRAGMA application_id = 7; PRAGMA user_version = 1"}) {
    std::filesystem::remove(file());
    change(statements);
    const std::string before = folder_.read("data/spielwerk.db");
    EXPECT_THAT(problem(), HasSubstr(kForeign)) << statements;
    EXPECT_EQ(folder_.read("data/spielwerk.db"), before) << statements;
  }
}

TEST_F(Store, ThatIsSomethingElseIsLeftAloneWithItsLog) {
  change_log(
      "PRAGMA application_id = 7; CREATE TABLE precious (id); INSERT INTO precious VALUES (1)");
  const std::string before = folder_.read("data/spielwerk.db");
  const std::string log_before = folder_.read("data/spielwerk.db-wal");
  ASSERT_NE(log_before, "");
  EXPECT_NE(problem(), "");
  EXPECT_EQ(folder_.read("data/spielwerk.db"), before);
  EXPECT_EQ(folder_.read("data/spielwerk.db-wal"), log_before);
  // Without a log none is made.
  std::filesystem::remove(folder_.path("data/spielwerk.db-wal"));
  std::filesystem::remove(folder_.path("data/spielwerk.db-shm"));
  const auto files_before = files();
  EXPECT_NE(problem(), "");
  EXPECT_EQ(folder_.read("data/spielwerk.db"), before);
  EXPECT_EQ(files(), files_before);
}

// ---- Damage

TEST_F(Store, ChainsAreCrc64) {
  // The check value of CRC-64/XZ in the catalogue of parametrised CRC algorithms.
  EXPECT_EQ(static_cast<std::uint64_t>(checksum_of("123456789")), 0x995DC9BBDF1939FAu);
}

TEST_F(Store, TellsWhichEventsAreDamaged) {
  const std::vector<std::pair<const char*, const char*>> cases{
      {"SELECT 1", "5: "},
      {"DELETE FROM events WHERE number = 3", "2: event 3 is missing"},
      {"DELETE FROM events WHERE number = 5", "4: event 5 is missing"},
      {"DELETE FROM events WHERE number > 3", "3: events 4 to 5 are missing"},
      {"DELETE FROM events WHERE number = 1", "event 1 is missing"},
      {"DELETE FROM events", "events 1 to 5 are missing"},
      {"UPDATE events SET body = replace(body, '3;3', '2;3') WHERE number = 3",
       "2: event 3 is not what was stored"},
      {"UPDATE events SET time = time + 1 WHERE number = 4", "3: event 4 is not what was stored"},
      {"UPDATE events SET checksum = checksum + 1 WHERE number = 5",
       "4: event 5 is not what was stored"},
      {"UPDATE events SET body = '' WHERE number = 1", "event 1 is not what was stored"},
      // Two change places.
      {"UPDATE events SET number = 10 WHERE number = 3; UPDATE events SET number = 3 WHERE number "
       "= 4; UPDATE events SET number = 4 WHERE number = 10",
       "2: event 3 is not what was stored"},
      {"DELETE FROM events WHERE number = 3; UPDATE events SET number = number - 1 WHERE number > "
       "3",
       "2: event 3 is not what was stored"},
      {"INSERT INTO events SELECT table_id, 6, time, body, checksum FROM events WHERE number = 5",
       "5: event 6 is not what was stored"},
      {"UPDATE tables SET events = 4",
       "5: its entry in the list of tables does not fit its events"},
      {"UPDATE tables SET checksum = 0",
       "5: its entry in the list of tables does not fit its events"},
      {"DELETE FROM tables", "5: its entry in the list of tables is missing"},
  };
  for (const auto& [statements, expected] : cases) {
    std::filesystem::remove_all(data());
    make_table();
    change(statements);
    EXPECT_EQ(read(), expected) << statements;
  }
}

TEST_F(Store, ChainsAreOfOneTableOnly) {
  make_table("t1");
  make_table("t2");
  // Each event of the other table is whole, but not here.
  change(
      "DELETE FROM events WHERE table_id = 't1'; "
      "UPDATE events SET table_id = 't1' WHERE table_id = 't2'");
  EXPECT_EQ(read("t1"), "event 1 is not what was stored");
}

TEST_F(Store, AppendsOnlyWhatFollows) {
  make_table();
  const auto log = open_sqlite_log(data());
  for (const int number : {5, 7}) {
    const auto problem = append_and_wait(*log, {moved("t1", 9, number)});
    ASSERT_TRUE(problem);
    EXPECT_TRUE(problem->is_certain);
    EXPECT_THAT(problem->sentence, HasSubstr("of table t1 cannot follow event 5"));
  }
  // That is no trouble of the disk.
  EXPECT_EQ(log->state().problem, "");
  EXPECT_EQ(append_and_wait(*log, {moved("t1", 9, 6)}), std::nullopt);
  EXPECT_EQ(log->load("t1").value().value().events.size(), 6u);
}

// ---- Much of it

/// How many steps SQLite takes for something.
template <class Work>
int steps(SQLite::Database& database, const Work& work) {
  int count = 0;
  const auto add = [](void* counter) { return ++*static_cast<int*>(counter), 0; };
  ::sqlite3_progress_handler(database.getHandle(), 1, add, &count);
  work();
  ::sqlite3_progress_handler(database.getHandle(), 0, nullptr, nullptr);
  return count;
}

/// Tables without a move, with one, and finished ones, with numbers in their names.
void fill(const std::filesystem::path& data, int from, int to) {
  const auto log = open_sqlite_log(data);
  std::vector<LogEntry> entries;
  for (int count = from; count < to; ++count) {
    for (const char* kind : {"new", "on", "end"}) {
      entries.push_back(created(fmt::format("{}{}", kind, count), 1 + count));
    }
    entries.push_back(moved(fmt::format("on{}", count), 1 + count));
    entries.push_back(ended(fmt::format("end{}", count), 1 + count));
  }
  ASSERT_EQ(append_and_wait(*log, std::move(entries)), std::nullopt);
}

TEST_F(Store, OpensInTheSameTimeHoweverMuchIsInIt) {
  test::FaultyDisk disk;
  // Opened as the server does it, with the question that it begins with, and closed again.
  const auto reads = [&] {
    const int before = disk.reads();
    {
      const auto log = open_sqlite_log(data(), {.vfs = disk.name()});
      EXPECT_EQ(log->unfinished(at(0), 10).size(), 10u);
    }
    return disk.reads() - before;
  };
  fill(data(), 0, 20);
  const int with_few = reads();
  EXPECT_GT(with_few, 0);
  fill(data(), 20, 3'000);
  // Its trees are some pages higher.
  EXPECT_LE(reads(), with_few + 20);
}

TEST_F(Store, IsAskedInTheSameTimeHoweverMuchIsInIt) {
  const auto measure = [this] {
    StoreReader reader(file());
    return std::vector<int>{
        steps(reader.database(), [&] { EXPECT_EQ(reader.unfinished(at(0), 10).size(), 10u); }),
        steps(reader.database(), [&] { EXPECT_EQ(reader.unfinished(at(15), 10).size(), 10u); }),
        steps(reader.database(), [&] { EXPECT_EQ(reader.finished({}, 10).size(), 10u); }),
        steps(reader.database(),
              [&] { EXPECT_EQ(reader.finished({at(15), "end14"}, 10).size(), 10u); }),
        steps(reader.database(), [&] { EXPECT_TRUE(reader.load("on7").value()); })};
  };
  fill(data(), 0, 20);
  const auto with_few = measure();
  fill(data(), 20, 2'000);
  const auto with_many = measure();
  for (std::size_t index = 0; index < with_few.size(); ++index) {
    EXPECT_LE(with_many[index], with_few[index] + 20) << index;
  }
}

TEST_F(Store, ForgetsALotInSlices) {
  const auto log = open_sqlite_log(data());
  std::vector<LogEntry> entries;
  for (int count = 0; count < 40; ++count) {
    LogEntry entry = created(fmt::format("t{}", count), 1);
    for (int number = 2; number <= 500; ++number) {
      entry.events.push_back({number, at(1), Moved{.move = "0;0"}});
    }
    entries.push_back(std::move(entry));
  }
  ASSERT_EQ(append_and_wait(*log, std::move(entries)), std::nullopt);
  // What is appended meanwhile comes between the slices, and is not forgotten.
  std::promise<std::vector<std::string>> forgotten;
  log->forget({.unfinished = at(2)}, {"t1"}, 100,
              [&](const auto& tables) { forgotten.set_value(tables); });
  EXPECT_EQ(append_and_wait(*log, {created("late", 1)}), std::nullopt);
  EXPECT_EQ(forgotten.get_future().get().size(), 39u);
  EXPECT_THAT(log->unfinished(at(0), 100), testing::ElementsAre("t1", "late"));
}

}  // namespace
}  // namespace spielwerk::server
