// Outcomes: shares and texts.
#include "core/outcome.h"

#include <gtest/gtest.h>

#include <vector>

namespace spielwerk {
namespace {

std::vector<Outcome> all_outcomes(int players) {
  std::vector<Outcome> outcomes{Outcome::ongoing(), Outcome::draw()};
  for (int player = 0; player < players; ++player) {
    outcomes.push_back(Outcome::win(static_cast<Player>(player)));
  }
  return outcomes;
}

TEST(Outcome, HasOneTextEach) {
  EXPECT_EQ(print_outcome(Outcome::ongoing(), 2), "*");
  EXPECT_EQ(print_outcome(Outcome::win(0), 2), "1-0");
  EXPECT_EQ(print_outcome(Outcome::win(1), 2), "0-1");
  EXPECT_EQ(print_outcome(Outcome::draw(), 2), "1/2-1/2");
  EXPECT_EQ(print_outcome(Outcome::win(2), 3), "0-0-1");
  EXPECT_EQ(print_outcome(Outcome::draw(), 4), "1/4-1/4-1/4-1/4");
}

TEST(Outcome, ReadsWhatItPrints) {
  for (int players = 2; players <= kMaxPlayers; ++players) {
    for (const Outcome outcome : all_outcomes(players)) {
      EXPECT_EQ(parse_outcome(print_outcome(outcome, players), players), outcome);
    }
  }
}

TEST(Outcome, RefusesOtherTexts) {
  for (const std::string_view text :
       {"", "1", "1-1", "0-0", "1-0 ", "2-0", "1-0-0", "1/3-1/3-1/3"}) {
    const auto outcome = parse_outcome(text, 2);
    ASSERT_FALSE(outcome) << text;
    EXPECT_EQ(outcome.error(), (ParseError{0, "a result such as 1-0, 1/2-1/2 or *"}));
  }
}

TEST(Outcome, SharesOfAFinishedGameAddUpToOne) {
  for (int players = 2; players <= kMaxPlayers; ++players) {
    for (const Outcome outcome : all_outcomes(players)) {
      double sum = 0;
      for (int player = 0; player < players; ++player) {
        sum += outcome.share(static_cast<Player>(player), players);
      }
      EXPECT_DOUBLE_EQ(sum, outcome.is_over() ? 1.0 : 0.0);
    }
  }
  EXPECT_EQ(Outcome::win(1).share(1, 3), 1.0);
  EXPECT_EQ(Outcome::win(1).share(0, 3), 0.0);
}

TEST(Outcome, KnowsItsKind) {
  EXPECT_FALSE(Outcome().is_over());
  EXPECT_EQ(Outcome(), Outcome::ongoing());
  EXPECT_TRUE(Outcome::draw().is_draw());
  EXPECT_FALSE(Outcome::draw().is_win());
  EXPECT_TRUE(Outcome::win(3).is_win());
  EXPECT_EQ(Outcome::win(3).winner(), 3);
  EXPECT_EQ(Outcome::draw().winner(), kNoPlayer);
  EXPECT_NE(Outcome::win(0), Outcome::win(1));
}

}  // namespace
}  // namespace spielwerk
