// The frame of all commands: how they are found, what wrong arguments are answered with, and what
// is the same in all of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/commands/commands.h"
#include "core/text.h"
#include "core/version.h"
#include "tests/support/program.h"

namespace spielwerk::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Program, TellsItsVersion) {
  const auto result = run_program({"--version"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.output, describe_build() + "\n");
}

TEST(Program, ListsAllCommands) {
  const auto result = run_program({"--help"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, StartsWith(program_name() + ": "));
  for (const app::CommandEntry& each : app::commands()) {
    EXPECT_THAT(result.output, HasSubstr("\n  " + std::string(each.name) + " "));
  }
}

TEST(Program, KnowsNoOtherCommands) {
  const auto result = run_program({"chess"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.error,
            "spielwerk: there is no command 'chess'; 'spielwerk --help' lists them\n");
}

/// Commands of one word and of two.
std::vector<std::string> with(const app::CommandEntry& command, const std::string& argument) {
  std::vector<std::string> arguments;
  for (const std::string_view word : words(command.name)) arguments.emplace_back(word);
  arguments.push_back(argument);
  return arguments;
}

TEST(Program, EveryCommandExplainsItself) {
  for (const app::CommandEntry& each : app::commands()) {
    if (each.make == nullptr) continue;
    const auto result = run_program(with(each, "--help"));
    EXPECT_EQ(result.status, 0) << each.name;
    EXPECT_EQ(result.error, "") << each.name;
    const std::string name = "spielwerk " + std::string(each.name);
    EXPECT_THAT(result.output, HasSubstr("Usage: " + name + " ")) << each.name;
    EXPECT_THAT(result.output, HasSubstr("Examples:\n  " + name)) << each.name;
  }
}

TEST(Program, EveryCommandComplainsInTheSameWay) {
  for (const app::CommandEntry& each : app::commands()) {
    if (each.make == nullptr) continue;
    const auto result = run_program(with(each, "--nonsense"));
    EXPECT_EQ(result.status, 1) << each.name;
    EXPECT_EQ(result.output, "") << each.name;
    const std::string name = "spielwerk " + std::string(each.name);
    EXPECT_THAT(result.error, StartsWith(name + ": "));
    EXPECT_THAT(result.error, HasSubstr("; see '" + name + " --help'\n"));
  }
}

TEST(Program, SaysWhichValueIsWrong) {
  const auto error = [](const std::vector<std::string>& arguments) {
    const auto result = run_program(arguments);
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.output, "");
    return result.error;
  };
  EXPECT_EQ(error({"perft", "othello", "0"}),
            "spielwerk perft: expected a whole number from 1 to 99, found '0'\n");
  EXPECT_EQ(error({"match", "othello", "max", "max", "--games", "1e3"}),
            "spielwerk match: --games: expected a whole number from 1 to 1000000, found '1e3'\n");
  EXPECT_EQ(error({"analyse", "othello", "--nodes", "0"}),
            "spielwerk analyse: --nodes: expected a whole number from 1 on, found '0'\n");
  EXPECT_EQ(error({"play", "othello", "--color", "red"}),
            "spielwerk play: --color: expected one of auto, always, never, found 'red'\n");
  EXPECT_EQ(error({"kaskade", "serve", "--time", "5"}),
            "spielwerk kaskade serve: --time: expected one of the units ms, s, m after '5'\n");
  EXPECT_EQ(error({"kaskade", "--x", "2"}),
            "spielwerk kaskade: --x: expected a whole number from 3 to 20, found '2'\n");
}

TEST(Program, AMatchBeginsWithAsManyRandomPliesAsAskedFor) {
  const auto plies = [](const std::vector<std::string>& options) {
    std::vector<std::string> arguments{"match", "tictactoe", "random", "random", "--games", "2"};
    // Games are drawn when the random plies are over.
    arguments.insert(arguments.end(), {"--max-plies", "1", "--verbose"});
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_program(arguments);
  };
  EXPECT_THAT(plies({"--max-opening-plies", "1"}).output, HasSubstr(" 1 plies"));
  EXPECT_THAT(plies({"--min-opening-plies", "5", "--max-opening-plies", "5"}).output,
              HasSubstr(" 5 plies"));
  EXPECT_EQ(plies({"--min-opening-plies", "5", "--max-opening-plies", "4"}).error,
            "spielwerk match: --min-opening-plies: more than --max-opening-plies\n");
}

TEST(Program, PerftBeginsWhereMovesLead) {
  const auto moves = run_program({"perft", "tictactoe", "1", "--moves", "A1 B2", "--divide"});
  const auto position =
      run_program({"perft", "tictactoe", "1", "--position", "X../.O./...:X", "--divide"});
  EXPECT_EQ(moves.status, 0);
  EXPECT_THAT(moves.output, HasSubstr("moves 7  total 7\n"));
  EXPECT_EQ(moves.output, position.output);
}

TEST(Program, OptionsAloneAreThoseOfTheApplication) {
  EXPECT_EQ(run_program({"--port", "x"}).error,
            "spielwerk serve: --port: expected a whole number from 0 to 65535, found 'x'\n");
}

}  // namespace
}  // namespace spielwerk::test
