// The moves of a table: long, shortened, copied, and every position of the game near.
#include "server/tables/move_history.h"

#include <gtest/gtest.h>

#include "tests/support/endless_game.h"

namespace spielwerk::server {
namespace {

TEST(MoveHistory, KnowsEveryPositionOfALongGame) {
  const Record game = test::endless_game("towerwars:4", 1'100);
  MoveHistory history(game.start);
  std::vector<Position> positions{game.start};
  for (const RecordedMove& each : game.moves) {
    Position after = positions.back();
    after.play(each.move);
    history.push_back({each.move, positions.back().side_to_move(), ""}, after);
    positions.push_back(after);
  }
  EXPECT_EQ(history.size(), 1'100u);
  EXPECT_EQ(history.start(), game.start);
  for (const std::size_t count : {0u, 1u, 255u, 256u, 257u, 511u, 512u, 1'024u, 1'099u, 1'100u}) {
    EXPECT_EQ(history.position_at(count), positions[count]) << count;
  }
  const std::vector<PlayedMove> some = history.between(250, 600);
  ASSERT_EQ(some.size(), 350u);
  for (std::size_t index = 0; index < some.size(); ++index) {
    EXPECT_EQ(some[index].move, game.moves[250 + index].move);
  }
  // A copy goes its own way.
  for (const std::size_t count : {1'099u, 1'024u, 600u, 512u, 511u, 256u, 3u, 0u}) {
    MoveHistory shorter = history;
    shorter.shorten(count);
    EXPECT_EQ(shorter.size(), count);
    EXPECT_EQ(shorter.position_at(count), positions[count]) << count;
    EXPECT_EQ(shorter.start(), game.start);
    for (std::size_t index = count; index < 1'100; ++index) {
      shorter.push_back(history[index], positions[index + 1]);
    }
    EXPECT_EQ(shorter.position_at(1'100), positions[1'100]);
    EXPECT_EQ(shorter.back().move, history.back().move);
  }
  EXPECT_EQ(history.size(), 1'100u);
}

}  // namespace
}  // namespace spielwerk::server
