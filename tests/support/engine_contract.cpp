#include "tests/support/engine_contract.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <chrono>
#include <thread>

#include "core/text.h"
#include "games/all_games.h"
#include "tests/support/random_games.h"

namespace spielwerk::test {
namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

}  // namespace

Engines::Engines() : game_(all_games().parse(GetParam().game).value()) {}

std::unique_ptr<Engine> Engines::engine(const EngineSettings& settings) const {
  return GetParam().is_general ? game_.make_general_engine(settings) : game_.make_engine(settings);
}

std::vector<Thinker> engines_of(std::string_view games, bool is_general) {
  std::vector<Thinker> engines;
  for (const std::string_view game : words(games)) {
    engines.push_back({std::string(game), is_general});
  }
  return engines;
}

std::string engine_name(const testing::TestParamInfo<Thinker>& engine) {
  std::string name = engine.param.game;
  std::replace_if(name.begin(), name.end(), [](char each) { return std::isalnum(each) == 0; }, '_');
  return name;
}

// Programs of fewer tests link this too.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Engines);

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
    // Once it has told something of its thoughts, it is in the middle of them.
    std::atomic<bool> is_thinking = false;
    const auto begin_to_stop = [&] {
      is_thinking = true;
      is_thinking.notify_one();
    };
    int reports = 0;
    std::jthread stopper([&] {
      is_thinking.wait(false);
      asked = SteadyClock::now();
      stop.request_stop();
    });
    engine->search(game_.start(), {}, stop.get_token(), [&](const SearchReport&) {
      if (++reports == 3) begin_to_stop();
    });
    const auto end = SteadyClock::now();
    begin_to_stop();
    stopper.join();
    best = std::min(best, std::chrono::duration<double, std::milli>(end - asked).count());
  }
  EXPECT_LE(best, 20);
}

}  // namespace spielwerk::test
