// Moves are made, taken back and made again, in any order.
#include "app/terminal/played_game.h"

#include <gtest/gtest.h>

#include "games/all_games.h"
#include "tests/support/random_games.h"

namespace spielwerk::test {
namespace {

using app::PlayedGame;

/// A random walk of moves, undo and redo against a plain list of positions.
TEST(PlayedGame, AgreesWithAListOfPositions) {
  for (const std::string& text : game_texts()) {
    const Game game = *all_games().parse(text);
    Random random(5);
    PlayedGame played{Record(game)};
    std::vector<Position> positions{game.start()};
    std::vector<Move> moves;
    std::size_t ply = 0;
    for (int count = 0; count < 120; ++count) {
      const std::uint32_t action = random.below(10);
      if (action == 0) {
        EXPECT_EQ(played.undo(), ply > 0);
        if (ply > 0) --ply;
      } else if (action == 1) {
        EXPECT_EQ(played.redo(), ply + 1 < positions.size());
        if (ply + 1 < positions.size()) ++ply;
      } else if (!positions[ply].outcome().is_over()) {
        const Move move = positions[ply].random_move(random);
        played.play(move);
        moves.resize(ply);
        moves.push_back(move);
        positions.erase(positions.begin() + static_cast<std::ptrdiff_t>(++ply), positions.end());
        positions.push_back(positions.back());
        positions.back().play(move);
      }
      ASSERT_EQ(played.position(), positions[ply]) << text;
      ASSERT_EQ(played.outcome(), positions[ply].outcome());
      ASSERT_EQ(played.record().moves.size(), ply);
      ASSERT_EQ(played.record().final_position(), positions[ply]);
      if (ply > 0) {
        ASSERT_EQ(played.last_move()->move, moves[ply - 1]);
        ASSERT_EQ(played.last_cells().front(), moves[ply - 1].first);
      }
    }
  }
}

TEST(PlayedGame, TakesBackASurrender) {
  PlayedGame played{Record(*all_games().parse("tictactoe"))};
  played.play({0, kNoCell});
  played.surrender();
  EXPECT_TRUE(played.was_given_up());
  EXPECT_EQ(played.outcome(), Outcome::win(0));
  EXPECT_EQ(played.record().tag("Termination"), "surrender");
  EXPECT_TRUE(played.undo());
  EXPECT_FALSE(played.was_given_up());
  EXPECT_EQ(played.record().tag("Termination"), "");
  EXPECT_EQ(played.record().moves.size(), 1u);
  EXPECT_FALSE(played.redo());
}

TEST(PlayedGame, ShowsTheRowThatWon) {
  PlayedGame played{Record(*all_games().parse("tictactoe"))};
  for (const int cell : {0, 3, 1, 4, 2}) played.play({to_cell(cell), kNoCell});
  EXPECT_EQ(played.last_cells(), (std::vector<Cell>{2, 0, 1, 2}));
}

TEST(PlayedGame, ForgetsHowAnEarlierEndCameAboutWhenItGoesOn) {
  Record record(*all_games().parse("tictactoe"));
  record.set_tag("Termination", "abandoned");
  PlayedGame played(record);
  played.play({0, kNoCell});
  EXPECT_EQ(played.record().tag("Termination"), "");
}

}  // namespace
}  // namespace spielwerk::test
