#include "arena/match.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <stdexcept>
#include <thread>

#include "games/all_games.h"
#include "tests/support/bounded.h"
#include "tests/support/players.h"

namespace spielwerk::arena {
namespace {

Game game_of(std::string_view text) { return *all_games().parse(text); }

PlayerFactory player(const Game& game, std::string text) {
  return [&game, text = std::move(text)](std::uint64_t seed) {
    return test::make_player(game, text, {.seed = seed});
  };
}

PlayerFactory puppet(test::ScriptedPlayer::Act act) {
  return
      [act = std::move(act)](std::uint64_t) { return std::make_unique<test::ScriptedPlayer>(act); };
}

using Games = std::map<int, MatchGame>;

std::pair<MatchResult, Games> play(const Game& game, const std::array<PlayerFactory, 2>& players,
                                   const MatchSettings& settings) {
  Games games;
  const auto result = play_match(
      game, players, settings, {},
      [&](const MatchGame& played, const MatchResult&) { games.emplace(played.number, played); });
  return {result, std::move(games)};
}

TEST(Match, PairsShareTheOpeningAndSwapSeats) {
  const Game game = game_of("othello");
  const auto [result, games] = play(game, {player(game, "random"), puppet([](const Position& at) {
                                             return Choice{.move = at.moves().front()};
                                           })},
                                    {.games = 20});
  EXPECT_EQ(result.total.games(), 20);
  EXPECT_EQ(result.by_seat[0].games(), 10);
  ASSERT_EQ(games.size(), 20u);
  for (int pair = 0; pair < 10; ++pair) {
    const auto opening = random_opening(game, {.games = 20}, pair);
    EXPECT_GE(opening.size(), 2u);
    EXPECT_LE(opening.size(), 4u);
    for (const int number : {2 * pair, 2 * pair + 1}) {
      const Record& record = games.at(number).record;
      for (std::size_t ply = 0; ply < opening.size(); ++ply) {
        EXPECT_EQ(record.moves[ply].move, opening[ply]);
      }
      EXPECT_EQ(record.tag(number % 2 == 0 ? "Player1" : "Player2"), "random");
      EXPECT_EQ(record.result, record.final_position().outcome());
      const Player seat = static_cast<Player>(number % 2);
      EXPECT_EQ(games.at(number).score, record.result.share(seat, 2));
    }
  }
}

TEST(Match, WithMoreThanTwoTheFirstPlayerTakesEachSeatInTurn) {
  const Game game = game_of("connect6:18,players=3");
  const auto [result, games] =
      play(game, {player(game, "max@nodes=200"), player(game, "random")}, {.games = 6});
  ASSERT_EQ(games.size(), 6u);
  EXPECT_EQ(result.total.players, 3);
  for (std::size_t seat = 0; seat < 3; ++seat) EXPECT_EQ(result.by_seat[seat].games(), 2);
  for (const auto& [number, played] : games) {
    const int seat = number % 3;
    for (int each = 0; each < 3; ++each) {
      EXPECT_EQ(played.record.tag("Player" + std::to_string(each + 1)),
                each == seat ? "max@nodes=200" : "random");
    }
    const auto opening = random_opening(game, {.games = 6}, number / 3);
    for (std::size_t ply = 0; ply < opening.size(); ++ply) {
      EXPECT_EQ(played.record.moves[ply].move, opening[ply]);
    }
    EXPECT_EQ(played.score, played.record.result.share(static_cast<Player>(seat), 3));
  }
  EXPECT_GE(result.total.wins, 5);
}

TEST(Match, WithMoreThanTwoWhoFailsLosesToTheOtherOne) {
  const Game game = game_of("connect6:18,players=3");
  const auto resigns = puppet([](const Position&) { return Choice{.move = std::nullopt}; });
  const auto [lost, lost_games] = play(game, {resigns, player(game, "random")}, {.games = 3});
  EXPECT_EQ(lost.total.losses, 3);
  const auto [won, won_games] = play(game, {player(game, "random"), resigns}, {.games = 3});
  EXPECT_EQ(won.total.wins, 3);
}

TEST(Match, TheSeedDecidesEverythingAndThreadsNothing) {
  const Game game = game_of("kaskade");
  const std::array players{player(game, "random"), player(game, "random")};
  const auto one = play(game, players, {.games = 12, .seed = 5}).second;
  const auto two = play(game, players, {.games = 12, .seed = 5, .concurrency = 2}).second;
  const auto other = play(game, players, {.games = 12, .seed = 6}).second;
  bool differs = false;
  for (int number = 0; number < 12; ++number) {
    EXPECT_EQ(one.at(number).record, two.at(number).record);
    differs = differs || !(one.at(number).record == other.at(number).record);
  }
  EXPECT_TRUE(differs);
}

TEST(Match, AnIllegalMoveLoses) {
  const Game game = game_of("tictactoe");
  const auto [result, games] =
      play(game,
           {puppet([](const Position&) { return Choice{.move = Move{}}; }), player(game, "random")},
           {.games = 4});
  EXPECT_EQ(result.total.losses, 4);
  EXPECT_EQ(result.illegal, 4);
  EXPECT_EQ(games.at(0).ending, Ending::Illegal);
  EXPECT_EQ(games.at(0).record.tag("Termination"), "illegal move");
  EXPECT_EQ(games.at(0).trouble, "puppet: there is no such field on the board");
}

TEST(Match, AFailingPlayerLoses) {
  const Game game = game_of("tictactoe");
  const auto [result, games] = play(game, {player(game, "random"), puppet([](const Position&) {
                                             return failed("the connection is lost");
                                           })},
                                    {.games = 2});
  EXPECT_EQ(result.total.wins, 2);
  EXPECT_EQ(result.failures, 2);
  EXPECT_EQ(games.at(1).trouble, "puppet: the connection is lost");
}

TEST(Match, WhoResignsLoses) {
  const Game game = game_of("tictactoe");
  const auto [result, games] =
      play(game, {player(game, "random"), puppet([](const Position&) { return Choice{}; })},
           {.games = 2});
  EXPECT_EQ(result.total.wins, 2);
  EXPECT_EQ(result.failures + result.illegal, 0);
  EXPECT_EQ(games.at(0).record.tag("Termination"), "resignation");
  EXPECT_EQ(games.at(0).trouble, "");
}

TEST(Match, EndlessGamesAreDrawn) {
  const Game game = game_of("towerwars:26");
  const auto [result, games] =
      play(game, {player(game, "random"), player(game, "random")}, {.games = 2, .max_plies = 30});
  EXPECT_EQ(result.total.draws, 2);
  EXPECT_EQ(result.too_long, 2);
  EXPECT_EQ(games.at(0).record.moves.size(), 30u);
}

TEST(Match, CanBeStopped) {
  const Game game = game_of("tictactoe");
  std::stop_source stop;
  int finished = 0;
  play_match(game, {player(game, "random"), player(game, "random")}, {.games = 1'000'000},
             stop.get_token(), [&](const MatchGame&, const MatchResult&) {
               if (++finished == 3) stop.request_stop();
             });
  EXPECT_EQ(finished, 3);
}

TEST(Match, WhoObservesHoldsUpNoOtherGame) {
  EXPECT_TRUE(test::ends([] {
    const Game game = game_of("tictactoe");
    std::atomic<int> begun = 0;
    const PlayerFactory counted = [&](std::uint64_t seed) {
      ++begun;
      return test::make_player(game, "random", {.seed = seed});
    };
    int observed = 0;
    play_match(game, {counted, player(game, "random")}, {.games = 20, .concurrency = 2}, {},
               [&](const MatchGame&, const MatchResult& so_far) {
                 EXPECT_EQ(so_far.total.games(), ++observed);
                 // The first one is told only when the other thread has gone on for long.
                 while (observed == 1 && begun < 10) std::this_thread::yield();
               });
    EXPECT_EQ(observed, 20);
  }));
}

}  // namespace
}  // namespace spielwerk::arena
