// The engines of all games keep their contract, and their levels do not play like fools.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>

#include "games/all_games.h"
#include "search/level.h"
#include "tests/support/bare_game.h"
#include "tests/support/engine_contract.h"
#include "tests/support/players.h"
#include "tests/support/random_games.h"

namespace spielwerk {
namespace {

using test::random_position_within;

Game game_of(std::string_view text) { return *all_games().parse(text); }

using test::Engines;

INSTANTIATE_TEST_SUITE_P(
    Variants, Engines,
    testing::ValuesIn(test::engines_of(
        "connect6:18 connect6:20,edges=torus connect6:18,players=3 kaskade:3x3 kaskade:6x6 "
        "kaskade:10x10 kaskade:20x20 othello:4x4 othello:8x8 othello:8x8,holes=C3:C6 "
        "othello:10x10 othello:18x18 tictactoe:3x3 tictactoe:5x6,k=4 tictactoe:10x10,k=5 "
        "towerwars:4 towerwars:8 towerwars:12")),
    test::engine_name);

INSTANTIATE_TEST_SUITE_P(
    General, Engines,
    testing::ValuesIn(test::engines_of(
        "connect6:18 connect6:20,players=4 kaskade:10x10 kaskade:20x20 othello:8x8 othello:18x18 "
        "tictactoe:3x3 tictactoe:10x10,k=5 towerwars:8 towerwars:26",
        true)),
    test::engine_name);

bool wins_at_once(const Position& position, Move move) {
  Position next = position;
  next.play(move);
  return next.outcome().is_win() && next.outcome().winner() == position.side_to_move();
}
bool can_win_at_once(const Position& position) {
  const auto moves = position.moves();
  return std::any_of(moves.begin(), moves.end(),
                     [&](Move move) { return wins_at_once(position, move); });
}

TEST(Levels, EveryGameHasEightBelowTheStrongestAndTheUpperOnesAreCareful) {
  const auto check = [](std::span<const LevelSettings> levels, const std::string& name) {
    ASSERT_EQ(levels.size(), std::size_t{kStrongestLevel - kWeakestLevel}) << name;
    for (std::size_t index = 0; index < levels.size(); ++index) {
      const int level = kWeakestLevel + static_cast<int>(index);
      EXPECT_EQ(levels[index].is_careful, level >= kMinCarefulLevel) << name << ' ' << level;
      if (index == 0) continue;
      EXPECT_GE(levels[index].depth, levels[index - 1].depth) << name;
    }
  };
  for (const auto& game : all_games().games()) check(search::levels_of(*game), game->name);
  const test::BareGame bare("othello");
  check(search::levels_of(bare.game().description()), "without levels");
}

/// What `first` gets in `games` games against `second`.
double share_of(const Game& game, const std::string& first, const std::string& second, int games) {
  double share = 0;
  for (int number = 0; number < games; ++number) {
    const auto seat = static_cast<Player>(number % 2);
    const auto seed = static_cast<std::uint64_t>(number + 1);
    std::array<std::unique_ptr<GamePlayer>, 2> players;
    for (const Player each : {Player{0}, Player{1}}) {
      players[each] = test::make_player(
          game, each == seat ? first : second,
          {.engine = {.table_megabytes = 2, .seed = seed + each}, .seed = seed + each});
    }
    Position position = game.start();
    while (!position.outcome().is_over()) {
      position.play(test::chosen_move(*players[position.side_to_move()], position));
    }
    share += position.outcome().share(seat, 2);
  }
  return share / games;
}

TEST(Levels, OfTheGeneralEngineBeatTheWeakerOnes) {
  const test::BareGame bare("othello:6x6");
  EXPECT_GE(share_of(bare.game(), "level:3", "level:1", 20), 0.65);
  EXPECT_GE(share_of(bare.game(), "level:4", "level:2", 20), 0.65);
  EXPECT_GE(share_of(bare.game(), "level:6", "level:4", 20), 0.65);
}

/// Wins where it can at once, and leaves the opponent no such win where it can.
void expect_care(const Game& game, int level) {
  SCOPED_TRACE(game.text() + " level " + std::to_string(level));
  const auto player = test::make_player(game, "level:" + std::to_string(level));
  Random random(7);
  int wins = 0;
  int threats = 0;
  for (int round = 0; round < 4'000 && (wins < 10 || threats < 10); ++round) {
    const Position position = random_position_within(game, 40, random);
    const bool can_win = can_win_at_once(position);
    std::vector<Move> safe;
    for (const Move move : position.moves()) {
      Position next = position;
      next.play(move);
      if (next.outcome().is_over() || !can_win_at_once(next)) safe.push_back(move);
    }
    const bool must_watch = !can_win && !safe.empty() && safe.size() < position.move_count();
    if ((can_win && wins < 10) || (must_watch && threats < 10)) {
      const Move chosen = test::chosen_move(*player, position);
      ++(can_win ? wins : threats);
      if (can_win) {
        EXPECT_TRUE(wins_at_once(position, chosen)) << position.text();
      } else {
        EXPECT_TRUE(std::find(safe.begin(), safe.end(), chosen) != safe.end()) << position.text();
      }
    }
  }
  EXPECT_EQ(wins, 10);
  EXPECT_EQ(threats, 10);
}

TEST(Levels, FromTheFourthOnNobodyLaughs) {
  for (const char* text : {"kaskade:4x4", "tictactoe:5x6,k=4", "towerwars:5"}) {
    for (const int level : {4, 6, 8}) expect_care(game_of(text), level);
    const test::BareGame bare(text);
    for (const int level : {4, 5, 6}) expect_care(bare.game(), level);
  }
}

}  // namespace
}  // namespace spielwerk
