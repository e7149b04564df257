// The Connect6 console against its conformance cases and against hostile input.
#include "games/connect6/console.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/line_reader.h"
#include "core/random.h"
#include "tests/support/console_cases.h"
#include "tests/support/files.h"

namespace spielwerk::connect6 {
namespace {

using test::ConsoleCases;
using test::ConsoleRun;
using testing::HasSubstr;
using testing::StartsWith;

constexpr test::Dialect kDialect{.prompt = "", .error = "Error, "};

ConsoleRun play(const std::vector<std::string>& arguments, const std::string& input) {
  return test::run(run_console, arguments, input);
}

TEST(Connect6Console, AnswersTheCasesByteForByte) {
  const ConsoleCases cases = parse_console_cases(test::read_data("connect6/cases.txt"), kDialect);
  // 38 cases, of which two list start arguments.
  EXPECT_EQ(cases.cases.size(), 36u);
  EXPECT_EQ(cases.starts.size(), 20u);
  expect_conversations(run_console, cases, kDialect);
  expect_starts(run_console, cases, kDialect);
}

TEST(Connect6Console, AnswersTheCommunitySuiteByteForByte) {
  const ConsoleCases cases = parse_console_cases(test::read_data("connect6/suite.txt"), kDialect);
  EXPECT_EQ(cases.cases.size(), 47u);
  EXPECT_EQ(cases.starts.size(), 12u);
  expect_conversations(run_console, cases, kDialect);
  expect_starts(run_console, cases, kDialect);
}

/// Lets P1 fill a window of six fields from (row, column) in a direction, P2 place elsewhere, and
/// appends commands and answers of that game.
void add_window(int size, int row, int column, int row_step, int column_step, std::string& input,
                std::string& output) {
  const auto wrapped = [size](int index) { return (index % size + size) % size; };
  std::vector<std::array<int, 2>> fields;
  std::vector<int> window;
  for (int index = 0; index < 6; ++index) {
    fields.push_back({row + index * row_step, column + index * column_step});
    window.push_back(wrapped(fields.back()[0]) * size + wrapped(fields.back()[1]));
  }
  std::vector<int> elsewhere;
  for (int cell = 0; elsewhere.size() < 4; ++cell) {
    if (std::find(window.begin(), window.end(), cell) == window.end()) elsewhere.push_back(cell);
  }
  const auto place = [&](int row1, int column1, int row2, int column2) {
    input += "place " + std::to_string(row1) + ";" + std::to_string(column1) + ";" +
             std::to_string(row2) + ";" + std::to_string(column2) + "\n";
  };
  for (std::size_t turn = 0; turn < 3; ++turn) {
    const auto& first = fields[2 * turn];
    const auto& second = fields[2 * turn + 1];
    place(first[0], first[1], second[0], second[1]);
    output += turn == 2 ? "P1 wins\n" : "OK\n";
    if (turn == 2) break;
    const int one = elsewhere[2 * turn];
    const int other = elsewhere[2 * turn + 1];
    place(one / size, one % size, other / size, other % size);
    output += "OK\n";
  }
  input += "reset\n";
  output += "OK\n";
}

TEST(Connect6Console, EveryWindowOfSixWins) {
  for (const int size : {18, 20}) {
    // A conversation per row, so that a difference is found and shown quickly.
    for (int row = 0; row < size; ++row) {
      std::string input;
      std::string output;
      const bool is_down = row + 5 < size;
      for (int column = 0; column < size; ++column) {
        if (column + 5 < size) add_window(size, row, column, 0, 1, input, output);
        if (is_down) add_window(size, row, column, 1, 0, input, output);
        if (is_down && column + 5 < size) add_window(size, row, column, 1, 1, input, output);
        if (is_down && column >= 5) add_window(size, row, column, 1, -1, input, output);
      }
      EXPECT_EQ(play({"standard", std::to_string(size), "2"}, input).output, output);
    }
    // Fields outside the board are typed as they are, and wrap.
    for (int row = -6; row < size + 6; ++row) {
      std::string input;
      std::string output;
      for (int column = -6; column < size + 6; ++column) {
        add_window(size, row, column, 0, 1, input, output);
        add_window(size, row, column, 1, 0, input, output);
        add_window(size, row, column, 1, 1, input, output);
        add_window(size, row, column, 1, -1, input, output);
      }
      EXPECT_EQ(play({"torus", std::to_string(size), "2"}, input).output, output);
    }
  }
}

TEST(Connect6Console, TakesLineEndsOfAllSystemsAndNoneAtTheEnd) {
  EXPECT_EQ(play({"standard", "18", "2"}, "place 1;2;3;4\r\nstate 1;2").output, "OK\nP1\n");
  EXPECT_EQ(play({"standard", "18", "2"}, "").output, "");
}

TEST(Connect6Console, RefusesALineThatIsTooLongAndGoesOn) {
  const std::string longest(kMaxLineLength, 'x');
  const ConsoleRun result =
      play({"standard", "18", "2"},
           "place 1;2;3;4\nstate 1;2" + longest + "\n" + longest + "\nstate 1;2\nplace 1;2;5;5\n");
  EXPECT_EQ(without_error_texts(result.output, kDialect),
            "OK\nError, ...\nError, ...\nP1\nError, ...\n");
  EXPECT_LT(result.output.size(), 1000u);
}

TEST(Connect6Console, SaysWhatIsWrong) {
  const std::string input =
      "place 1;2;3;4\nplace 3;4;5;5\nplace 6;6;6;6\nplace 18;0;0;0\nstate 0;-1\nplace 1;2\n"
      "place 1;b;3;4\nfly\nprint all\nrowprint 18\n";
  EXPECT_EQ(play({"standard", "18", "2"}, input).output,
            "OK\n"
            "Error, 3;4 is taken by P1\n"
            "Error, the two stones need two different fields\n"
            "Error, there is no row 18, they go from 0 to 17\n"
            "Error, there is no column -1, they go from 0 to 17\n"
            "Error, expected place r1;c1;r2;c2\n"
            "Error, expected place r1;c1;r2;c2; 'b' is not a whole number of 32 bits\n"
            "Error, there is no command 'fly'\n"
            "Error, print stands alone\n"
            "Error, there is no row 18, they go from 0 to 17\n");
  EXPECT_EQ(play({"sphere", "18", "2"}, "").output,
            "Error, the mode must be one of standard, torus, not 'sphere'\n");
  EXPECT_EQ(play({"torus"}, "").output,
            "Error, expected three arguments, <standard|torus> <18|20> <2|3|4>, but there are 1\n");
}

TEST(Connect6Console, AnswersEveryLineOfNoiseWithOneErrorLine) {
  Random random(6);
  std::string input;
  constexpr std::string_view kLetters = "place state rowprint;;;;0123456789-- \t\r";
  for (int line = 0; line < 2000; ++line) {
    // No command begins with this, so that no line of noise is one.
    input += '?';
    for (std::uint32_t left = random.below(60); left > 0; --left) {
      const auto any = static_cast<char>(random.below(256));
      const char letter = kLetters[random.below(kLetters.size())];
      const char next = random.below(2) == 0 ? any : letter;
      input += next == '\n' ? ' ' : next;
    }
    input += '\n';
  }
  const ConsoleRun result = play({"torus", "20", "4"}, input);
  EXPECT_EQ(result.status, 0);
  std::string expected;
  for (int line = 0; line < 2000; ++line) expected += "Error, ...\n";
  EXPECT_EQ(without_error_texts(result.output, kDialect), expected);
}

TEST(Connect6Console, HelpsWhenAskedTo) {
  const ConsoleRun result = play({"--help"}, "print\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, StartsWith("Connect6"));
  EXPECT_THAT(result.output, HasSubstr("spielwerk connect6 torus 20 4"));
  EXPECT_EQ(result.rest, "print\n");
  EXPECT_EQ(play({"--help", "18", "2"}, "").status, 1);
}

}  // namespace
}  // namespace spielwerk::connect6
