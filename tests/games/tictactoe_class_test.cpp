// The class TicTacToe against its cases, and how it prints a board.
#include "games/tictactoe/tic_tac_toe.h"

#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.h"
#include "tests/support/files.h"

namespace spielwerk::tictactoe {
namespace {

/// Carries out a pseudo command of the cases and returns the answer as they write it.
std::string answer(std::optional<TicTacToe>& game, std::string_view command) {
  const std::vector<std::string_view> parts = words(command);
  const auto number = [&](std::size_t index) { return parse_int32(parts.at(index)).value(); };
  const std::string_view name = parts.at(0);
  try {
    if (name == "new") {
      if (parts.size() == 1) {
        game.emplace();
      } else {
        game.emplace(number(1), number(2), number(3));
      }
      return "ok";
    }
    if (name == "numberOfRows") return std::to_string(game->number_of_rows());
    if (name == "numberOfColumns") return std::to_string(game->number_of_columns());
    if (name == "getWinCondition") return std::to_string(game->win_condition());
    if (name == "at") return std::string{'\'', game->symbol_at(number(1), number(2)), '\''};
    if (name == "set") {
      return game->set_move(number(1), number(2), parts.at(3).at(0)) ? "true" : "false";
    }
  } catch (const std::invalid_argument&) {
    return "IllegalArgumentException";
  }
  throw std::runtime_error("unknown pseudo command " + std::string(command));
}

TEST(TicTacToeClass, AnswersTheCases) {
  std::optional<TicTacToe> game;
  std::string command;
  int answers = 0;
  for (const std::string& line : test::read_data_lines("tictactoe/cases.txt")) {
    if (line.empty() || line.starts_with("#")) continue;
    if (line.starts_with("> ")) {
      command = line.substr(2);
      continue;
    }
    EXPECT_EQ(answer(game, command), line) << command;
    ++answers;
  }
  EXPECT_EQ(answers, 120);
}

TEST(TicTacToeClass, RefusesABlankAsSymbol) {
  TicTacToe game;
  EXPECT_THROW(game.set_move(0, 0, ' '), std::invalid_argument);
  EXPECT_EQ(game.symbol_at(0, 0), ' ');
}

TEST(TicTacToeClass, TakesAnySymbol) {
  TicTacToe game(3, 4, 3);
  // Also those beyond ASCII, which are negative as a char.
  const char symbol = '\xE9';
  EXPECT_FALSE(game.set_move(2, 0, symbol));
  EXPECT_FALSE(game.set_move(2, 1, symbol));
  EXPECT_TRUE(game.set_move(2, 2, symbol));
  EXPECT_EQ(game.symbol_at(2, 1), symbol);
}

TEST(TicTacToeClass, SaysWhyThereIsNoGame) {
  try {
    TicTacToe(3, 11, 3);
    FAIL();
  } catch (const std::invalid_argument& problem) {
    EXPECT_STREQ(problem.what(), "the number of columns must be from 3 to 10, not 11");
  }
  try {
    TicTacToe(5, 4, 5);
    FAIL();
  } catch (const std::invalid_argument& problem) {
    EXPECT_STREQ(problem.what(), "the win length must be from 3 to 4, not 5");
  }
}

TEST(TicTacToeClass, PrintsTheBoard) {
  TicTacToe game(3, 4, 3);
  game.set_move(0, 0, 'X');
  game.set_move(2, 3, 'O');
  std::ostringstream from_one;
  game.output_board(from_one);
  EXPECT_EQ(from_one.str(),
            "    1   2   3   4\n"
            "  +---+---+---+---+\n"
            "A | X |   |   |   |\n"
            "  +---+---+---+---+\n"
            "B |   |   |   |   |\n"
            "  +---+---+---+---+\n"
            "C |   |   |   | O |\n"
            "  +---+---+---+---+\n");
  std::ostringstream from_zero;
  game.output_board(from_zero, 0);
  EXPECT_EQ(from_zero.str().substr(0, 18), "    0   1   2   3\n");
}

}  // namespace
}  // namespace spielwerk::tictactoe
