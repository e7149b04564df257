// Boards as characters, for every game and size.
#include "app/terminal/terminal_board.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "core/game_adapter.h"
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

/// A game on hexagons with nothing but stones, as a new one might be.
class HexagonRules {
 public:
  struct Position {
    std::array<Player, 9> owners{};
    Player side_to_move() const { return 0; }
    std::uint64_t key() const { return 0; }
    friend bool operator==(const Position&, const Position&) = default;
  };

  explicit HexagonRules(int rows) : geometry_(Shape::Hexagon, Edges::Closed, 3, rows) {}

  const Geometry& geometry() const { return geometry_; }
  const Notation& notation() const { return notation_; }
  int players() const { return 2; }
  std::string_view player_name(Player player) const { return player == 0 ? "black" : "white"; }
  Position start() const {
    Position position;
    position.owners.fill(kNoPlayer);
    position.owners[0] = 0;
    position.owners[4] = 1;
    return position;
  }
  template <class Visitor>
  void for_each_move(const Position&, Visitor&&) const {}
  std::uint64_t move_count(const Position&) const { return 0; }
  bool is_legal(const Position&, Move) const { return false; }
  void play(Position&, Move) const {}
  Outcome outcome(const Position&) const { return Outcome::draw(); }
  std::string print_board(const Position&) const { return {}; }
  Parsed<Position> parse_board(std::string_view, Player) const { return start(); }
  Piece piece(const Position& at, Cell cell) const {
    const Player owner = cell < 9 ? at.owners[cell] : kNoPlayer;
    return owner == kNoPlayer ? Piece{} : Piece{PieceKind::Stone, owner, 1};
  }
  std::vector<Step> steps(const Position&, Move) const { return {}; }
  std::string objection(const Position&, Move) const { return "nothing can be played"; }

 private:
  Geometry geometry_;
  Notation notation_;
};

TEST(TerminalBoard, PiecesStandInTheMiddleOfHexagons) {
  const GameDescription description{.name = "hexagons",
                                    .title = "Hexagons",
                                    .summary = "",
                                    .parameters = {},
                                    .presets = {},
                                    .make = {}};
  const Game game = GameAdapter<HexagonRules>::make(description, {}, HexagonRules(3), nullptr);
  EXPECT_EQ(draw(game, game.start(), {}, {.last = {4}}),
            "     A   B   C\n"
            "    ╱ ╲ ╱ ╲ ╱ ╲\n"
            " 1 │ ● │   │   │\n"
            "    ╲ ╱ ╲ ╱ ╲ ╱ ╲\n"
            "   2 │   │[○]│   │\n"
            "      ╲ ╱ ╲ ╱ ╲ ╱ ╲\n"
            "     3 │   │   │   │\n"
            "        ╲ ╱ ╲ ╱ ╲ ╱\n"
            "         A   B   C\n");
  const Game large = GameAdapter<HexagonRules>::make(description, {}, HexagonRules(9), nullptr);
  EXPECT_THAT(draw(large, large.start(), {}), HasSubstr("    A B C\n"
                                                        " 1  ● · ·\n"
                                                        "  2  · ○ ·\n"));
}

TEST(TerminalBoard, MarksFieldsThatOneMoreBallMakesOverflow) {
  EXPECT_EQ(position_drawing("kaskade:3x3", "1a0n1b2a1a0n0n2b0n:A", {}, {.last = {3}}),
            "      0     1     2\n"
            "   ┌─────┬─────┬─────┐\n"
            " 0 │ !○1 │     │ !●1 │\n"
            "   ├─────┼─────┼─────┤\n"
            " 1 │[!○2]│  ○1 │     │\n"
            "   ├─────┼─────┼─────┤\n"
            " 2 │     │ !●2 │     │\n"
            "   └─────┴─────┴─────┘\n");
  const TerminalBoard board(*all_games().parse("kaskade"), {});
  EXPECT_THAT(board.legend(),
              ElementsAre(" ○2   two balls", "!○2   the same, and one more makes them overflow"));
}

TEST(TerminalBoard, CountsWhatCounts) {
  const auto players = [](std::string_view game_text, std::string_view position_text, Player turn) {
    const Game game = *all_games().parse(game_text);
    std::ostringstream output;
    TerminalBoard(game, {}).print_players(output, *game.parse_position(position_text), turn);
    return output.str();
  };
  EXPECT_EQ(players("kaskade:3x3", "1a0n0n0n2b0n0n0n1b:A", 0),
            " ▸ ○ A 1 ball, 1 field     ● B 3 balls, 2 fields\n");
  EXPECT_EQ(players("othello:4x4", "----,-WB-,-BW-,----:black", kNoPlayer),
            "   ● black 2 discs     ○ white 2 discs\n");
  EXPECT_EQ(players("tictactoe", ".../.X./...:O", 1), "   X   ▸ O\n");
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
