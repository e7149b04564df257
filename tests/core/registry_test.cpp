// Finding games by their texts, and what goes wrong with wrong ones.
#include "core/registry.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "games/connect6/rules.h"
#include "games/tictactoe/rules.h"

namespace spielwerk {
namespace {

Registry two_games() { return Registry({connect6::description(), tictactoe::description()}); }

TEST(Registry, FindsGamesByName) {
  const Registry registry = two_games();
  ASSERT_EQ(registry.games().size(), 2u);
  EXPECT_EQ(registry.find("tictactoe"), registry.games()[1].get());
  EXPECT_EQ(registry.find("TicTacToe"), nullptr);
  EXPECT_EQ(registry.find(""), nullptr);
}

TEST(Registry, ReadsGamesWithAndWithoutVariant) {
  const Registry registry = two_games();
  EXPECT_EQ(registry.parse("connect6").value().text(), "connect6:18");
  EXPECT_EQ(registry.parse("connect6:").value().text(), "connect6:18");
  EXPECT_EQ(registry.parse("connect6:players=4,edges=torus").value().text(),
            "connect6:18,edges=torus,players=4");
  EXPECT_EQ(registry.parse("tictactoe:5x6,k=4").value().variant_text(), "5x6,k=4");
}

TEST(Registry, RulesAreSharedByWhoeverPlaysThem) {
  const Registry registry = two_games();
  auto game = registry.parse("tictactoe:5x6,k=4").value();
  const Game other = registry.parse("tictactoe:5x6,k=4").value();
  EXPECT_EQ(&game.geometry(), &other.geometry());
  EXPECT_NE(&game.geometry(), &registry.parse("tictactoe:5x6,k=5").value().geometry());
  // Whoever had it first may go.
  game = registry.parse("connect6").value();
  EXPECT_EQ(&other.geometry(), &registry.parse("tictactoe:5x6,k=4").value().geometry());
  const Game::Weak weak(registry.parse("tictactoe:4x4").value());
  EXPECT_TRUE(weak.is_gone());
  EXPECT_FALSE(weak.lock());
  EXPECT_EQ(registry.parse("tictactoe:4x4").value().name(), "tictactoe");
}

struct BadText {
  std::string_view text;
  std::string_view message;
};

TEST(Registry, SaysWhatIsWrongWithAText) {
  const Registry registry = two_games();
  for (const BadText& bad : std::vector<BadText>{
           {"", "expected a game: connect6, tictactoe"},
           {"chess", "expected a game: connect6, tictactoe at character 1, found 'chess'"},
           {" connect6", "expected a game: connect6, tictactoe at character 1, found ' connect6'"},
           {"connect6:19", "expected size 18|20 at character 10, found '19'"},
           {"connect6:18,players=5", "expected players 2..4 at character 21, found '5'"},
           {"tictactoe:3x11", "expected columns 3..10 at character 13, found '11'"},
           {"tictactoe:4x3,k=4",
            "expected k from 3 to 3, as long as the shorter side of 4x3 at character 17, found "
            "'4'"},
       }) {
    const auto game = registry.parse(bad.text);
    ASSERT_FALSE(game) << bad.text;
    EXPECT_EQ(game.error().message(bad.text), bad.message);
  }
}

TEST(Registry, GamesOutliveTheTextTheyWereReadFrom) {
  const Registry registry = two_games();
  Position position = [&] {
    const std::string text = "tictactoe:3x3";
    return registry.parse(text).value().start();
  }();
  position.play({4, kNoCell});
  EXPECT_EQ(position.text(), ".../.X./...:O");
}

}  // namespace
}  // namespace spielwerk
