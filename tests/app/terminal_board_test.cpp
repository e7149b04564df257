// Boards as characters, for every game and size.
#include "app/terminal_board.h"

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
  static constexpr std::array<std::string_view, kMaxPlayers> kMarks{"●", "○", "◆", "▲"};
  for (std::size_t player = 0; player < pieces.size(); ++player) {
    EXPECT_EQ(occurrences(unicode, kMarks[player]), pieces[player]);
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
