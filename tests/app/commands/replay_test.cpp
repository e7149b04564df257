// `spielwerk replay`: what it shows, converts and complains about.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace spielwerk::test {
namespace {

using testing::HasSubstr;

const std::string kGame =
    "[Game \"tictactoe\"]\n[Variant \"3x3\"]\n[Player1 \"An\x1b[0mna\"]\n[Result \"1-0\"]\n\n"
    "1. A1 B1 2. A2 B2 3. A3 1-0\n";
const std::string kUnfinished =
    "[Game \"othello\"]\n[Variant \"4x4\"]\n[Result \"*\"]\n\n1. D3 *\n";

TEST(Replay, ShowsHowEachGameEnded) {
  const auto result = run_program({"replay", "-", "--ascii"}, kGame + kUnfinished);
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.output,
            "1. Tic-Tac-Toe, 3x3\n"
            "Player1: An?[0mna\n"
            "\n"
            "     1   2   3\n"
            "   +---+---+---+\n"
            " A |[X]|[X]|[X]|\n"
            "   +---+---+---+\n"
            " B | O | O |   |\n"
            "   +---+---+---+\n"
            " C |   |   |   |\n"
            "   +---+---+---+\n"
            "\n"
            "   X     O\n"
            "position XXX/OO./...:O\n"
            "moves 5  result 1-0\n"
            "\n"
            "2. Othello, 4x4\n"
            "\n"
            "     A   B   C   D\n"
            "   +---+---+---+---+\n"
            " 1 |   |   |   |   |\n"
            "   +---+---+---+---+\n"
            " 2 |   | W | B |   |\n"
            "   +---+---+---+---+\n"
            " 3 |   | B | B |[B]|\n"
            "   +---+---+---+---+\n"
            " 4 |   |   |   |   |\n"
            "   +---+---+---+---+\n"
            "\n"
            "   B black 4 discs   > W white 1 disc\n"
            "position ----,-WB-,-BBB,----:white\n"
            "moves 1  result *\n");
}

TEST(Replay, ReportsErrorsAndStillShowsTheRest) {
  const TemporaryFolder folder;
  folder.write("a.txt", kUnfinished + "\n" + kGame + "extra\n" + kGame);
  folder.write("b.txt", "[Game \"tictactoe\"]\n1. A1 A1 *\n" + kGame);
  const auto result = run_program(
      {"replay", "--quiet", folder.path("a.txt"), folder.path("none.txt"), folder.path("b.txt")});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.output, "games 4  moves 16  errors 3\n");
  EXPECT_EQ(result.error,
            fmt::format("{}:13:1: expected a game, beginning with '[Game '\n"
                        "{}: No such file or directory\n"
                        "{}:2:7: A1 is not possible: A1 is taken by X\n",
                        folder.path("a.txt"), folder.path("none.txt"), folder.path("b.txt")));
}

TEST(Replay, CountsQuietly) {
  const auto result = run_program({"replay", "-", "--quiet"}, kGame + kUnfinished);
  EXPECT_EQ(result.output, "games 2  moves 6  errors 0\n");
  EXPECT_EQ(result.status, 0);
}

TEST(Replay, Converts) {
  EXPECT_EQ(run_program({"replay", "-", "--as", "record"}, kUnfinished + kGame).output,
            kUnfinished + "\n" + kGame);
  const std::string record = run_program({"replay", "-", "--as", "record"}, "f5d6\nF5 F6\n").output;
  EXPECT_EQ(record,
            "[Game \"othello\"]\n[Variant \"8x8\"]\n[Result \"*\"]\n\n1. F5 D6 *\n\n"
            "[Game \"othello\"]\n[Variant \"8x8\"]\n[Result \"*\"]\n\n1. F5 F6 *\n");
  EXPECT_EQ(run_program({"replay", "-", "--as", "transcript"}, record).output, "f5d6\nf5f6\n");
  const auto mixed = run_program({"replay", "-", "--as", "transcript"}, kGame + record);
  EXPECT_EQ(mixed.output, "f5d6\nf5f6\n");
  EXPECT_EQ(mixed.error,
            "-:1:1: only games of othello:8x8 have a transcript, this is tictactoe:3x3\n");
  EXPECT_EQ(mixed.status, 1);
}

TEST(Replay, TakesTheFormatItIsTold) {
  EXPECT_EQ(run_program({"replay", "-", "--quiet", "--format", "record"}, "f5d6\n").error,
            "-:1:1: expected a game, beginning with '[Game '\n");
  EXPECT_EQ(run_program({"replay", "-", "--quiet", "--format", "transcript"}, kUnfinished).status,
            1);
  EXPECT_EQ(run_program({"replay", "-", "--format", "chess"}).status, 1);
  EXPECT_EQ(run_program({"replay"}).status, 1);
  EXPECT_THAT(run_program({"replay", "--help"}).output, HasSubstr("Examples:"));
}

}  // namespace
}  // namespace spielwerk::test
