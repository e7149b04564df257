// `spielwerk solve`: values that are known, whole lines, and too little time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "core/text.h"
#include "tests/support/program.h"

// Under sanitizers the largest boards would take minutes.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SPIELWERK_SLOW
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SPIELWERK_SLOW
#endif
#endif

namespace spielwerk::test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

std::string without_work(const std::string& output) {
  return std::regex_replace(output, std::regex("work   [0-9,]+ nodes in [0-9.]+ s"), "work   ...");
}

TEST(Solve, ShowsTheValueAndTheWayToIt) {
  const auto result =
      run_program({"solve", "tictactoe", "--position", "XX./O.O/...:X", "--ascii", "--hash", "16"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(without_work(result.output),
            "Tic-Tac-Toe 3x3, X to move\n"
            "\n"
            "value  win:1 (X wins in 1 ply)\n"
            "line   A3\n"
            "work   ...\n"
            "\n"
            "The end of the line, X wins:\n"
            "\n"
            "     1   2   3\n"
            "   +---+---+---+\n"
            " A | X | X | X |\n"
            "   +---+---+---+\n"
            " B | O |   | O |\n"
            "   +---+---+---+\n"
            " C |   |   |   |\n"
            "   +---+---+---+\n"
            "\n"
            "   X     O\n");
}

struct Known {
  std::vector<std::string> arguments;
  std::string value;
  std::string end;
  /// As many plies as the value says, or as the game has.
  std::size_t plies;
};

TEST(Solve, FindsKnownValuesWithWholeLines) {
  const std::vector<Known> values{
      {{"tictactoe"}, "draw", "a draw", 9},
      {{"tictactoe", "--moves", "A1 A2"}, "win:5 (X wins in 5 plies)", "X wins", 5},
      {{"tictactoe", "--moves", "A1 A2 B2"}, "loss:4 (O loses in 4 plies)", "X wins", 4},
      {{"tictactoe:4x4,k=3"}, "win:5 (X wins in 5 plies)", "X wins", 5},
      {{"kaskade:3x3"}, "win:13 (A wins in 13 plies)", "A wins", 13},
#ifndef SPIELWERK_SLOW
      {{"tictactoe:5x5,k=4"}, "draw", "a draw", 25},
      {{"tictactoe:5x6,k=4"}, "win:11 (X wins in 11 plies)", "X wins", 11},
      {{"kaskade:4x3"}, "win:19 (A wins in 19 plies)", "A wins", 19},
#endif
  };
  for (const Known& each : values) {
    SCOPED_TRACE(testing::PrintToString(each.arguments));
    std::vector<std::string> arguments{"solve", "--hash", "16"};
    arguments.insert(arguments.end(), each.arguments.begin(), each.arguments.end());
    const auto result = run_program(arguments);
    EXPECT_EQ(result.status, 0);
    EXPECT_THAT(result.output, HasSubstr("value  " + each.value + "\n"));
    EXPECT_THAT(result.output, HasSubstr("The end of the line, " + each.end + ":\n"));
    std::smatch line;
    ASSERT_TRUE(std::regex_search(result.output, line, std::regex("line   (.*)\n")));
    EXPECT_EQ(words(line.str(1)).size(), each.plies) << line.str(1);
  }
}

TEST(Solve, OthelloEndsWithItsMargin) {
  const auto result = run_program({"solve", "othello:4x4", "--ascii", "--hash", "16"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, HasSubstr("black loses in "));
  EXPECT_THAT(result.output, HasSubstr("The end of the line, white wins:\n"));
  EXPECT_THAT(result.output, HasSubstr("   B black 3 discs     W white 11 discs\n"));
  const auto larger = run_program({"solve", "othello:4x6", "--ascii", "--hash", "16"});
  EXPECT_THAT(larger.output, HasSubstr("The end of the line, black wins:\n"));
  EXPECT_THAT(larger.output, HasSubstr("   B black 20 discs     W white 4 discs\n"));
}

TEST(Solve, SaysThatTheTimeDidNotSuffice) {
  const auto result = run_program({"solve", "connect6", "--time", "1ms", "--hash", "1"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.error, "");
  EXPECT_THAT(result.output, MatchesRegex("Connect6 18, P1 to move\n\n"
                                          "value  not found in 1ms\n"
                                          "best   P1 expects [0-9]+ % at depth [0-9]+\n"
                                          "line   [0-9; ]+ \\.\\.\\.\n"
                                          "work   [0-9,]+ nodes in [0-9.]+ s\n"));
}

TEST(Solve, SaysWhatIsWrong) {
  const auto error = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "solve");
    const auto result = run_program(arguments);
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.output, "");
    return result.error;
  };
  EXPECT_THAT(error({"chess"}), HasSubstr("spielwerk solve: expected a game: "));
  EXPECT_EQ(error({"tictactoe", "--position", "XXX/OO./...:O"}),
            "spielwerk solve: the game is over: X wins\n");
  EXPECT_EQ(error({"tictactoe", "--moves", "A1 A1"}),
            "spielwerk solve: move 2, 'A1', is not possible: A1 is taken by X\n");
  EXPECT_THAT(error({"tictactoe", "--position", "X"}),
              HasSubstr("spielwerk solve: --position: expected "));
  EXPECT_THAT(error({"tictactoe", "--time", "soon"}),
              HasSubstr("spielwerk solve: --time: expected "));
  EXPECT_THAT(error({}), HasSubstr("required"));
  EXPECT_THAT(run_program({"solve", "--help"}).output, HasSubstr("Examples:"));
}

}  // namespace
}  // namespace spielwerk::test
