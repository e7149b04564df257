// Records that become tables: on a disk that fails, and when they are old already.
#include "server/store/store_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "games/all_games.h"
#include "records/record_reader.h"
#include "server/store/sqlite_log.h"
#include "server/store/store_reader.h"
#include "tests/server/tables/log_entries.h"
#include "tests/support/faulty_disk.h"
#include "tests/support/temporary_folder.h"

namespace spielwerk::server {
namespace {

using test::DiskFault;
using testing::HasSubstr;

class StoreImport : public testing::Test {
 protected:
  using Outcome = RecordImport::Outcome;

  std::string data() const { return folder_.path("data"); }
  /// A game of 2024, each of another name.
  static Record game(const std::string& name) {
    std::istringstream text("[Game \"tictactoe\"]\n[Variant \"3x3\"]\n[Player1 \"" + name +
                            "\"]\n[Date \"2024.11.15\"]\n[Result \"1-0\"]\n\n"
                            "1. A1 B1 2. A2 B2 3. A3 1-0\n");
    RecordReader reader(text, all_games(), RecordFormat::Auto);
    return reader.next().value().value();
  }
  /// What is there, none of it damaged.
  int games() const {
    int count = 0;
    StoreReader reader(folder_.path("data/spielwerk.db"));
    for (const std::string& id : reader.names_after("", 1'000)) {
      const auto table = reader.load(id);
      EXPECT_TRUE(table && *table && (*table)->damage.empty()) << id;
      ++count;
    }
    return count;
  }

  const test::TemporaryFolder folder_{};
  const Time now_ = std::chrono::floor<milliseconds>(std::chrono::system_clock::now());
};

TEST_F(StoreImport, StopsAtOnceWhenTheDiskFails) {
  for (const DiskFault fault :
       {DiskFault::Sync, DiskFault::LostSync, DiskFault::Write, DiskFault::FullDisk}) {
    SCOPED_TRACE(static_cast<int>(fault));
    std::filesystem::remove_all(data());
    test::FaultyDisk disk;
    {
      // So few pages that each game is followed by a sync.
      RecordImport import(all_games(), data(), {}, disk.name(), 1);
      ASSERT_EQ(import.add(game("Anna"), false, now_), Outcome::Imported);
      disk.fail(fault, 1);
      std::string said;
      try {
        import.add(game("Bert"), false, now_).value();
      } catch (const std::runtime_error& failure) {
        said = failure.what();
      }
      EXPECT_THAT(said, HasSubstr("the import has stopped: the disk "));
      EXPECT_TRUE(disk.has_failed());
      // The disk works again, but what this connection knows of it may be wrong.
      disk.repair();
      EXPECT_THROW((void)import.add(game("Cleo"), false, now_), std::runtime_error);
      EXPECT_THROW(import.finish(), std::runtime_error);
    }
    RecordImport again(all_games(), data(), {}, disk.name());
    for (const char* name : {"Anna", "Bert", "Cleo"}) {
      EXPECT_TRUE(again.add(game(name), false, now_));
    }
    again.finish();
    EXPECT_EQ(games(), 3);
  }
}

TEST_F(StoreImport, OfAnOldGameKeepsItFromNowOn) {
  {
    RecordImport import(all_games(), data(), {});
    ASSERT_EQ(import.add(game("Anna"), false, now_), Outcome::Imported);
    import.finish();
  }
  {
    const auto log = open_sqlite_log(data());
    EXPECT_EQ(forget_and_wait(*log, {.finished = now_}, {}, 100), 0);
    // Its place in the list is that of its date.
    EXPECT_LT(log->finished({}, 9).at(0).changed, now_ - std::chrono::days(300));
    EXPECT_EQ(forget_and_wait(*log, {.finished = now_ + milliseconds(1)}, {}, 100), 1);
  }
  // What has been forgotten may come again.
  RecordImport import(all_games(), data(), {});
  EXPECT_EQ(import.add(game("Anna"), false, now_), Outcome::Imported);
  EXPECT_EQ(import.add(game("Anna"), false, now_), Outcome::Known);
}

TEST_F(StoreImport, ADamagedTimeOfImportDeletesNothing) {
  {
    RecordImport import(all_games(), data(), {});
    ASSERT_EQ(import.add(game("Anna"), false, now_), Outcome::Imported);
    import.finish();
  }
  SQLite::Database(folder_.path("data/spielwerk.db"), SQLite::OPEN_READWRITE)
      .exec("UPDATE imported SET time = 1");
  std::vector<std::string> reports;
  const auto log = open_sqlite_log(
      data(), {.report = [&](std::string_view line) { reports.emplace_back(line); }});
  EXPECT_EQ(forget_and_wait(*log, {.finished = now_}, {}, 100), 0);
  EXPECT_THAT(reports, testing::ElementsAre(HasSubstr("the time of its import is not what was")));
}

}  // namespace
}  // namespace spielwerk::server
