#include "arena/tally.h"

#include <gtest/gtest.h>

namespace spielwerk::arena {
namespace {

Tally tally_of(int wins, int draws, int losses) {
  return {.wins = wins, .draws = draws, .losses = losses};
}

TEST(Tally, CountsPoints) {
  Tally tally;
  for (const double score : {1.0, 1.0, 0.5, 0.0}) tally.add(score);
  EXPECT_EQ(tally.wins, 2);
  EXPECT_EQ(tally.draws, 1);
  EXPECT_EQ(tally.losses, 1);
  EXPECT_DOUBLE_EQ(tally.share(), 0.625);
}

TEST(Tally, EloOfKnownShares) {
  // 10/11 of the points are 400 Elo, by definition.
  EXPECT_NEAR(elo_difference(tally_of(100, 0, 10)).difference, 400, 0.01);
  EXPECT_NEAR(elo_difference(tally_of(50, 0, 50)).difference, 0, 0.01);
  EXPECT_NEAR(elo_difference(tally_of(10, 0, 100)).difference, -400, 0.01);
}

TEST(Tally, TheIntervalNarrowsWithGamesAndDraws) {
  const auto width = [](const Tally& tally) {
    const EloDifference elo = elo_difference(tally);
    EXPECT_LE(elo.low, elo.difference);
    EXPECT_GE(elo.high, elo.difference);
    return elo.high - elo.low;
  };
  EXPECT_LT(width(tally_of(600, 0, 400)), width(tally_of(60, 0, 40)));
  EXPECT_LT(width(tally_of(20, 80, 0)), width(tally_of(60, 0, 40)));
  // One standard deviation of 100 fair coin flips is 5 %.
  EXPECT_NEAR(tally_of(50, 0, 50).share_error(), 1.96 * 0.05, 1e-9);
}

TEST(Tally, AllWinsAreNotInfinitelyStronger) {
  EXPECT_NEAR(elo_difference(tally_of(100, 0, 0)).difference, 919.5, 0.5);
  EXPECT_EQ(print_tally(tally_of(3, 1, 0)), "+3 =1 -0  87.5 %  Elo +338 (+117 .. +338)");
}

TEST(Tally, ADrawOfThreeIsAThird) {
  Tally tally{.players = 3};
  EXPECT_DOUBLE_EQ(tally.share(), 1.0 / 3);
  for (const double score : {1.0, 1.0 / 3, 0.0, 0.0}) tally.add(score);
  EXPECT_EQ(tally.draws, 1);
  EXPECT_DOUBLE_EQ(tally.share(), 1.0 / 3);
  EXPECT_EQ(print_tally(tally), "+1 =1 -2  33.3 % ± 40.0, an equal part is 33.3 %");
}

}  // namespace
}  // namespace spielwerk::arena
