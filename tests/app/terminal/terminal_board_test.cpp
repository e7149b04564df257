// Boards as characters, for every game and size.
#include "app/terminal/terminal_board.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "core/text.h"
#include "games/all_games.h"
#include "tests/support/random_games.h"

namespace spielwerk::test {
namespace {

using app::BoardMarks;
using app::BoardStyle;
using app::TerminalBoard;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::string draw(const Game& game, const Position& position, BoardStyle style,
                 const BoardMarks& marks = {}) {
  std::ostringstream output;
  TerminalBoard(game, style).print(output, position, marks);
  return output.str();
}

/// The text without the codes for colours.
std::string without_colors(const std::string& text) {
  std::string plain;
  for (std::size_t index = 0; index < text.size(); ++index) {
    if (text[index] == '\x1b') {
      index = text.find('m', index);
    } else {
      plain += text[index];
    }
  }
  return plain;
}

std::size_t occurrences(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    ++count;
  }
  return count;
}

std::string position_drawing(std::string_view game_text, std::string_view position_text,
                             BoardStyle style, const BoardMarks& marks = {}) {
  const Game game = *all_games().parse(game_text);
  const auto position = game.parse_position(position_text);
  EXPECT_TRUE(position) << position.error().message(position_text);
  return draw(game, position ? *position : game.start(), style, marks);
}

TEST(TerminalBoard, DrawsHolesAndMarks) {
  EXPECT_EQ(position_drawing("othello:4x4,holes=A1:B1", "##--,-WB-,-BW-,----:black", {},
                             {.last = {5}, .choices = {9, 11}}),
            "     A   B   C   D\n"
            "   ┌───┬───┬───┬───┐\n"
            " 1 │▒▒▒│▒▒▒│   │   │\n"
            "   ├───┼───┼───┼───┤\n"
            " 2 │   │[○]│ ● │   │\n"
            "   ├───┼───┼───┼───┤\n"
            " 3 │   │(●)│ ○ │ + │\n"
            "   ├───┼───┼───┼───┤\n"
            " 4 │   │   │   │   │\n"
            "   └───┴───┴───┴───┘\n");
}

TEST(TerminalBoard, DrawsLongBoardsWithoutLinesAndLabelsThemTwice) {
  const Game game = *all_games().parse("othello:4x14");
  EXPECT_EQ(draw(game, game.start(), {.ascii = true}, {.last = {25}}),
            "     A B C D\n"
            "  1  . . . .\n"
            "  2  . . . .\n"
            "  3  . . . .\n"
            "  4  . . . .\n"
            "  5  . . . .\n"
            "  6  . . . .\n"
            "  7  .[W]B .\n"
            "  8  . B W .\n"
            "  9  . . . .\n"
            " 10  . . . .\n"
            " 11  . . . .\n"
            " 12  . . . .\n"
            " 13  . . . .\n"
            " 14  . . . .\n"
            "     A B C D\n");
}

TEST(TerminalBoard, ShowsTowersBlockedTowersAndBases) {
  const Game game = *all_games().parse("towerwars:4");
  const TerminalBoard board(game, {.ascii = true});
  EXPECT_EQ(board.legend(), (std::vector<std::string>{" R    a stone", " R2   a tower of height 2",
                                                      "xR2   the same, blocked", " R*   a base"}));
  EXPECT_EQ(TerminalBoard(*all_games().parse("othello"), {}).legend(), std::vector<std::string>{});
}

/// What is light, dark, a cross or a nought on the page is the same here.
TEST(TerminalBoard, PiecesLookAsOnThePage) {
  EXPECT_EQ(position_drawing("tictactoe", "X../.O./..X:O", {}),
            "     1   2   3\n"
            "   ┌───┬───┬───┐\n"
            " A │ X │   │   │\n"
            "   ├───┼───┼───┤\n"
            " B │   │ O │   │\n"
            "   ├───┼───┼───┤\n"
            " C │   │   │ X │\n"
            "   └───┴───┴───┘\n");
  EXPECT_THAT(position_drawing("kaskade:3x3", "1a0n0n0n2b0n0n0n0n:A", {}),
              AllOf(HasSubstr("○1"), HasSubstr("●2")));

  const auto players = [](std::string_view text, BoardStyle style) {
    const Game game = *all_games().parse(text);
    const TerminalBoard board(game, style);
    return std::vector{board.player(0), board.player(1)};
  };
  EXPECT_THAT(players("tictactoe", {}), ElementsAre("X", "O"));
  EXPECT_THAT(players("kaskade", {}), ElementsAre("○ A", "● B"));
  EXPECT_THAT(players("kaskade", {.ascii = true}), ElementsAre("A", "B"));
  EXPECT_THAT(players("othello", {}), ElementsAre("● black", "○ white"));
  EXPECT_THAT(players("towerwars", {}), ElementsAre("● red", "○ blue"));
  EXPECT_THAT(players("connect6", {}), ElementsAre("● P1", "○ P2"));
  // On paper of their own, pieces look the same on dark and on light terminals: black and white
  // are both drawn black on it, X is red and O blue.
  EXPECT_THAT(players("kaskade", {.color = true}),
              ElementsAre("\x1b[0;1;38;5;16;48;5;230m ○ \x1b[0m A",
                          "\x1b[0;1;38;5;16;48;5;230m ● \x1b[0m B"));
  EXPECT_THAT(
      players("tictactoe", {.color = true}),
      ElementsAre("\x1b[0;1;38;5;160;48;5;230m X \x1b[0m", "\x1b[0;1;38;5;26;48;5;230m O \x1b[0m"));
}

class TerminalBoards : public testing::TestWithParam<std::string> {};

/// Whatever the style, every piece is there, lines are not wider than they must be, and colours
/// change nothing but colours.
TEST_P(TerminalBoards, ShowEveryPiece) {
  const Game game = *all_games().parse(GetParam());
  Random random(9);
  const Record record = random_game(game, random, 40);
  const Position position = record.final_position();
  std::vector<std::size_t> pieces(static_cast<std::size_t>(game.players()), 0);
  for (Cell cell = 0; cell < game.geometry().cell_count(); ++cell) {
    const Player owner = position.piece(cell).owner;
    if (owner != kNoPlayer) ++pieces[owner];
  }
  const std::string unicode = draw(game, position, {});
  for (std::size_t player = 0; player < pieces.size(); ++player) {
    // `● black`: the mark is the first word.
    const std::string shown = TerminalBoard(game, {}).player(static_cast<Player>(player));
    EXPECT_EQ(occurrences(unicode, split(shown, ' ').front()), pieces[player]);
  }
  const std::string ascii = draw(game, position, {.ascii = true});
  EXPECT_TRUE(std::all_of(ascii.begin(), ascii.end(),
                          [](char each) { return each == '\n' || (each >= ' ' && each <= '~'); }));
  EXPECT_EQ(std::count(ascii.begin(), ascii.end(), '\n'),
            std::count(unicode.begin(), unicode.end(), '\n'));
  for (const std::string_view line : split(ascii, '\n')) {
    EXPECT_FALSE(line.ends_with(' '));
    EXPECT_LE(line.size(), std::max(90, 7 * game.geometry().columns())) << line;
  }

  std::istringstream colored(without_colors(draw(game, position, {.color = true})));
  std::istringstream plain(unicode);
  for (std::string left, right; std::getline(colored, left) && std::getline(plain, right);) {
    // With colours the paper goes on to the edge of the board. Holes look through it either way.
    left.erase(left.find_last_not_of(' ') + 1);
    EXPECT_EQ(left, right);
  }
}

std::vector<std::string> boards() {
  std::vector<std::string> texts = game_texts();
  for (const std::string_view text :
       {"othello:2x2", "othello:26x98", "othello:26x2", "kaskade:3x20", "kaskade:20x3",
        "kaskade:20x20", "tictactoe:10x3", "tictactoe:3x10", "towerwars:4", "towerwars:26",
        "connect6:20,players=3"}) {
    texts.emplace_back(text);
  }
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return texts;
}

INSTANTIATE_TEST_SUITE_P(AllGames, TerminalBoards, testing::ValuesIn(boards()));

}  // namespace
}  // namespace spielwerk::test
