// The Othello console against its conformance cases, byte for byte with all prompts.
#include "games/othello/console.h"

#include <gtest/gtest.h>

#include "core/line_reader.h"
#include "tests/support/console_cases.h"
#include "tests/support/files.h"

namespace spielwerk::othello {
namespace {

constexpr test::Dialect kDialect{.prompt = "othello> ", .error = "Error! "};

std::string play(const std::string& input) {
  return without_error_texts(test::run(run_console, {}, input).output, kDialect);
}

TEST(OthelloConsole, AnswersTheCasesByteForByte) {
  const test::ConsoleCases cases =
      parse_console_cases(test::read_data("othello/cases.txt"), kDialect);
  EXPECT_EQ(cases.cases.size(), 39u);
  expect_conversations(run_console, cases, kDialect);
}

TEST(OthelloConsole, PromptsBeforeEveryLineAndOnceMoreAtTheEnd) {
  EXPECT_EQ(play(""), "othello> ");
  EXPECT_EQ(play("quit\n"), "othello> ");
  EXPECT_EQ(play("newGame 8 8\r\npossibleMoves"),
            "othello> othello> Possible moves: C4,D3,E6,F5\nothello> ");
}

TEST(OthelloConsole, RefusesALineThatIsTooLongAndGoesOn) {
  const std::string input =
      "newGame 4 4\nmove B1" + std::string(kMaxLineLength, ' ') + "\npossibleMoves\n";
  EXPECT_EQ(play(input),
            "othello> othello> Error! ...\nothello> Possible moves: A2,B1,C4,D3\nothello> ");
}

}  // namespace
}  // namespace spielwerk::othello
