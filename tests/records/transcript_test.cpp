// Transcripts come in and go out.
#include "records/transcript.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "games/all_games.h"
#include "tests/support/random_games.h"
#include "tests/support/reading.h"

namespace spielwerk {
namespace {

Game othello() { return *all_games().parse("othello:8x8"); }

// White has no stone left after the fifth move of Black: the shortest of all games.
constexpr std::string_view kWipeOut = "f5d6c5f4e7f6g5e6e3";

bool makes_pass(const Position& position, Move move) {
  const std::vector<Step> steps = position.steps(move);
  return std::any_of(steps.begin(), steps.end(),
                     [](const Step& step) { return step.kind == StepKind::Pass; });
}

TEST(Transcript, ReadsEveryWayOfWriting) {
  const auto plain = parse_transcript(all_games(), "f5d6c3");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->moves.size(), 3u);
  EXPECT_EQ(plain->result, Outcome::ongoing());
  EXPECT_EQ(print_transcript(all_games(), *plain), "f5d6c3");
  for (const std::string_view text : {"F5D6C3", " f5 D6\tc3 ", "f5 d6c3"}) {
    const auto other = parse_transcript(all_games(), text);
    ASSERT_TRUE(other) << text;
    EXPECT_EQ(*other, *plain);
  }
}

TEST(Transcript, TakesTheResultFromTheRules) {
  const auto record = parse_transcript(all_games(), kWipeOut);
  ASSERT_TRUE(record) << record.error().reason << record.error().location.column;
  EXPECT_EQ(record->result, Outcome::win(0));
}

struct Mistake {
  std::string_view text;
  std::size_t column;
  std::string_view reason;
  std::size_t moves;
};

TEST(Transcript, SaysWhatIsWrongWhere) {
  for (const Mistake& mistake : {
           Mistake{"f5d6x3", 5, "expected a field from a1 to h8, found 'x3'", 2},
           Mistake{"f5d6c9", 5, "expected a field from a1 to h8, found 'c9'", 2},
           Mistake{"f5 d", 4, "expected a field from a1 to h8, found 'd'", 1},
           Mistake{"f5 --", 4, "nobody has to pass here", 1},
           Mistake{"f5d6f5", 5, "f5 is not possible: F5 is occupied", 2},
       }) {
    const auto record = parse_transcript(all_games(), mistake.text);
    ASSERT_FALSE(record) << mistake.text;
    EXPECT_EQ(record.error().location, (SourceLocation{1, mistake.column})) << mistake.text;
    EXPECT_EQ(record.error().reason, mistake.reason);
    ASSERT_TRUE(record.error().partial);
    EXPECT_EQ(record.error().partial->moves.size(), mistake.moves);
  }
}

/// Random games, with every pass of the rules written in one of the ways.
TEST(Transcript, RoundTripsRandomGamesWithAndWithoutPasses) {
  Random random(11);
  int passes = 0;
  for (int count = 0; count < 200; ++count) {
    const Record record = test::random_game(othello(), random, 60);
    const auto text = print_transcript(all_games(), record);
    ASSERT_TRUE(text);
    const auto read = parse_transcript(all_games(), *text);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, record);

    std::string with_passes;
    Position position = record.start;
    for (const RecordedMove& each : record.moves) {
      with_passes += record.game.print_move(each.move);
      if (makes_pass(position, each.move)) {
        static constexpr std::array<std::string_view, 4> kWays{"--", "pa", "PS", " -- "};
        with_passes += kWays[static_cast<std::size_t>(passes++) % kWays.size()];
      }
      position.play(each.move);
    }
    const auto read_with_passes = parse_transcript(all_games(), with_passes);
    ASSERT_TRUE(read_with_passes) << with_passes << read_with_passes.error().reason;
    EXPECT_EQ(*read_with_passes, record);
  }
  EXPECT_GT(passes, 20);
}

TEST(Transcript, RefusesAPassTwice) {
  Random random(12);
  std::string text;
  for (bool passed = false; !passed;) {
    text.clear();
    Position position = othello().start();
    while (!passed && !position.outcome().is_over()) {
      const Move move = position.random_move(random);
      passed = makes_pass(position, move);
      position.play(move);
      text += othello().print_move(move);
    }
  }
  EXPECT_TRUE(parse_transcript(all_games(), text + "--"));
  const auto twice = parse_transcript(all_games(), text + "--pa");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().reason, "nobody has to pass here");
  EXPECT_EQ(twice.error().location, (SourceLocation{1, text.size() + 3}));
}

TEST(Transcript, IsOnlyForOrdinaryGames) {
  EXPECT_EQ(print_transcript(all_games(), Record(*all_games().parse("tictactoe"))).error(),
            "only games of othello:8x8 have a transcript, this is tictactoe:3x3");
  Record later = *parse_transcript(all_games(), "f5d6");
  later.start = later.final_position();
  EXPECT_EQ(print_transcript(all_games(), later).error(),
            "a transcript begins at the start position, this game elsewhere");
  EXPECT_EQ(print_transcript(all_games(), Record(othello())).error(),
            "a game without moves has no transcript");
}

TEST(Transcript, ComesManyToAFileAndIsRecognised) {
  const auto results = test::read_all("\nf5d6c3\r\n\r\n  f5x1 f5\nF5", RecordFormat::Auto);
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0]->moves.size(), 3u);
  ASSERT_FALSE(results[1]);
  EXPECT_EQ(results[1].error().location, (SourceLocation{4, 5}));
  EXPECT_EQ(results[2]->moves.size(), 1u);
  EXPECT_TRUE(test::read_all(" [Game \"othello\"] *", RecordFormat::Auto)[0]);
}

}  // namespace
}  // namespace spielwerk
