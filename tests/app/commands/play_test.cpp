// Whole sessions of `spielwerk play`, byte for byte, and what they do with files.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/terminal/terminal_game.h"
#include "core/line_reader.h"
#include "core/text.h"
#include "games/all_games.h"
#include "records/record_writer.h"
#include "tests/support/files.h"
#include "tests/support/program.h"
#include "tests/support/reading.h"
#include "tests/support/temporary_folder.h"

namespace spielwerk::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

struct Session {
  std::string name;
  std::vector<std::string> arguments;
};

void PrintTo(const Session& session, std::ostream* output) { *output << session.name; }

class PlaySessions : public testing::TestWithParam<Session> {};

TEST_P(PlaySessions, GoAsRecorded) {
  std::vector<std::string> arguments = GetParam().arguments;
  arguments.insert(arguments.begin(), "play");
  const auto result = run_program(arguments, read_data("play/" + GetParam().name + ".in"));
  EXPECT_EQ(result.output, read_data("play/" + GetParam().name + ".out"));
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.status, 0);
}

INSTANTIATE_TEST_SUITE_P(Sessions, PlaySessions,
                         testing::Values(Session{"tictactoe", {"tictactoe", "--ascii"}},
                                         Session{"othello", {"othello:4x4", "--unicode"}},
                                         Session{"kaskade", {"kaskade:3x3", "--unicode"}},
                                         Session{"connect6", {"connect6:18,players=4", "--ascii"}},
                                         Session{"towerwars", {"towerwars:4", "--unicode"}},
                                         Session{"towerwars_compact", {"towerwars:9", "--ascii"}},
                                         Session{"carriage_returns", {"othello:4x4", "--ascii"}},
                                         Session{"colors",
                                                 {"tictactoe", "--unicode", "--color", "always"}}),
                         [](const auto& test_info) { return test_info.param.name; });

/// What is answered after the greeting and the first board.
std::string answers(const std::vector<std::string>& arguments, const std::string& input,
                    bool is_terminal = false) {
  std::vector<std::string> all{"play", "--ascii", "--color", "never"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const std::string silent = run_program(all).output;
  const std::string output = run_program(all, input, is_terminal).output;
  EXPECT_EQ(output.substr(0, silent.size()), silent);
  return output.substr(silent.size());
}

std::string game_text(std::string_view moves) {
  return fmt::format("[Game \"tictactoe\"]\n[Variant \"3x3\"]\n[Player1 \"Anna\"]\n\n{}\n", moves);
}

TEST(Play, PromptsOnlyOnATerminal) {
  EXPECT_EQ(answers({"tictactoe"}, "moves", true),
            "X>   A1  A2  A3  B1  B2  B3  C1  C2  C3\nX> \n");
  EXPECT_EQ(answers({"tictactoe"}, "moves"), "  A1  A2  A3  B1  B2  B3  C1  C2  C3\n");
  EXPECT_EQ(answers({"othello"}, "quit", true), "B black> ");
  EXPECT_THAT(answers({"tictactoe"}, "resign\n", true), EndsWith("O wins.\ngame over> \n"));
  // What was typed is there already.
  EXPECT_THAT(answers({"tictactoe"}, "A1\n", true), Not(HasSubstr("X: A1")));
}

TEST(Play, RefusesLinesThatAreTooLongAndGoesOn) {
  const std::string long_line(kMaxLineLength + 1, 'A');
  EXPECT_EQ(answers({"tictactoe"}, long_line + "\nposition\n"),
            "That line is too long to mean anything.\n.../.../...:X\n");
}

TEST(Play, BeginsWithAPosition) {
  EXPECT_EQ(answers({"tictactoe", "--position", "XX./OO./...:X"}, "position"), "XX./OO./...:X\n");
  const auto result = run_program({"play", "tictactoe", "--position", "XX./OO./..:X"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(
      result.error,
      "spielwerk play: --position: expected '.' or one of 'XO' at character 11, found ':X'\n");
}

TEST(Play, ExplainsWrongArguments) {
  std::string names;
  for (const auto& game : all_games().games()) names += (names.empty() ? "" : ", ") + game->name;
  EXPECT_EQ(run_program({"play"}).error,
            "spielwerk play: name a game: " + names + "; see 'spielwerk play --help'\n");
  EXPECT_THAT(run_program({"play", "chess"}).error, HasSubstr("expected a game: connect6"));
  EXPECT_EQ(run_program({"play", "tictactoe", "--color", "blue"}).status, 1);
  EXPECT_EQ(run_program({"play", "--load", "/nowhere/game.txt"}).error,
            "spielwerk play: /nowhere/game.txt: No such file or directory\n");
  EXPECT_THAT(run_program({"play", "--help"}).output, HasSubstr("othello:8x8"));
}

TEST(Play, SavesAndLoads) {
  const TemporaryFolder folder;
  const std::string file = folder.path("game with blanks.txt");
  EXPECT_THAT(answers({"tictactoe"}, "A1\nB2\nsave " + file + "\n"),
              HasSubstr("Saved in " + in_quotes(file)));
  const auto saved = read_all(folder.read("game with blanks.txt"));
  ASSERT_EQ(saved.size(), 1u);
  ASSERT_TRUE(saved[0]);
  EXPECT_EQ(saved[0]->final_position().text(), "X../.O./...:X");
  EXPECT_EQ(saved[0]->tag("Date").size(), 10u);

  const std::string loaded = answers({"othello"}, "load " + file + "\nposition\nundo\nposition\n");
  EXPECT_THAT(loaded, HasSubstr("Tic-Tac-Toe, 3x3\n"));
  EXPECT_THAT(loaded, HasSubstr("X../.O./...:X\n"));
  EXPECT_THAT(loaded, EndsWith("X../.../...:O\n"));
  EXPECT_EQ(answers({"--load", file}, "position"), "X../.O./...:X\n");
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(Play, NeverReplacesAFileUnasked) {
  const TemporaryFolder folder;
  const std::string file = folder.path("game.txt");
  folder.write("game.txt", "precious");
  EXPECT_EQ(answers({"tictactoe"}, "save " + file),
            in_quotes(file) + " is there already; 'save! " + file + "' replaces it.\n");
  EXPECT_THAT(answers({"tictactoe"}, "save " + file + "\nn\n", true), HasSubstr("Not saved."));
  EXPECT_THAT(answers({"tictactoe"}, "save " + file + "\n\n", true), HasSubstr("Not saved."));
  // The input ends with the question: that is not a yes.
  EXPECT_THAT(answers({"tictactoe"}, "save " + file, true), EndsWith("[y/N] Not saved.\n"));
  EXPECT_EQ(folder.read("game.txt"), "precious");

  EXPECT_THAT(answers({"tictactoe"}, "save " + file + "\ny\n", true), HasSubstr("Saved in"));
  EXPECT_THAT(folder.read("game.txt"), HasSubstr("[Game \"tictactoe\"]"));
  folder.write("game.txt", "precious");
  EXPECT_THAT(answers({"tictactoe"}, "save! " + file), HasSubstr("Saved in"));
  EXPECT_THAT(folder.read("game.txt"), HasSubstr("[Game \"tictactoe\"]"));
}

TEST(Play, GoesOnWhenAFileCannotBeUsed) {
  const TemporaryFolder folder;
  const std::string nowhere = folder.path("none/game.txt");
  EXPECT_EQ(
      answers({"tictactoe"}, "save " + nowhere + "\nposition"),
      in_quotes(nowhere) + " could not be saved: No such file or directory.\n.../.../...:X\n");
  EXPECT_EQ(answers({"tictactoe"}, "save! " + folder.path("") + "\nposition"),
            in_quotes(folder.path("")) +
                " could not be saved: it is not an ordinary file.\n.../.../...:X\n");
  EXPECT_EQ(answers({"tictactoe"}, "load " + nowhere + "\nload " + folder.path("") + "\nposition"),
            nowhere + ": No such file or directory\n" + folder.path("") +
                ": Is a directory\n.../.../...:X\n");

  folder.write("bad.txt", game_text("1. A1 A1 *"));
  folder.write("empty.txt", "");
  const std::string bad = folder.path("bad.txt");
  const std::string empty = folder.path("empty.txt");
  EXPECT_EQ(answers({"tictactoe"}, "load " + bad + "\nload " + empty + "\nposition"),
            bad + ":5:7: A1 is not possible: A1 is taken by X\n" + empty +
                ": there is no game in it\n.../.../...:X\n");
}

TEST(Play, ShowsWhatALoadedGameTells) {
  const TemporaryFolder folder;
  folder.write("game.txt", game_text("1. A1 {[%eval 0.750] good\\n\\ \x1b[31m\xC2\x9B} B2 0-1") +
                               game_text("*"));
  const std::string output =
      answers({"tictactoe"}, "load " + folder.path("game.txt") + "\nA2\nundo\nundo\nredo\nA2\n" +
                                 "save " + folder.path("on.txt"));
  EXPECT_THAT(output, HasSubstr("The first of several games in"));
  EXPECT_THAT(output, HasSubstr("O wins.\n"));
  EXPECT_THAT(output, HasSubstr("A2 is not possible: the game is over ('undo' takes that back)."));
  EXPECT_THAT(output, HasSubstr("The result is taken back, the game goes on.\n"));
  // Nothing of a foreign file reaches the terminal as a command to it.
  EXPECT_THAT(output, HasSubstr("After A1. [0.750] good? ?[31m?\n"));
  EXPECT_EQ(output.find('\x1b'), std::string::npos);
  EXPECT_THAT(folder.read("on.txt"), EndsWith("B2 2. A2 *\n"));
  EXPECT_THAT(folder.read("on.txt"), HasSubstr("[Player1 \"Anna\"]\n"));
}

TEST(Play, SavesOnlyUpToThePosition) {
  const TemporaryFolder folder;
  answers({"tictactoe"}, "A1\nB1\nA2\nundo\nundo\nsave " + folder.path("a.txt") +
                             "\nresign\nsave " + folder.path("b.txt"));
  EXPECT_THAT(folder.read("a.txt"), EndsWith("[Result \"*\"]\n\n1. A1 *\n"));
  EXPECT_THAT(folder.read("b.txt"),
              EndsWith("[Termination \"surrender\"]\n[Result \"1-0\"]\n\n1. A1 1-0\n"));
}

TEST(Play, LeavesFilesAloneWhereItMust) {
  const TemporaryFolder folder;
  folder.write("game.txt", game_text("*"));
  std::istringstream input("save " + folder.path("new.txt") + "\nsave! " + folder.path("game.txt") +
                           "\nload " + folder.path("game.txt") + "\n");
  std::ostringstream output;
  Streams streams{input, output, output};
  app::play_in_terminal(Record(*all_games().parse("othello")), all_games(),
                        {.style = {.ascii = true}, .may_use_files = false}, streams);
  EXPECT_THAT(output.str(), EndsWith("Files cannot be used here.\nFiles cannot be used here.\n"
                                     "Files cannot be used here.\n"));
  EXPECT_EQ(folder.file_count(), 1u);
  EXPECT_EQ(folder.read("game.txt"), game_text("*"));
}

TEST(Play, ASavedGameKeepsItsComputers) {
  const TemporaryFolder folder;
  const std::string file = folder.path("game.txt");
  run_program({"play", "tictactoe", "--p2", "level:5"}, "B2\nsave " + file + "\nquit\n");
  const auto loaded = run_program({"play", "--load", file}, "quit\n");
  EXPECT_THAT(loaded.output, HasSubstr("O is played by level:5.\n"));
  const auto alone = run_program({"play", "--load", file, "--p2", "human"}, "quit\n");
  EXPECT_THAT(alone.output, testing::Not(HasSubstr("is played by")));
}

TEST(Play, UndoWithoutAnOwnMoveChangesNothing) {
  const auto result =
      run_program({"play", "tictactoe", "--p1", "level:3"}, "position\nundo\nposition\n");
  EXPECT_THAT(result.output, HasSubstr("There is nothing to take back.\n"));
  const std::size_t first = result.output.find(":O\n");
  ASSERT_NE(first, std::string::npos);
  const std::size_t last = result.output.rfind(":O\n");
  ASSERT_LT(first, last);
  EXPECT_EQ(result.output.substr(first - 11, 11), result.output.substr(last - 11, 11));
}

TEST(Play, TwoPlayersAreNotThree) {
  EXPECT_EQ(run_program({"play", "othello", "--p3", "level:1"}).error,
            "spielwerk play: --p3: othello:8x8 is for 2 players\n");
}

}  // namespace
}  // namespace spielwerk::test
