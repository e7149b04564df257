// `spielwerk store`: looks after the games that a server keeps.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "server/store/store_file.h"
#include "server/tables/event_log.h"
#include "tests/support/files.h"
#include "tests/support/program.h"
#include "tests/support/server_process.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/web_client.h"

namespace spielwerk::test {
namespace {

using testing::HasSubstr;

const std::string kGame =
    "[Game \"tictactoe\"]\n[Variant \"3x3\"]\n[Player1 \"Anna\"]\n[Player2 \"Bert\"]\n"
    "[Date \"2026.11.15\"]\n[Result \"1-0\"]\n\n1. A1 B1 2. A2 {[%eval 0.750]} B2 3. A3 1-0\n";
const std::string kGivenUp =
    "[Game \"kaskade\"]\n[Variant \"3x3\"]\n[Termination \"time\"]\n[Result \"1-0\"]\n"
    "[Start \"0n0n0n2a1b0n0n0n1b:A\"]\n\n1. 0;1 2;1 1-0\n";
const std::string kUnfinished =
    "[Game \"othello\"]\n[Variant \"4x4\"]\n[Result \"*\"]\n\n1. D3 *\n";

class StoreCommands : public testing::Test {
 protected:
  /// A folder with games as version 1 has kept them, brought up to date.
  void keep_old_games() {
    std::filesystem::create_directory(folder_.path("data"));
    folder_.write("data/spielwerk.db", read_data("store/version1/spielwerk.db"));
    server::open_sqlite_log(folder_.path("data"));
  }
  void change(const std::string& statements) const {
    SQLite::Database(folder_.path("data/spielwerk.db"), SQLite::OPEN_READWRITE).exec(statements);
  }
  ProgramResult run(std::vector<std::string> arguments, const std::string& data = "data",
                    const std::string& input = "") const {
    arguments.insert(arguments.begin(), "store");
    arguments.insert(arguments.end(), {"--data", folder_.path(data)});
    return run_program(arguments, input);
  }

  const TemporaryFolder folder_{};
};

TEST_F(StoreCommands, TellTheirNames) {
  const auto result = run_program({"store"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.error,
            "spielwerk: the commands of 'store' are store check, store backup, store export, store "
            "import; each has --help\n");
  for (const char* name : {"check", "backup", "export", "import"}) {
    const auto help = run_program({"store", name, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.output, HasSubstr("Examples:\n  spielwerk store ")) << name;
  }
}

TEST_F(StoreCommands, CheckReadsEverything) {
  keep_old_games();
  const auto well = run({"check"});
  EXPECT_EQ(well.status, 0) << well.error;
  EXPECT_EQ(well.output, "13 tables, 7 of them finished, with 62 events: all is well\n");
  EXPECT_EQ(well.error, "");
  const std::string before = folder_.read("data/spielwerk.db");
  EXPECT_EQ(run({"check"}).status, 0);
  EXPECT_EQ(folder_.read("data/spielwerk.db"), before);
}

TEST_F(StoreCommands, CheckTellsOfDamage) {
  keep_old_games();
  change(
      "DELETE FROM events WHERE table_id = '47upatfs9g' AND number = 6; "
      "UPDATE events SET body = replace(body, 'D3', 'E3') WHERE table_id = 'g73m8a3czq'; "
      "UPDATE tables SET moves = 1 WHERE id = 'z5n7mdqx4f'; "
      "UPDATE tables SET result = NULL WHERE id = '5xr1gf265g'; "
      "DELETE FROM tables WHERE id = 'vy8gntxzwj'; "
      "DELETE FROM events WHERE table_id = 's53da5um76'");
  const auto result = run({"check"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.error,
            "table 47upatfs9g: event 6 is missing\n"
            "table 5xr1gf265g: its entry in the list of tables does not tell what has happened "
            "there\n"
            "table g73m8a3czq: event 3 is not what was stored\n"
            "table s53da5um76: events 1 to 2 are missing\n"
            "table vy8gntxzwj: its entry in the list of tables is missing\n");
  EXPECT_THAT(result.output, HasSubstr(": 5 damaged\n"));
}

TEST_F(StoreCommands, CheckComparesTheListWithTheEvents) {
  const std::string fits =
      "its entry in the list of tables does not tell what has happened there\n";
  for (const auto& [damage, expected] : std::vector<std::pair<std::string, std::string>>{
           {"UPDATE tables SET seats = replace(seats, 'Anna', 'Anne') WHERE id = '47upatfs9g'",
            fits},
           {"UPDATE tables SET is_played = 1 - is_played WHERE id = '47upatfs9g'", fits},
           {"UPDATE tables SET changed = 1 WHERE id = '47upatfs9g'", fits},
           {"UPDATE secrets SET secret = replace(secret, substr(secret, 1, 1), 'x') "
            "WHERE table_id = '47upatfs9g'",
            "its tokens and invites are not what was stored\n"},
           {"DELETE FROM secrets WHERE table_id = '47upatfs9g'",
            "its tokens and invites are not what was stored\n"}}) {
    std::filesystem::remove_all(folder_.path("data"));
    keep_old_games();
    change(damage);
    const auto result = run({"check"});
    EXPECT_EQ(result.status, 1) << damage;
    EXPECT_EQ(result.error, "table 47upatfs9g: " + expected) << damage;
  }
}

TEST_F(StoreCommands, CheckTellsOfADamagedFile) {
  keep_old_games();
  std::string bytes = folder_.read("data/spielwerk.db");
  // A page in the middle is overwritten.
  bytes.replace(bytes.size() / 2 / 4096 * 4096, 4096, std::string(4096, 'x'));
  folder_.write("data/spielwerk.db", bytes);
  const auto result = run({"check"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.error + result.output, HasSubstr("spielwerk.db: "));
}

TEST_F(StoreCommands, SayWhatIsMissing) {
  EXPECT_EQ(run({"check"}).error,
            "spielwerk store check: there is no " + folder_.path("data/spielwerk.db") + "\n");
  std::filesystem::create_directory(folder_.path("data"));
  folder_.write("data/spielwerk.db", read_data("store/version1/spielwerk.db"));
  const auto old = run({"check"});
  EXPECT_EQ(old.status, 1);
  EXPECT_THAT(old.error, HasSubstr("was written by an older Spielwerk (version 1 of the file); "
                                   "'spielwerk serve' brings it up to date"));
  // Before that it can be copied.
  EXPECT_EQ(run({"backup", folder_.path("copy.db")}).status, 0);
  EXPECT_EQ(run_program({"store", "import"}).status, 1);
  EXPECT_THAT(run({"import", folder_.path("none.txt")}).error, HasSubstr("none.txt"));
}

TEST_F(StoreCommands, WorkWhileAServerRuns) {
  ServerProcess server({"--data", folder_.path("data")});
  ASSERT_NE(server.port(), 0) << server.output();
  const json::value person{{"kind", "human"}, {"name", "Anna"}};
  const json::value wish{{"game", "othello"}, {"seats", {person, person}}};
  ASSERT_EQ(post(server.port(), "/api/tables", wish).status, 201);
  EXPECT_EQ(run({"check"}).output, "1 table, 0 of them finished, with 1 event: all is well\n");
  const std::string copy = folder_.path("copy.db");
  const auto result = run({"backup", copy});
  EXPECT_EQ(result.output, "1 table in " + copy + "\n") << result.error;
  struct stat state{};
  ASSERT_EQ(::stat(copy.c_str(), &state), 0);
  EXPECT_EQ(state.st_mode & 0777, 0600u);
  EXPECT_EQ(run({"export", "--all", "-"}).status, 0);
  EXPECT_THAT(run({"import", "-"}, "data", kGame).error, HasSubstr("another Spielwerk uses it"));
  // Later changes are not in the copy, which does as a server's file.
  ASSERT_EQ(post(server.port(), "/api/tables", wish).status, 201);
  EXPECT_EQ(server.end(SIGTERM), 0);
  EXPECT_EQ(run({"check"}).output, "2 tables, 0 of them finished, with 2 events: all is well\n");
  std::filesystem::create_directory(folder_.path("restored"));
  std::filesystem::rename(copy, folder_.path("restored/spielwerk.db"));
  EXPECT_EQ(run({"check"}, "restored").output,
            "1 table, 0 of them finished, with 1 event: all is well\n");
  EXPECT_EQ(server::open_sqlite_log(folder_.path("restored"))->unfinished({}, 9).size(), 1u);
}

TEST_F(StoreCommands, ReplaceNoFileUnasked) {
  keep_old_games();
  for (const char* name : {"backup", "export"}) {
    folder_.write("there", "precious");
    const auto refused = run({name, folder_.path("there")});
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.error, HasSubstr("there is there already; --force replaces it\n"));
    EXPECT_EQ(folder_.read("there"), "precious");
    EXPECT_EQ(run({name, folder_.path("there"), "--force"}).status, 0);
    EXPECT_NE(folder_.read("there"), "precious");
    EXPECT_THAT(run({name, folder_.path("data"), "--force"}).error, HasSubstr("is a folder"));
    EXPECT_THAT(run({name, folder_.path("none/file")}).error,
                HasSubstr("none/file cannot be written: No such file"));
  }
}

TEST_F(StoreCommands, ReplaceNothingButFiles) {
  keep_old_games();
  ASSERT_EQ(::mkfifo(folder_.path("pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink(folder_.path("pipe"), folder_.path("to_pipe"));
  std::filesystem::create_symlink(folder_.path("nothing"), folder_.path("to_nothing"));
  folder_.write("file", "old");
  std::filesystem::create_symlink(folder_.path("file"), folder_.path("to_file"));
  for (const char* name : {"backup", "export"}) {
    for (const char* target : {"pipe", "to_pipe", "to_nothing"}) {
      EXPECT_THAT(run({name, folder_.path(target), "--force"}).error,
                  HasSubstr("is no regular file\n"));
    }
    // A link is followed and stays one.
    EXPECT_EQ(run({name, folder_.path("to_file"), "--force"}).status, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(folder_.path("to_file")));
    EXPECT_NE(folder_.read("file"), "old");
  }
  EXPECT_TRUE(std::filesystem::is_fifo(folder_.path("pipe")));
  EXPECT_THAT(run({"backup", "-"}).error, HasSubstr("a backup is a file and cannot be the output"));
}

TEST_F(StoreCommands, NeverReplaceWhatTheServerKeeps) {
  keep_old_games();
  folder_.write("data/key", "a key");
  std::filesystem::create_symlink(folder_.path("data/spielwerk.db"), folder_.path("link.db"));
  std::filesystem::create_hard_link(folder_.path("data/key"), folder_.path("other_key"));
  std::filesystem::create_directory_symlink(folder_.path("data"), folder_.path("other"));
  const std::string before = folder_.read("data/spielwerk.db");
  for (const char* command : {"backup", "export"}) {
    for (const char* target :
         {"data/spielwerk.db", "data/spielwerk.db-wal", "data/spielwerk.db-shm", "data/key",
          "data/port", "data/spielwerk.lock", "other/spielwerk.db", "other/port", "link.db",
          "other_key", "data/../data/spielwerk.db"}) {
      const auto result = run({command, folder_.path(target), "--force"});
      EXPECT_EQ(result.status, 1);
      EXPECT_THAT(result.error, HasSubstr(" of the server whose games these are; choose another\n"))
          << target;
    }
    // Also where the data folder itself is named by a link.
    EXPECT_EQ(run({command, folder_.path("data/spielwerk.db"), "--force"}, "other").status, 1);
  }
  EXPECT_EQ(folder_.read("data/spielwerk.db"), before);
  EXPECT_EQ(folder_.read("data/key"), "a key");
  EXPECT_FALSE(std::filesystem::exists(folder_.path("data/port")));
  EXPECT_EQ(run({"check"}).status, 0);
}

TEST_F(StoreCommands, LeaveFilesBesideTheirOwnAlone) {
  keep_old_games();
  for (const char* name : {"backup", "export"}) {
    folder_.write("copy.part", "somebody's own");
    const auto files = folder_.file_count();
    EXPECT_EQ(run({name, folder_.path("copy")}).status, 0);
    EXPECT_EQ(folder_.read("copy.part"), "somebody's own");
    EXPECT_EQ(folder_.file_count(), files + 1);
    std::filesystem::remove(folder_.path("copy"));
    // Nothing is left of a failure.
    EXPECT_EQ(run({name, folder_.path("copy")}, "none").status, 1);
    EXPECT_EQ(folder_.file_count(), files);
  }
}

/// The games of a file, whatever their order: records tell seconds only.
std::vector<std::string> sorted_games(const std::string& file) {
  std::vector<std::string> games;
  std::size_t begin = 0;
  while (begin < file.size()) {
    const std::size_t end = std::min(file.find("\n[Game ", begin), file.size());
    games.push_back(file.substr(begin, end - begin));
    begin = end + 1;
  }
  std::sort(games.begin(), games.end());
  return games;
}

TEST_F(StoreCommands, GamesGoOutAndInAgain) {
  keep_old_games();
  const auto out = run({"export", folder_.path("games.txt")});
  EXPECT_EQ(out.output,
            "7 games in " + folder_.path("games.txt") + ", 6 unfinished left out (--all)\n");
  const std::string games = folder_.read("games.txt");
  EXPECT_THAT(games, HasSubstr("[Player2 \"Bert\"]\n[Date \"2026.11.16\"]\n"));
  EXPECT_THAT(games, HasSubstr("[Table \"47upatfs9g\"]\n"));
  EXPECT_EQ(run({"import", folder_.path("games.txt")}, "other").output, "7 games imported\n");
  EXPECT_EQ(sorted_games(run({"export", "-"}, "other").output), sorted_games(games));
  EXPECT_THAT(run({"check"}, "other").output, HasSubstr("7 tables, 7 of them finished"));
  // They are where they come from already.
  EXPECT_EQ(run({"import", folder_.path("games.txt")}).output,
            "0 games imported, 7 there already\n");
  // Also those that go on.
  const std::string all = run({"export", "--all", "-"}).output;
  EXPECT_EQ(run({"import", "-"}, "third", all).output,
            "7 games imported, 6 unfinished left out (--all)\n");
  EXPECT_EQ(run({"import", "--all", "-"}, "third", all).output,
            "6 games imported, 7 there already\n");
  EXPECT_EQ(sorted_games(run({"export", "--all", "-"}, "third").output), sorted_games(all));
}

TEST_F(StoreCommands, ImportTakesEachGameOnce) {
  const std::string file = kGame + "\n" + kGivenUp + "\n" + kUnfinished;
  const auto first = run({"import", "-"}, "data", file);
  EXPECT_EQ(first.output, "2 games imported, 1 unfinished left out (--all)\n");
  EXPECT_EQ(first.status, 0) << first.error;
  EXPECT_EQ(run({"import", "-"}, "data", file).output,
            "0 games imported, 2 there already, 1 unfinished left out (--all)\n");
  const std::string out = run({"export", "-"}).output;
  EXPECT_THAT(out, HasSubstr("1. A1 B1 2. A2 {[%eval 0.750]} B2 3. A3 1-0\n"));
  EXPECT_THAT(out, HasSubstr("[Date \"2026.11.15\"]\n"));
  EXPECT_THAT(out, HasSubstr("[Termination \"time\"]\n"));
  EXPECT_THAT(out, HasSubstr("[Start \"0n0n0n2a1b0n0n0n1b:A\"]\n\n1. 0;1 2;1 1-0\n"));
  EXPECT_THAT(run({"check"}).output,
              HasSubstr("2 tables, 2 of them finished, with 11 events: all"));
}

TEST_F(StoreCommands, ImportStopsWhereNothingCanBeWritten) {
  std::string games;
  for (int count = 0; count < 500; ++count) {
    std::string game = kGame;
    games += game.replace(game.find("Anna"), 4, fmt::format("Anna {}", count)) + "\n";
  }
  folder_.write("games.txt", games);
  rlimit usual{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &usual), 0);
  // The program inherits it: enough for a new store and a few games.
  const rlimit little{.rlim_cur = 300'000, .rlim_max = usual.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &little), 0);
  const auto result = run({"import", folder_.path("games.txt")});
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &usual), 0);
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(result.error,
              testing::StartsWith("spielwerk store import: the import has stopped: the disk "));
  EXPECT_EQ(std::count(result.error.begin(), result.error.end(), '\n'), 1);
  EXPECT_EQ(run({"check"}).status, 0);
  EXPECT_EQ(run({"import", folder_.path("games.txt")}).status, 0);
  EXPECT_THAT(run({"check"}).output, HasSubstr("500 tables"));
}

TEST_F(StoreCommands, ImportTellsWhereErrorsAre) {
  folder_.write("games.txt", "[Game \"tictactoe\"]\n\n1. A1 A1 *\n" + kGame);
  const auto result = run({"import", folder_.path("games.txt")});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.error,
            folder_.path("games.txt") + ":3:7: A1 is not possible: A1 is taken by X\n");
  EXPECT_EQ(result.output, "1 game imported, 1 error\n");
}

}  // namespace
}  // namespace spielwerk::test
