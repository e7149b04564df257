// The general engine plays every game well, and is told about none of them.
#include <gtest/gtest.h>

#include <set>

#include "core/engine.h"
#include "games/all_games.h"
#include "search/level.h"
#include "tests/support/bare_game.h"

namespace spielwerk {
namespace {

Game game_of(std::string_view text) { return *all_games().parse(text); }

/// What the general engine gets against random players; it takes all seats in turn.
double share_against_random(const Game& game, int games, std::uint64_t nodes) {
  const int players = game.players();
  double share = 0;
  for (int number = 0; number < games; ++number) {
    const auto seed = static_cast<std::uint64_t>(number + 1);
    const auto engine = game.make_general_engine({.table_megabytes = 2, .seed = seed});
    Random random(seed);
    const auto seat = static_cast<Player>(number % players);
    Position position = game.start();
    while (!position.outcome().is_over()) {
      position.play(position.side_to_move() == seat
                        ? engine->search(position, {.nodes = nodes}, {}, {}).best()
                        : position.random_move(random));
    }
    share += position.outcome().share(seat, players);
  }
  return share / games;
}

TEST(Mcts, BeatsRandomPlayInEveryGame) {
  for (const auto& description : all_games().games()) {
    const Game game = game_of(description->name);
    EXPECT_GE(share_against_random(game, 40, 2'000), 0.95) << game.text();
  }
}

/// Where everything is a draw it goes where others err.
TEST(Mcts, BeatsRandomPlayAlsoWhereEverythingIsSolved) {
  EXPECT_GE(share_against_random(game_of("tictactoe:3x3"), 40, 500'000), 0.95);
}

TEST(Mcts, BeatsTwoAndThreeRandomPlayers) {
  EXPECT_GE(share_against_random(game_of("connect6:18,players=3"), 6, 10'000), 0.95);
  EXPECT_GE(share_against_random(game_of("connect6:18,players=4"), 4, 10'000), 0.95);
}

TEST(Mcts, NeverLosesTicTacToe) {
  const Game game = game_of("tictactoe:3x3");
  for (int number = 0; number < 80; ++number) {
    const auto seed = static_cast<std::uint64_t>(number + 1);
    const auto mcts = game.make_general_engine({.table_megabytes = 1, .seed = seed});
    const auto strongest = game.make_engine({.table_megabytes = 1, .seed = seed});
    Random random(seed);
    const auto seat = static_cast<Player>(number % 2);
    const bool is_against_random = number >= 40;
    Position position = game.start();
    while (!position.outcome().is_over()) {
      const SearchLimits limits{.nodes = 5'000};
      if (position.side_to_move() == seat) {
        position.play(mcts->search(position, limits, {}, {}).best());
      } else if (is_against_random) {
        position.play(position.random_move(random));
      } else {
        position.play(strongest->search(position, limits, {}, {}).best());
      }
    }
    EXPECT_NE(position.outcome(), Outcome::win(static_cast<Player>(1 - seat))) << position.text();
  }
}

TEST(Mcts, SolvesWhatIsSmall) {
  for (const char* text : {"tictactoe:3x3", "tictactoe:4x4,k=3", "kaskade:3x3", "othello:4x4"}) {
    const Game game = game_of(text);
    const Score exact =
        game.make_engine({.table_megabytes = 2})->solve(game.start(), {}, {}, {}).score();
    const SearchReport report = game.make_general_engine({.table_megabytes = 16})
                                    ->solve(game.start(), {.nodes = 5'000'000}, {}, {});
    EXPECT_EQ(report.score().kind(), exact.kind()) << text;
    // Where it is the margin that counts, an engine may name the end of the game instead.
    EXPECT_LE(report.score().plies(), exact.plies()) << text;
    EXPECT_EQ(static_cast<int>(report.lines.front().moves.size()),
              exact.kind() == Score::Kind::Draw ? report.depth : report.score().plies());
  }
}

TEST(Mcts, SeesAWinAtOnceAndStopsOne) {
  const Game game = game_of("tictactoe:10x10,k=5");
  const auto best = [&](std::initializer_list<const char*> moves) {
    Position at = game.start();
    for (const char* move : moves) at.play(game.parse_move(move).value());
    const auto engine = game.make_general_engine({.table_megabytes = 2});
    return game.print_move(engine->search(at, {.nodes = 40'000}, {}, {}).best());
  };
  EXPECT_EQ(best({"A1", "E5", "A2", "F6", "A3", "D9", "A4", "J1"}), "A5");
  EXPECT_EQ(best({"A1", "E5", "A2", "F6", "A3", "D9", "A4"}), "A5");
}

TEST(Mcts, LinesBeginWithDifferentMoves) {
  for (const char* text : {"connect6:18", "othello", "towerwars"}) {
    const Game game = game_of(text);
    const auto engine = game.make_general_engine({.table_megabytes = 2});
    for (const std::uint64_t nodes : {1u, 100u, 20'000u}) {
      const auto report = engine->search(game.start(), {.nodes = nodes, .lines = 4}, {}, {});
      std::set<Move> first;
      for (const Line& line : report.lines) first.insert(line.moves.front());
      EXPECT_EQ(first.size(), 4u) << text << ' ' << nodes;
    }
  }
}

TEST(Mcts, ADepthIsALimitToo) {
  const Game game = game_of("othello");
  const auto report =
      game.make_general_engine({.table_megabytes = 2})->search(game.start(), {.depth = 3}, {}, {});
  EXPECT_GE(report.depth, 3);
}

TEST(Mcts, GoesOnWhenItsMemoryIsFull) {
  const Game game = game_of("connect6:18");
  const auto report = game.make_general_engine({.table_megabytes = 1})
                          ->search(game.start(), {.nodes = 3'000'000}, {}, {});
  EXPECT_EQ(report.nodes, 3'000'000u);
  EXPECT_GT(report.table_fill, 0.9);
  EXPECT_LE(report.table_fill, 1.0);
}

TEST(Mcts, IsTheEngineOfAGameWithoutKnowledge) {
  const test::BareGame bare("othello:6x6");
  const SearchLimits limits{.nodes = 2'000};
  const Position start = bare.game().start();
  const auto report = bare.game().make_engine({.seed = 3})->search(start, limits, {}, {});
  const auto general = bare.game().make_general_engine({.seed = 3})->search(start, limits, {}, {});
  EXPECT_EQ(report.score(), general.score());
  EXPECT_EQ(report.lines.front().moves, general.lines.front().moves);
  EXPECT_EQ(search::levels_of(bare.game().description()).size(), 8u);
}

}  // namespace
}  // namespace spielwerk
