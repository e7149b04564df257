// The TowerWars program as a person or a program sees it, byte for byte.
#include "games/towerwars/console.h"

#include <gtest/gtest.h>

#include <sstream>

#include "app/commands/program.h"
#include "core/line_reader.h"
#include "core/text.h"
#include "games/towerwars/board_view.h"
#include "protocols/all_players.h"
#include "tests/support/files.h"

namespace spielwerk::test {
namespace {

struct Transcript {
  int status = 0;
  std::string output;
  std::string error;
};

Transcript run(std::string_view arguments, const std::string& input, bool is_terminal = false) {
  std::vector<std::string> list;
  for (const std::string_view word : words(arguments)) list.emplace_back(word);
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream error;
  Streams streams{in, out, error, is_terminal};
  const int status = towerwars::run_console(list, streams, console_players());
  return {status, out.str(), error.str()};
}

struct Playthrough {
  std::string name;
  std::string arguments;
  bool is_terminal = false;
};

void PrintTo(const Playthrough& each, std::ostream* output) { *output << each.name; }

class TowerWarsConsoles : public testing::TestWithParam<Playthrough> {};

TEST_P(TowerWarsConsoles, PlayAsRecorded) {
  const Playthrough& each = GetParam();
  const std::string path = "towerwars/console/" + each.name;
  const Transcript result = run(each.arguments, read_data(path + ".in"), each.is_terminal);
  EXPECT_EQ(result.output, read_data(path + ".out"));
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.status, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Playthroughs, TowerWarsConsoles,
    testing::Values(Playthrough{"two_people", "-size 4 -red human -blue human"},
                    Playthrough{"surrender", "-size 5 -blue human"},
                    Playthrough{"surrender_terminal", "-size 5 -blue human", true},
                    Playthrough{"input_ends", "-size 10 -blue human --local"},
                    Playthrough{"computers", "-size 6 -red simple -blue random -seed 1 -delay 1"},
                    Playthrough{"against_simple", "-seed 3"}),
    [](const auto& each) { return each.param.name; });

TEST(TowerWarsConsole, ShowsEveryKindOfPiece) {
  const Game game = towerwars::game_of_size(6);
  const Position position =
      game.parse_position(
              "RB,.,R,.,.,./R2,R1*,.,.,.,./.,.,B,B1,.,./.,.,B2*,.,.,./.,.,.,.,.,./"
              ".,.,.,.,.,BB:red")
          .value();
  EXPECT_EQ(towerwars::print_board_view(towerwars::Board(game, position)),
            "    A   B   C   D   E   F\n"
            " 1  RB  .   R   .   .   .\n"
            "   2  R2  R1* .   .   .   .\n"
            "     3  .   .   B   B1  .   .\n"
            "       4  .   .   B2* .   .   .\n"
            "         5  .   .   .   .   .   .\n"
            "           6  .   .   .   .   .   BB\n");
}

TEST(TowerWarsConsole, RefusesWrongArguments) {
  const Transcript result = run("-size 3", "");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(result.error,
            "spielwerk towerwars: -size takes a whole number from 4 to 26, not '3'; "
            "see 'spielwerk towerwars --help'\n");
}

TEST(TowerWarsConsole, RefusesUnknownPlayers) {
  const Transcript result = run("-blue remote", "");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(result.error,
            "spielwerk towerwars: -blue: expected a player of this game: human, random, max, "
            "level:1 to level:9, mcts, simple, adv1, adv2, adv3, adv4, adv5, "
            "custom:depth=3,nodes=5000,lines=4,noise=0.5 at character 1, found 'remote'; see "
            "'spielwerk towerwars --help'\n");
}

TEST(TowerWarsConsole, AsksAgainForALegalMove) {
  const Transcript result = run("-size 4 -blue human", "A1->B1\nD4->D3\nA2->A3\n");
  EXPECT_NE(result.output.find("red to move:\na base cannot move\n"
                               "red to move:\nwhat stands on D4 belongs to blue\n"
                               "red to move:\nred: A2->A3\n"),
            std::string::npos)
      << result.output;
}

TEST(TowerWarsConsole, HelpsAsACommandOfTheProgram) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream error;
  Streams streams{in, out, error};
  const std::vector<std::string> arguments{"towerwars", "--help"};
  EXPECT_EQ(app::run(arguments, streams), 0);
  EXPECT_TRUE(out.str().starts_with("Plays TowerWars in text, or on")) << out.str();
  EXPECT_EQ(error.str(), "");
}

TEST(TowerWarsConsole, RefusesLongLinesAndGoesOn) {
  const std::string long_line(kMaxLineLength + 1, 'A');
  const Transcript plain = run("-size 4 -blue human", "A2->A3\n");
  const Transcript with_long = run("-size 4 -blue human", "A2->A3\n" + long_line + "\n");
  EXPECT_EQ(with_long.status, 0);
  EXPECT_EQ(with_long.output, plain.output + "that line is too long\nblue to move:\n");
}

TEST(TowerWarsConsole, ReadsALastLineWithoutEnd) {
  const Transcript result = run("-size 4 -blue human", "A2->A3");
  EXPECT_NE(result.output.find("red: A2->A3\n"), std::string::npos);
}

TEST(TowerWarsConsole, PlaysTheAdvancedComputers) {
  const Transcript result = run("-size 4 -red adv5 -blue adv1 -time 5ms -seed 1", "");
  EXPECT_EQ(result.status, 0);
  EXPECT_TRUE(result.output.starts_with("TowerWars 4x4, red: adv5, blue: adv1\n"));
  EXPECT_NE(result.output.find(" wins: "), std::string::npos) << result.output;
}

TEST(TowerWarsConsole, SameSeedSameGame) {
  const std::string arguments = "-size 5 -red random -blue random -seed ";
  const Transcript first = run(arguments + "11", "");
  EXPECT_EQ(run(arguments + "11", "").output, first.output);
  EXPECT_NE(run(arguments + "12", "").output, first.output);
}

}  // namespace
}  // namespace spielwerk::test
