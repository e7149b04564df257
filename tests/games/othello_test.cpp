// Othello's rules against published counts and a second implementation.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/text.h"
#include "games/all_games.h"
#include "games/othello/rules.h"
#include "tests/games/othello_referee.h"

namespace spielwerk::test {
namespace {

TEST(Othello, PublishedPerft) {
  const Position start = all_games().parse("othello:8x8").value().start();
  const std::vector<std::uint64_t> counts{4,    12,    56,     244,     1396,
                                          8200, 55092, 390216, 3005288, 24571284};
  for (std::size_t depth = 1; depth <= counts.size(); ++depth) {
    EXPECT_EQ(start.perft(static_cast<int>(depth)), counts[depth - 1]) << "depth " << depth;
  }
}

TEST(Othello, PerftCountsAGameThatHasEndedOnce) {
  const Game game = all_games().parse("othello:4x4").value();
  const Position over = game.parse_position("BBBB,BBBB,BBBB,BBB-:black").value();
  ASSERT_TRUE(over.outcome().is_over());
  EXPECT_EQ(over.perft(1), 1u);
  EXPECT_EQ(over.perft(5), 1u);
}

std::vector<std::string> rows_of(const std::string& position_text) {
  std::vector<std::string> rows;
  for (const auto row :
       split(std::string_view(position_text).substr(0, position_text.rfind(':')), ',')) {
    rows.emplace_back(row);
  }
  return rows;
}

/// Plays a random game on both boards; compares the moves and the board after each.
void compare_random_game(const Game& game, const Position& start, Random& random, int max_plies) {
  Position position = start;
  OthelloReferee referee(rows_of(start.text()), start.side_to_move() == 0 ? 'B' : 'W');
  for (int ply = 0; ply <= max_plies; ++ply) {
    ASSERT_EQ(position.text(), referee.text());
    std::vector<Cell> expected;
    if (!referee.is_over()) {
      for (const auto& [row, column] : referee.moves()) {
        expected.push_back(game.geometry().cell(column, row));
      }
    }
    ASSERT_EQ(position.next_cells(), expected) << position.text();
    ASSERT_EQ(position.outcome().is_over(), referee.is_over());
    if (referee.is_over()) {
      const int difference = referee.stones('B') - referee.stones('W');
      ASSERT_EQ(position.outcome(), difference == 0  ? Outcome::draw()
                                    : difference > 0 ? Outcome::win(0)
                                                     : Outcome::win(1));
      return;
    }
    const Move move = position.random_move(random);
    position.play(move);
    referee.play(game.geometry().row(move.first), game.geometry().column(move.first));
  }
}

int even_up_to(Random& random, int max) {
  return 2 + 2 * static_cast<int>(random.below(static_cast<std::uint32_t>(max / 2)));
}

TEST(Othello, AgreesWithRefereeOnRandomGames) {
  Random random(11);
  for (int number = 0; number < 800; ++number) {
    // Sizes of the one-word frame, of the medium and of the large one.
    const bool is_small = number % 4 != 0;
    const int width = even_up_to(random, is_small ? 8 : number % 8 == 0 ? 26 : 12);
    const int height = even_up_to(random, is_small ? 8 : number % 8 == 0 ? 40 : 12);
    const Game game = all_games()
                          .parse("othello:" + std::to_string(width) + "x" + std::to_string(height))
                          .value();
    compare_random_game(game, game.start(), random, is_small ? 64 : 25);
    if (HasFatalFailure()) FAIL() << game.text();
  }
}

TEST(Othello, AgreesWithRefereeFromRandomPositionsWithHoles) {
  Random random(12);
  for (int number = 0; number < 700; ++number) {
    const bool is_small = number % 4 != 0;
    const int width = even_up_to(random, is_small ? 8 : number % 28 == 0 ? 26 : 14);
    const int height = even_up_to(random, is_small ? 8 : number % 28 == 0 ? 98 : 14);
    const Game game = all_games()
                          .parse("othello:" + std::to_string(width) + "x" + std::to_string(height))
                          .value();
    // Between almost empty and almost full, with few or many holes.
    const std::uint32_t holes = random.below(25);
    const std::uint32_t stones = random.below(70);
    std::string text;
    for (int row = 0; row < height; ++row) {
      if (row > 0) text += ',';
      for (int column = 0; column < width; ++column) {
        const std::uint32_t percent = random.below(100);
        text += percent < holes            ? '#'
                : percent < holes + stones ? (random.below(2) == 0 ? 'B' : 'W')
                                           : '-';
      }
    }
    const char side = random.below(2) == 0 ? 'B' : 'W';
    const std::string full_text = text + (side == 'B' ? ":black" : ":white");
    const auto start = game.parse_position(full_text);
    ASSERT_TRUE(start) << start.error().message(full_text);
    ASSERT_EQ(start->text(), OthelloReferee(rows_of(full_text), side).text());
    compare_random_game(game, *start, random, is_small ? 64 : 20);
    if (HasFatalFailure()) FAIL() << full_text;
  }
}

TEST(Othello, LargestBoardToTheEdges) {
  // A line over the whole height and one over the whole width.
  const Game game = all_games().parse("othello:26x98").value();
  std::string text;
  for (int row = 0; row < 98; ++row) {
    if (row > 0) text += ',';
    text += row == 97 ? '-' : row == 0 ? 'B' : 'W';
    text += row == 97 ? std::string(24, 'W') + "B" : std::string(25, '-');
  }
  Position position = game.parse_position(text + ":black").value();
  const Move corner = game.parse_move("A98").value();
  ASSERT_TRUE(position.is_legal(corner));
  // 96 stones above and 24 beside.
  EXPECT_EQ(position.steps(corner).size(), 1u + 96u + 24u);
  position.play(corner);
  EXPECT_EQ(position.outcome(), Outcome::win(0));
}

TEST(Othello, HolesOfTheVariant) {
  const Game game = all_games().parse("othello:8x8,holes=C3:C6+F3:F6").value();
  EXPECT_EQ(game.start().text(),
            "--------,--------,--#--#--,--#WB#--,--#BW#--,--#--#--,--------,--------:black");
  const auto error_position = [](const std::string& text) -> int {
    const auto parsed = all_games().parse(text);
    return parsed ? -1 : static_cast<int>(parsed.error().position);
  };
  EXPECT_EQ(error_position("othello:8x8,holes=D4:D4"), 8);   // covers a stone
  EXPECT_EQ(error_position("othello:8x8,holes=C3:C9"), 22);  // off the board
  EXPECT_EQ(error_position("othello:8x8,holes=C3"), 20);
  EXPECT_EQ(error_position("othello:8x8,holes=C3:B3"), 18);
  EXPECT_EQ(error_position("othello:8x8,holes=A1:A1+"), 24);
  EXPECT_EQ(error_position("othello:7x8"), 8);
  EXPECT_EQ(error_position("othello:8x100"), 10);
}

TEST(Othello, HolesHaveOneText) {
  const auto canonical = [](const std::string& holes) {
    return all_games().parse("othello:8x8,holes=" + holes).value().text();
  };
  EXPECT_EQ(canonical("F3:F6+C3:C6"), "othello:8x8,holes=C3:C6+F3:F6");
  EXPECT_EQ(canonical("a1:a1+B1:b1+A2:B2+A1:B1"), "othello:8x8,holes=A1:B2");
  EXPECT_EQ(canonical("A1:C1+B2:B3"), "othello:8x8,holes=A1:C1+B2:B3");
  EXPECT_EQ(canonical("B1:B3+A1:C1"), "othello:8x8,holes=A1:C1+B2:B3");
  EXPECT_EQ(canonical(""), "othello:8x8");
}

TEST(Othello, PassIsAStepAndNotAMove) {
  const Game game = all_games().parse("othello:4x4").value();
  const Position position = game.parse_position("BW--,----,WWW-,B---:black").value();
  const std::vector<Step> steps = position.steps(game.parse_move("C1").value());
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[1].kind, StepKind::Flip);
  EXPECT_EQ(steps[2].kind, StepKind::Pass);
  EXPECT_EQ(steps[2].piece.owner, othello::kWhite);
}

}  // namespace
}  // namespace spielwerk::test
