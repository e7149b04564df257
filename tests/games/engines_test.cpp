// What every engine promises, whatever its game: legal moves, the same answer twice, punctuality,
// and levels that do not play like fools.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/engine.h"
#include "games/all_games.h"
#include "players/player_text.h"
#include "tests/support/random_games.h"

namespace spielwerk {
namespace {

using test::random_position_within;

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

Game game_of(std::string_view text) { return *all_games().parse(text); }

struct Thinker {
  const char* game;
  /// Whether it knows nothing but the rules.
  bool is_general = false;
  friend void PrintTo(const Thinker& thinker, std::ostream* out) { *out << thinker.game; }
};

class Engines : public testing::TestWithParam<Thinker> {
 protected:
  const Game game_ = game_of(GetParam().game);
  std::unique_ptr<Engine> engine(const EngineSettings& settings = {.table_megabytes = 2}) const {
    return GetParam().is_general ? game_.make_general_engine(settings)
                                 : game_.make_engine(settings);
  }
};

TEST_P(Engines, EveryLineIsPlayable) {
  const auto engine = this->engine();
  Random random(1);
  for (int round = 0; round < 30; ++round) {
    const Position position = random_position_within(game_, 80, random);
    const auto report = engine->search(position, {.nodes = 300, .lines = 1 + round % 3}, {}, {});
    ASSERT_FALSE(report.lines.empty());
    for (const Line& line : report.lines) {
      Position next = position;
      for (const Move move : line.moves) {
        ASSERT_TRUE(next.is_legal(move)) << position.text() << ' ' << game_.print_move(move);
        next.play(move);
      }
    }
  }
}

TEST_P(Engines, TheSameNodesGiveTheSameAnswer) {
  Random random(2);
  const auto used = engine();
  for (int round = 0; round < 6; ++round) {
    const Position position = random_position_within(game_, 30, random);
    const SearchLimits limits{.nodes = 1'500};
    const auto fresh = engine()->search(position, limits, {}, {});
    for (int again = 0; again < 2; ++again) {
      const auto report = used->search(position, limits, {}, {});
      EXPECT_EQ(report.nodes, fresh.nodes) << position.text();
      EXPECT_EQ(report.score(), fresh.score());
      EXPECT_EQ(report.best(), fresh.best());
      EXPECT_EQ(report.depth, fresh.depth);
    }
  }
}

TEST_P(Engines, SeveralThreadsAgreeOnLegalMoves) {
  const auto engine = this->engine({.table_megabytes = 2, .threads = 3});
  Random random(3);
  for (int round = 0; round < 5; ++round) {
    const Position position = random_position_within(game_, 40, random);
    EXPECT_TRUE(position.is_legal(engine->search(position, {.nodes = 3'000}, {}, {}).best()));
  }
}

TEST_P(Engines, AnswerInTime) {
  const auto engine = this->engine();
  Random random(4);
  for (int round = 0; round < 3; ++round) {
    const Position position = random_position_within(game_, 40, random);
    // The machine may be busy with other things: the best of several tries counts.
    double best = 1e9;
    for (int attempt = 0; attempt < 10 && best > 70; ++attempt) {
      const auto begin = SteadyClock::now();
      engine->search(position, {.move_time = milliseconds(50)}, {}, {});
      best = std::min(
          best, std::chrono::duration<double, std::milli>(SteadyClock::now() - begin).count());
    }
    EXPECT_LE(best, 70) << position.text();
  }
}

TEST_P(Engines, StopAtOnce) {
  const auto engine = this->engine();
  double best = 1e9;
  for (int attempt = 0; attempt < 10 && best > 20; ++attempt) {
    std::stop_source stop;
    SteadyClock::time_point asked{};
    std::jthread stopper([&] {
      std::this_thread::sleep_for(milliseconds(10));
      asked = SteadyClock::now();
      stop.request_stop();
    });
    engine->search(game_.start(), {}, stop.get_token(), {});
    const auto end = SteadyClock::now();
    stopper.join();
    best = std::min(best, std::chrono::duration<double, std::milli>(end - asked).count());
  }
  EXPECT_LE(best, 20);
}

std::string name_of(const testing::TestParamInfo<Thinker>& test_info) {
  std::string name = test_info.param.game;
  std::replace_if(name.begin(), name.end(), [](char each) { return std::isalnum(each) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Variants, Engines,
                         testing::ValuesIn(std::vector<Thinker>{{"connect6:18"},
                                                                {"connect6:20,edges=torus"},
                                                                {"connect6:18,players=3"},
                                                                {"kaskade:3x3"},
                                                                {"kaskade:6x6"},
                                                                {"kaskade:10x10"},
                                                                {"kaskade:20x20"},
                                                                {"othello:4x4"},
                                                                {"othello:8x8"},
                                                                {"othello:8x8,holes=C3:C6"},
                                                                {"othello:10x10"},
                                                                {"othello:18x18"},
                                                                {"tictactoe:3x3"},
                                                                {"tictactoe:5x6,k=4"},
                                                                {"tictactoe:10x10,k=5"},
                                                                {"towerwars:4"},
                                                                {"towerwars:8"},
                                                                {"towerwars:12"}}),
                         name_of);

INSTANTIATE_TEST_SUITE_P(General, Engines,
                         testing::ValuesIn(std::vector<Thinker>{{"connect6:18", true},
                                                                {"connect6:20,players=4", true},
                                                                {"kaskade:10x10", true},
                                                                {"kaskade:20x20", true},
                                                                {"othello:8x8", true},
                                                                {"othello:18x18", true},
                                                                {"tictactoe:3x3", true},
                                                                {"tictactoe:10x10,k=5", true},
                                                                {"towerwars:8", true},
                                                                {"towerwars:26", true}}),
                         name_of);

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
  for (const auto& game : all_games().games()) {
    ASSERT_EQ(game->levels.size(), std::size_t{kStrongestLevel - kWeakestLevel}) << game->name;
    for (std::size_t index = 0; index < game->levels.size(); ++index) {
      const int level = kWeakestLevel + static_cast<int>(index);
      EXPECT_EQ(game->levels[index].is_careful, level >= kMinCarefulLevel)
          << game->name << ' ' << level;
      if (index == 0) continue;
      EXPECT_GE(game->levels[index].depth, game->levels[index - 1].depth) << game->name;
    }
  }
}

TEST(Levels, FromTheFourthOnNobodyLaughs) {
  for (const char* text : {"kaskade:4x4", "tictactoe:5x6,k=4", "towerwars:5"}) {
    const Game game = game_of(text);
    for (const int level : {4, 6, 8}) {
      const auto player = *make_player(game, "level:" + std::to_string(level), {});
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
          const Move chosen = player->choose(position, {}, {}).move;
          ++(can_win ? wins : threats);
          if (can_win) {
            EXPECT_TRUE(wins_at_once(position, chosen)) << text << level << ' ' << position.text();
          } else {
            EXPECT_TRUE(std::find(safe.begin(), safe.end(), chosen) != safe.end())
                << text << level << ' ' << position.text();
          }
        }
      }
      EXPECT_EQ(wins, 10) << text;
      EXPECT_EQ(threats, 10) << text;
    }
  }
}

}  // namespace
}  // namespace spielwerk
