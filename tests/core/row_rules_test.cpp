// The rules of k in a row on small boards.
#include "core/row_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/perft.h"

namespace spielwerk {
namespace {

using testing::ElementsAre;

/// 4×4, three in a row, two stones a turn.
using Pairs = RowRules<16, 2>;

RowGame small_game(Edges edges, int players) {
  return {.geometry = Geometry(Shape::Square, edges, 4, 4),
          .notation = {},
          .players = players,
          .length = 3,
          .names = {"Ann", "Bob", "Cy"},
          .symbols = "abc"};
}

TEST(RowRules, PlacesBothStonesAndPassesTheTurnRound) {
  const Pairs rules(small_game(Edges::Closed, 3));
  Pairs::Position position = rules.start();
  for (const int side : {0, 1, 2, 0}) {
    EXPECT_EQ(position.side_to_move(), side);
    const int free = position.free_cells();
    rules.play(position, {to_cell(16 - free), to_cell(16 - free + 1)});
    EXPECT_EQ(position.free_cells(), free - 2);
  }
  EXPECT_EQ(rules.print_board(position), "aabb/ccaa/..../....");
  EXPECT_EQ(position.side_to_move(), 1);
}

TEST(RowRules, OnlyTheMoverWinsAndAWinOutranksADraw) {
  const Pairs rules(small_game(Edges::Closed, 2));
  auto position = rules.parse_board("aba./bbab/aaba/ba.a", 0);
  ASSERT_TRUE(position) << position.error().expected;
  EXPECT_FALSE(rules.outcome(*position).is_over());
  rules.play(*position, {3, 14});
  EXPECT_EQ(rules.outcome(*position), Outcome::win(0));
  EXPECT_EQ(rules.move_count(*position), 0u);
  EXPECT_EQ(rules.objection(*position, {0, 1}), "the game is over");
}

TEST(RowRules, AFullBoardWithoutARowIsADraw) {
  const Pairs rules(small_game(Edges::Closed, 2));
  auto position = rules.parse_board("aabb/bbaa/aabb/bb..", 0);
  ASSERT_TRUE(position);
  rules.play(*position, {14, 15});
  EXPECT_EQ(rules.outcome(*position), Outcome::draw());
  EXPECT_EQ(rules.parse_board("aabb/bbaa/aabb/bbaa", 1), *position);
}

TEST(RowRules, RowsWrapOnlyOnATorus) {
  for (const Edges edges : {Edges::Closed, Edges::Torus}) {
    const Pairs rules(small_game(edges, 2));
    auto position = rules.parse_board("a..a/..../b..b/....", 0);
    ASSERT_TRUE(position);
    rules.play(*position, {1, 15});
    EXPECT_EQ(rules.outcome(*position).is_win(), edges == Edges::Torus);
  }
}

TEST(RowRules, SaysWhyAMoveIsNotLegal) {
  const Pairs rules(small_game(Edges::Closed, 2));
  const auto position = rules.parse_board("ab../..../..../....", 0);
  ASSERT_TRUE(position);
  EXPECT_EQ(rules.objection(*position, {0, 2}), "A1 is taken by Ann");
  EXPECT_EQ(rules.objection(*position, {2, 1}), "B1 is taken by Bob");
  EXPECT_EQ(rules.objection(*position, {2, 2}), "the two stones need two different fields");
  EXPECT_EQ(rules.objection(*position, {3, 2}),
            "the two fields of a pair are named in ascending order");
  EXPECT_EQ(rules.objection(*position, {2, 3}), "");
}

TEST(RowRules, ShowsTheRowThatWins) {
  const Pairs rules(small_game(Edges::Closed, 2));
  const auto position = rules.parse_board("aa.b/b.../..../....", 0);
  ASSERT_TRUE(position);
  std::vector<Cell> line;
  for (const Step& step : rules.steps(*position, {2, 9})) {
    EXPECT_EQ(step.piece, (Piece{PieceKind::Stone, 0, 1}));
    if (step.kind == StepKind::Line) line.push_back(step.to);
  }
  EXPECT_THAT(line, ElementsAre(0, 1, 2));
}

struct BadBoard {
  std::string_view text;
  Player side;
  std::size_t position;
  std::string_view expected;
};

TEST(RowRules, SaysWhatIsWrongWithABoard) {
  const Pairs rules(small_game(Edges::Closed, 2));
  for (const BadBoard& bad : std::vector<BadBoard>{
           {"", 0, 0, "'.' or one of 'ab'"},
           {"c.../..../..../....", 0, 0, "'.' or one of 'ab'"},
           {"..../..A./..../....", 0, 7, "'.' or one of 'ab'"},
           {".....", 0, 4, "'/' and the next row"},
           {"..../..../..../...", 0, 18, "'.' or one of 'ab'"},
           {"..../..../..../..../", 0, 19, "the end of the board"},
           {"a.../..../..../....", 0, 19, "an even number of free fields"},
           {"aaa./b.../..../....", 0, 19, "no finished row of Ann when Bob moved last"},
       }) {
    const auto position = rules.parse_board(bad.text, bad.side);
    ASSERT_FALSE(position) << bad.text;
    EXPECT_EQ(position.error(), (ParseError{bad.position, std::string(bad.expected)}));
  }
  EXPECT_EQ(rules.outcome(rules.parse_board("aaa./b.../..../....", 1).value()), Outcome::win(0));
}

TEST(RowRules, RandomMovesAreUniform) {
  const Pairs rules(small_game(Edges::Closed, 2));
  const auto position = rules.parse_board("abab/abab/baba/....", 0);
  ASSERT_TRUE(position);
  ASSERT_EQ(rules.move_count(*position), 6u);
  std::map<Move, int> counts;
  Random random(1);
  for (int draw = 0; draw < 6000; ++draw) ++counts[rules.random_move(*position, random)];
  EXPECT_EQ(counts.size(), 6u);
  for (const auto& [move, count] : counts) EXPECT_NEAR(count, 1000, 150);
}

TEST(Perft, CountsMoveSequences) {
  const Pairs rules(small_game(Edges::Torus, 3));
  EXPECT_EQ(perft(rules, rules.start(), 0), 1u);
  EXPECT_EQ(perft(rules, rules.start(), 1), 120u);
  EXPECT_EQ(perft(rules, rules.start(), 2), 120u * 91u);
  // Two of the 15 moves win, along diagonals; those games are not extended.
  EXPECT_EQ(perft(rules, rules.parse_board("aabb/ccaa/bb../....", 2).value(), 2), 13u * 6u);
}

}  // namespace
}  // namespace spielwerk
