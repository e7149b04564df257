#include "players/player_text.h"

#include <gtest/gtest.h>

#include "games/all_games.h"

namespace spielwerk {
namespace {

Game game_of(std::string_view text) { return *all_games().parse(text); }

TEST(PlayerText, EveryGameHasTheEngineAndItsLevels) {
  for (const auto& description : all_games().games()) {
    const Game game = game_of(description->name);
    EXPECT_EQ(description->levels.size(), 8u) << description->name;
    for (const char* text : {"random", "max", "level:1", "level:9", "max@200ms", "level:3@50ms",
                             "custom:depth=2,nodes=100,lines=3,noise=0.5", "max@nodes=100", "mcts",
                             "mcts@20ms", "mcts@nodes=500"}) {
      const auto player = make_player(game, text, {});
      ASSERT_TRUE(player) << player.error().message(text);
      EXPECT_EQ((*player)->name(), text);
      const Position start = game.start();
      EXPECT_TRUE(start.is_legal((*player)->choose(start, {.nodes = 300}, {}).move));
    }
  }
}

TEST(PlayerText, SaysWhatWasExpected) {
  const Game game = game_of("kaskade");
  const auto error = [&](std::string_view text) {
    return make_player(game, text, {}).error().message(text);
  };
  EXPECT_FALSE(make_player(game, "level:0", {}));
  EXPECT_FALSE(make_player(game, "level:10", {}));
  EXPECT_FALSE(make_player(game, "level:5x", {}));
  EXPECT_FALSE(make_player(game, "max@", {}));
  EXPECT_FALSE(make_player(game, "max@5", {}));
  EXPECT_FALSE(make_player(game, "custom:noise=-1", {}));
  EXPECT_FALSE(make_player(game, "custom:depth=3,", {}));
  EXPECT_FALSE(make_player(game, "simple:depth=banana", {}));
  EXPECT_NE(error("bogus").find("random, max, level:1 to level:9, mcts, simple"),
            std::string::npos);
}

TEST(PlayerText, TheSeedDecidesALevelsMoves) {
  const Game game = game_of("othello");
  const auto moves = [&](std::uint64_t seed) {
    auto player = *make_player(game, "level:1", {.seed = seed});
    Position position = game.start();
    std::vector<Move> chosen;
    for (int ply = 0; ply < 20; ++ply) {
      chosen.push_back(player->choose(position, {}, {}).move);
      position.play(chosen.back());
    }
    return chosen;
  };
  EXPECT_EQ(moves(1), moves(1));
  EXPECT_NE(moves(1), moves(2));
}

}  // namespace
}  // namespace spielwerk
