// `spielwerk analyse`: positions and recorded games, for people and as JSON.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "app/analysis/thinking.h"
#include "core/text.h"
#include "tests/support/bounded.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace spielwerk::test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// X has two in a row: every engine finds the move that wins at once.
const std::vector<std::string> kWon{"analyse", "tictactoe", "--position", "XX./OO./...:X"};

std::vector<std::string> won(std::vector<std::string> more) {
  more.insert(more.begin(), kWon.begin(), kWon.end());
  return more;
}

TEST(Analyse, ShowsDepthsAndTheBestMove) {
  const auto result = run_program(won({"--depth", "1", "--ascii"}));
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.error, "");
  EXPECT_THAT(result.output, StartsWith("Tic-Tac-Toe 3x3\n"
                                        "\n"
                                        "     1   2   3\n"
                                        "   +---+---+---+\n"
                                        " A | X | X |   |\n"
                                        "   +---+---+---+\n"
                                        " B | O | O |   |\n"
                                        "   +---+---+---+\n"
                                        " C |   |   |   |\n"
                                        "   +---+---+---+\n"
                                        "\n"
                                        " > X     O\n"
                                        "\n"
                                        "depth    score          nodes   seconds  line\n"
                                        "    1    win:1 "));
  EXPECT_THAT(result.output, EndsWith("  A3\n\n  1. A3    win:1  A3\n\nBest is A3: X wins in 1 "
                                      "ply.\n"));
}

TEST(Analyse, ShowsAsManyLinesAsAskedFor) {
  const auto result = run_program({"analyse", "othello:4x4", "--depth", "2", "--lines", "3"});
  EXPECT_THAT(result.output, AllOf(HasSubstr("\n  1. "), HasSubstr("\n  2. "), HasSubstr("\n  3. "),
                                   Not(HasSubstr("\n  4. ")), HasSubstr("\n\nBest is ")));
}

TEST(Analyse, MovesLeadToThePosition) {
  const auto result =
      run_program({"analyse", "tictactoe", "--moves", "A1 B1 A2 B2", "--depth", "1", "--json"});
  EXPECT_THAT(result.output,
              StartsWith("{\"type\":\"position\",\"game\":\"tictactoe:3x3\",\"position\":"
                         "\"XX./OO./...:X\",\"player\":\"X\"}\n"));
}

/// The output without nodes and what depends on the time.
std::string without_work(const std::string& json) {
  static const std::regex kWork(
      "\"nodes\":[0-9]+,\"seconds\":[0-9]+\\.[0-9]{3},\"table_fill\":[01]\\.[0-9]{3}");
  return std::regex_replace(json, kWork, "...");
}

TEST(Analyse, WritesJson) {
  const auto result = run_program(won({"--nodes", "5000", "--json"}));
  EXPECT_EQ(result.status, 0);
  const std::string output = without_work(result.output);
  const auto lines = split(output, '\n');
  ASSERT_GE(lines.size(), 4u);
  EXPECT_EQ(lines[lines.size() - 2],
            "{\"type\":\"result\",\"depth\":1,...,\"lines\":[{\"move\":\"A3\",\"score\":\"win:1\","
            "\"expected\":1.000,\"line\":[\"A3\"]}]}");
  EXPECT_EQ(lines.back(), "");
}

const std::string kGame =
    "[Game \"tictactoe\"]\n[Player1 \"An\x1b[0mna\"]\n\n1. A1 B1 2. A2 B2 3. A3 1-0\n";

TEST(Analyse, JudgesTheMovesOfAGame) {
  const TemporaryFolder folder;
  folder.write("game.txt", kGame);
  const auto result =
      run_program({"analyse", "--record", folder.path("game.txt"), "--depth", "9", "--ascii"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.error, "");
  EXPECT_THAT(result.output,
              StartsWith("Tic-Tac-Toe 3x3\nPlayer1: An?[0mna\n\n"
                         "move  player  played       value    loss     best          score  line\n"
                         "   1  X       A1           0.500   0.000 "));
  EXPECT_THAT(result.output, HasSubstr("\n   2  O       B1           0.000   0.500 ??  "));
  EXPECT_THAT(result.output, HasSubstr("\n   3  X       A2           1.000   0.000 "));
  EXPECT_THAT(
      result.output,
      HasSubstr("\n   5  X       A3           1.000   0.000     A3            win:1  A3\n"));
  EXPECT_THAT(result.output, EndsWith("\n\nX: 3 moves, mean loss 0.000\n"
                                      "O: 2 moves, mean loss 0.250, worst move 2, B1 (0.500)\n"));
}

TEST(Analyse, JudgesTheMovesOfAGameAsJson) {
  const TemporaryFolder folder;
  folder.write("game.txt", kGame);
  const auto result =
      run_program({"analyse", "--record", folder.path("game.txt"), "--depth", "9", "--json"});
  const std::string output = without_work(result.output);
  EXPECT_THAT(output, StartsWith("{\"type\":\"game\",\"game\":\"tictactoe:3x3\",\"start\":"
                                 "\".../.../...:X\",\"moves\":5,\"result\":\"1-0\"}\n"
                                 "{\"type\":\"move\",\"number\":1,\"player\":\"X\",\"position\":"
                                 "\".../.../...:X\",\"played\":\"A1\",\"value\":0.500,"
                                 "\"loss\":0.000,\"depth\":"));
  EXPECT_THAT(output,
              EndsWith("{\"type\":\"player\",\"player\":\"X\",\"moves\":3,\"mean_loss\":0.000}\n"
                       "{\"type\":\"player\",\"player\":\"O\",\"moves\":2,\"mean_loss\":0.250,"
                       "\"worst\":2}\n"));
}

TEST(Analyse, JudgesGamesWithPasses) {
  const TemporaryFolder folder;
  // After D2 Black passes; White was winning all the time.
  folder.write("game.txt",
               "[Game \"othello\"]\n[Variant \"4x4\"]\n\n"
               "C4 D4 B1 B4 D3 D2 C1 D1 A3 A4 A2 A1 0-1\n");
  const auto result =
      run_program({"analyse", "--record", folder.path("game.txt"), "--nodes", "20000", "--ascii"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, HasSubstr("\n   6  white   D2           1.000   0.000 "));
  EXPECT_THAT(result.output, HasSubstr("\n   7  white   C1           1.000   0.000 "));
  EXPECT_THAT(result.output, EndsWith("\n\nB black: 6 moves, mean loss 0.000\n"
                                      "W white: 6 moves, mean loss 0.000\n"));
}

TEST(Analyse, JudgesAnUnfinishedGame) {
  const TemporaryFolder folder;
  folder.write("game.txt", "[Game \"tictactoe\"]\n\n1. A1 *\n");
  const auto result =
      run_program({"analyse", "--record", folder.path("game.txt"), "--depth", "9", "--ascii"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, EndsWith("\n\nX: 1 move, mean loss 0.000\n"
                                      "O: 0 moves, mean loss 0.000\n"));
}

TEST(Analyse, ShowsProgressToAPerson) {
  std::istringstream input;
  std::ostringstream output;
  std::ostringstream error;
  Streams streams{.input = input, .output = output, .error = error, .shows_progress = true};
  EXPECT_EQ(app::run(won({"--depth", "1", "--json"}), streams), 0);
  // The line is cleared before anything else is written.
  EXPECT_THAT(error.str(), EndsWith("\r\x1b[K"));
  EXPECT_THAT(output.str(), Not(HasSubstr("\x1b")));
}

TEST(Analyse, WhoPrintsAsideMayTellOfProgress) {
  EXPECT_TRUE(ends([] {
    std::istringstream input;
    std::ostringstream output;
    std::ostringstream error;
    Streams streams{.input = input, .output = output, .error = error, .shows_progress = true};
    app::Progress progress(streams);
    progress.aside([&] {
      progress.begin("the next one");
      progress.aside([&] { streams.output << "said"; });
    });
    EXPECT_EQ(output.str(), "said");
  }));
}

TEST(Analyse, SaysWhatIsWrong) {
  const auto error = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "analyse");
    const auto result = run_program(arguments);
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.output, "");
    return result.error;
  };
  constexpr const char* kEither =
      "spielwerk analyse: name either a game or a record; see 'spielwerk analyse --help'\n";
  EXPECT_EQ(error({}), kEither);
  EXPECT_EQ(error({"othello", "--record", "x"}), kEither);
  EXPECT_EQ(error({"--record", "x", "--moves", "A1"}), kEither);
  EXPECT_THAT(error({"chess"}), HasSubstr("spielwerk analyse: expected a game: "));
  EXPECT_EQ(error({"--record", "/nowhere/game.txt"}),
            "spielwerk analyse: /nowhere/game.txt: No such file or directory\n");
  EXPECT_EQ(error({"tictactoe", "--position", "XXX/OO./...:O"}),
            "spielwerk analyse: the game is over: X wins\n");
  EXPECT_EQ(error({"tictactoe", "--moves", "A1 B"}),
            "spielwerk analyse: move 2, 'B': expected a column from 1 to 3 after 'B'\n");
  EXPECT_THAT(error({"tictactoe", "--movetime", "1h"}),
              HasSubstr("spielwerk analyse: --movetime: expected "));
  EXPECT_EQ(error({"tictactoe", "--lines", "0"}),
            "spielwerk analyse: --lines: expected a whole number from 1 to 1000, found '0'\n");
  EXPECT_THAT(run_program({"analyse", "--help"}).output, HasSubstr("Examples:"));
}

TEST(Analyse, JudgesOnlyGamesForTwo) {
  const TemporaryFolder folder;
  folder.write("game.txt", "[Game \"connect6\"]\n[Variant \"18,players=3\"]\n\n1. 1;1;2;2 *\n");
  EXPECT_EQ(run_program({"analyse", "--record", folder.path("game.txt")}).error,
            "spielwerk analyse: only moves of games for two can be judged\n");
}

}  // namespace
}  // namespace spielwerk::test
