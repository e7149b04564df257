// Scores: exact and estimated, and their texts.
#include "core/score.h"

#include <gtest/gtest.h>

namespace spielwerk {
namespace {

TEST(Score, HasATextForEachKind) {
  EXPECT_EQ(print_score(Score::estimate(0.625)), "0.625");
  EXPECT_EQ(print_score(Score::estimate(0)), "0.000");
  EXPECT_EQ(print_score(Score::estimate(1)), "1.000");
  EXPECT_EQ(print_score(Score::win_in(5)), "win:5");
  EXPECT_EQ(print_score(Score::loss_in(0)), "loss:0");
  EXPECT_EQ(print_score(Score::draw()), "draw");
}

TEST(Score, ReadsWhatItPrints) {
  for (int thousandths = 0; thousandths <= 1000; ++thousandths) {
    const std::string text = print_score(Score::estimate(thousandths / 1000.0));
    const auto score = parse_score(text);
    ASSERT_TRUE(score) << text;
    EXPECT_EQ(score->kind(), Score::Kind::Estimate);
    EXPECT_EQ(print_score(*score), text);
    EXPECT_DOUBLE_EQ(score->expected(), thousandths / 1000.0);
  }
  for (const Score score : {Score::win_in(0), Score::win_in(99'999), Score::loss_in(1),
                            Score::loss_in(100'000), Score::draw()}) {
    EXPECT_EQ(parse_score(print_score(score)), score);
  }
}

TEST(Score, RefusesOtherTexts) {
  for (const std::string_view text :
       {"",      "0",      "1",      "0.5",    "0.50",   "0.5000",  "1.001",
        "2.000", "-0.500", "0,500",  " 0.500", "0.500 ", "00.500x", "win",
        "win:",  "win:-1", "win:5x", "loss:",  "Draw",   "draws",   "win:100001"}) {
    EXPECT_FALSE(parse_score(text)) << text;
  }
  EXPECT_EQ(parse_score("win:x").error(), (ParseError{4, "a number of plies from 0 to 100000"}));
  EXPECT_EQ(parse_score("7").error().position, 0u);
}

TEST(Score, KnowsWhatItIsWorth) {
  EXPECT_TRUE(Score::win_in(3).is_exact());
  EXPECT_FALSE(Score::estimate(1.0).is_exact());
  EXPECT_EQ(Score::win_in(3).expected(), 1.0);
  EXPECT_EQ(Score::loss_in(3).expected(), 0.0);
  EXPECT_EQ(Score::draw().expected(), 0.5);
  EXPECT_EQ(Score::loss_in(3).plies(), 3);
  EXPECT_NE(Score::win_in(3), Score::win_in(4));
}

}  // namespace
}  // namespace spielwerk
