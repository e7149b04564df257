// The Tic-Tac-Toe console against golden sessions, byte for byte, and against wrong input.
#include "games/tictactoe/console.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/line_reader.h"
#include "core/text.h"
#include "protocols/all_players.h"
#include "tests/support/console_cases.h"
#include "tests/support/files.h"

namespace spielwerk::tictactoe {
namespace {

using test::ConsoleRun;
using testing::HasSubstr;
using testing::StartsWith;

ConsoleRun play(const std::vector<std::string>& arguments, const std::string& input) {
  return test::run([](std::span<const std::string> words,
                      Streams& streams) { return run_console(words, streams, console_players()); },
                   arguments, input);
}

struct Session {
  std::string name;
  std::vector<std::string> arguments;
  std::string input;
  std::string output;
};

std::vector<Session> read_sessions() {
  std::vector<Session> sessions;
  bool is_output = false;
  for (const std::string& line : test::read_data_lines("tictactoe/sessions.txt")) {
    if (line == "--- output") {
      is_output = true;
    } else if (line == "--- end") {
      is_output = false;
      // The line break before the end mark is not part of the output.
      sessions.back().output.pop_back();
    } else if (is_output) {
      sessions.back().output += line + "\n";
    } else if (line.starts_with("=== ")) {
      sessions.push_back({line.substr(4), {}, "", ""});
    } else if (line.starts_with("! ")) {
      for (const std::string_view word : words(std::string_view(line).substr(2))) {
        sessions.back().arguments.emplace_back(word);
      }
    } else if (line.starts_with("> ")) {
      sessions.back().input += line.substr(2) + "\n";
    }
  }
  return sessions;
}

TEST(TicTacToeConsole, PlaysTheGoldenSessions) {
  const std::vector<Session> sessions = read_sessions();
  EXPECT_EQ(sessions.size(), 9u);
  for (const Session& session : sessions) {
    SCOPED_TRACE(session.name);
    const ConsoleRun result = play(session.arguments, session.input);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.output, session.output);
    EXPECT_EQ(result.error, "");
  }
}

TEST(TicTacToeConsole, ReadsNothingAfterTheEnd) {
  EXPECT_EQ(play({"3", "3", "3"}, "A1\nB1\nA2\nB2\nA3\nC3\n").rest, "C3\n");
}

void expect_refused(const std::vector<std::string>& arguments, const std::string& input,
                    const std::string& reason) {
  SCOPED_TRACE(testing::PrintToString(arguments) + input);
  const ConsoleRun result = play(arguments, input);
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.error,
            "spielwerk tictactoe: " + reason + "; see 'spielwerk tictactoe --help'\n");
  // No board is ever shown.
  EXPECT_THAT(result.output, testing::Not(HasSubstr("\n")));
}

TEST(TicTacToeConsole, RefusesSizesThatAllowNoGame) {
  expect_refused({}, "2\n", "the number of rows must be 3 to 10, not '2'");
  expect_refused({}, "3\n11\n", "the number of columns must be 3 to 10, not '11'");
  expect_refused({}, "4\n7\n5\n", "the win length must be 3 to 4, not '5'");
  expect_refused({}, "3\n3\n2\n", "the win length must be 3, not '2'");
  expect_refused({}, "three\n", "the number of rows must be 3 to 10, not 'three'");
  expect_refused({}, "\n", "the number of rows must be 3 to 10, not ''");
  // Only a beginning of a line that is too long is kept; it could look like a size.
  expect_refused({}, std::string(kMaxLineLength - 1, '0') + "3x\n", "the line is too long");
  expect_refused({"0", "3", "3"}, "", "the number of rows must be 3 to 10, not '0'");
  expect_refused({"-1", "3", "3"}, "", "the number of rows must be 3 to 10, not '-1'");
  expect_refused({"10", "3", "4"}, "", "the win length must be 3, not '4'");
  expect_refused({"3", "3", "99999999999"}, "", "the win length must be 3, not '99999999999'");
}

TEST(TicTacToeConsole, RefusesOtherArguments) {
  expect_refused({"3", "3"}, "A1\n",
                 "expected three sizes, rows columns k, or none, but there are 2");
  expect_refused({"3", "3", "3", "3"}, "A1\n",
                 "expected three sizes, rows columns k, or none, but there are 4");
  expect_refused({"--colour"}, "3\n", "there is no option '--colour'");
  expect_refused({"--columns-from"}, "3\n", "--columns-from needs 0 or 1");
  expect_refused({"--columns-from", "2"}, "3\n", "--columns-from needs 0 or 1");
  expect_refused({"--o", "level:10"}, "3\n",
                 "--o: expected a level from 1 to 9 at character 7, found '10'");
  expect_refused({"--x", "somebody"}, "3\n",
                 "--x: expected a player of this game: human, random, max, level:1 to level:9, "
                 "mcts, pattern, custom:depth=3,nodes=5000,lines=4,noise=0.5 at character 1, found "
                 "'somebody'");
}

TEST(TicTacToeConsole, LetsAnyPlayersPlay) {
  const ConsoleRun result =
      play({"3", "3", "3", "--x", "max@nodes=500", "--o", "pattern", "--seed", "1"}, "");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, StartsWith("X plays "));
  EXPECT_THAT(result.output, testing::EndsWith(".\n"));
}

TEST(TicTacToeConsole, AsksAgainAfterALineThatIsTooLong) {
  const ConsoleRun result =
      play({"3", "3", "3"}, "A1" + std::string(2 * kMaxLineLength, ' ') + "\nA1\n");
  EXPECT_THAT(result.output,
              StartsWith("X, your field (A1 to C3): Nothing done: the line is too long.\n"
                         "X, your field (A1 to C3): \n    1   2   3\n"));
}

TEST(TicTacToeConsole, TakesLineEndsOfAllSystemsAndNoneAtTheEnd) {
  EXPECT_EQ(play({}, "3\r\n4\r\n3\r\nA1\r\nC4").output, play({}, "3\n4\n3\nA1\nC4\n").output);
}

TEST(TicTacToeConsole, HelpsWhenAskedTo) {
  const ConsoleRun result = play({"--help"}, "3\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, StartsWith("Tic-Tac-Toe"));
  EXPECT_THAT(result.output, HasSubstr("spielwerk tictactoe 5 6 4"));
  EXPECT_EQ(result.rest, "3\n");
}

}  // namespace
}  // namespace spielwerk::tictactoe
