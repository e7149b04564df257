// Computer players that share threads: answers in time, shared time, questions withdrawn.
#include "players/thinking_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>

#include "games/all_games.h"
#include "tests/support/bounded.h"

namespace spielwerk {
namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

Game game_of(std::string_view text) { return *all_games().parse(text); }

/// Asks and waits for all answers.
class Questions {
 public:
  explicit Questions(ThinkingPool& pool) : pool_(pool) {}

  ThinkingPool::Ticket ask(const Game& game, const std::string& player, milliseconds time) {
    const auto begin = SteadyClock::now();
    {
      const std::lock_guard lock(mutex_);
      ++asked_;
    }
    return pool_.ask({game, game.start(), player, {.move_time = time}},
                     [this, begin](const std::expected<Choice, Failure>& choice) {
                       const std::lock_guard lock(mutex_);
                       times_.push_back(SteadyClock::now() - begin);
                       choices_.push_back(choice);
                       changed_.notify_all();
                     });
  }
  bool wait_for_all(seconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [&] { return choices_.size() == asked_; });
  }
  std::size_t answered() {
    const std::lock_guard lock(mutex_);
    return choices_.size();
  }
  const std::vector<std::expected<Choice, Failure>>& choices() const { return choices_; }
  SteadyClock::duration slowest() const { return *std::max_element(times_.begin(), times_.end()); }

 private:
  ThinkingPool& pool_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t asked_ = 0;
  std::vector<std::expected<Choice, Failure>> choices_{};
  std::vector<SteadyClock::duration> times_{};
};

TEST(ThinkingPool, AnswersWithLegalMovesOfAnyGameAndPlayer) {
  ThinkingPool pool({.threads = 2, .table_megabytes = 1});
  Questions questions(pool);
  for (const char* text : {"kaskade:6x6", "othello:8x8", "kaskade:20x20", "towerwars:6"}) {
    for (const char* player : {"max", "level:2", "random"}) {
      questions.ask(game_of(text), player, milliseconds(100));
    }
  }
  ASSERT_TRUE(questions.wait_for_all(seconds(20)));
  for (const auto& choice : questions.choices()) EXPECT_TRUE(choice.has_value());
}

TEST(ThinkingPool, SaysWhatIsWrongWithAPlayer) {
  ThinkingPool pool({.threads = 1, .table_megabytes = 1});
  Questions questions(pool);
  questions.ask(game_of("kaskade"), "level:77", milliseconds(100));
  ASSERT_TRUE(questions.wait_for_all(seconds(20)));
  EXPECT_EQ(questions.choices().front().error().sentence,
            "expected a level from 1 to 9 at character 7, found '77'");
}

TEST(ThinkingPool, ManyQuestionsShareTheTimeOfOne) {
  // One after the other these would take eight seconds.
  ThinkingPool pool({.threads = 1, .table_megabytes = 1});
  Questions questions(pool);
  const Game game = game_of("kaskade:10x10");
  for (int index = 0; index < 20; ++index) questions.ask(game, "max", milliseconds(400));
  ASSERT_TRUE(questions.wait_for_all(seconds(20)));
  // Generous: what is tested is that they share, not how busy this machine is.
  EXPECT_LT(questions.slowest(), seconds(4));
}

TEST(ThinkingPool, ALongThoughtMakesRoomForThoseWhoCome) {
  ThinkingPool pool({.threads = 1, .table_megabytes = 1});
  const Game game = game_of("kaskade:10x10");
  // The best of three tries: the machine may have other things to do.
  SteadyClock::duration slowest = seconds(60);
  for (int tries = 0; tries < 3 && slowest > seconds(2); ++tries) {
    Questions patient(pool);
    patient.ask(game, "max", seconds(60));
    while (pool.load().thinking == 0) std::this_thread::yield();
    Questions hasty(pool);
    for (int index = 0; index < 30; ++index) hasty.ask(game, "max", milliseconds(200));
    ASSERT_TRUE(hasty.wait_for_all(seconds(20)));
    ASSERT_TRUE(patient.wait_for_all(seconds(20)));
    slowest = std::min(slowest, hasty.slowest());
  }
  // One after the other they would take six seconds, and that after the minute of the first.
  EXPECT_LE(slowest, seconds(2));
}

TEST(ThinkingPool, WithdrawnQuestionsAreNotAnswered) {
  ThinkingPool pool({.threads = 1, .table_megabytes = 1});
  Questions kept(pool);
  Questions withdrawn(pool);
  const Game game = game_of("kaskade:10x10");
  const auto running = withdrawn.ask(game, "max", seconds(60));
  while (pool.load().thinking == 0) std::this_thread::yield();
  const auto waiting = withdrawn.ask(game, "max", seconds(60));
  kept.ask(game, "random", seconds(60));
  pool.withdraw(waiting);
  pool.withdraw(running);
  pool.withdraw({.number = 12345});
  EXPECT_TRUE(kept.wait_for_all(seconds(20)));
  EXPECT_EQ(withdrawn.answered(), 0u);
}

TEST(ThinkingPool, EvenAStrategyOfFixedDepthIsEndedInTime) {
  ThinkingPool pool({.threads = 1, .table_megabytes = 1});
  Questions questions(pool);
  // Eight plies on 20x20 would take longer than anybody lives.
  questions.ask(game_of("kaskade:20x20"), "simple:depth=8", milliseconds(200));
  EXPECT_TRUE(questions.wait_for_all(seconds(20)));
  EXPECT_TRUE(questions.choices().front().has_value());
}

TEST(ThinkingPool, EndsWithQuestionsOpen) {
  std::atomic<int> answers = 0;
  {
    ThinkingPool pool({.threads = 2, .table_megabytes = 1});
    const Game game = game_of("kaskade:10x10");
    for (int index = 0; index < 10; ++index) {
      pool.ask({game, game.start(), "max", {.move_time = seconds(60)}},
               [&](const auto&) { ++answers; });
    }
  }
  EXPECT_EQ(answers, 0);
}

/// What a table does: its question is withdrawn when it goes, and the answer keeps it alive.
class Asker {
 public:
  explicit Asker(ThinkingPool& pool) : pool_(pool) {}
  ~Asker() { pool_.withdraw(ticket_); }
  Asker(const Asker&) = delete;
  Asker& operator=(const Asker&) = delete;
  static ThinkingPool::Ticket ask(ThinkingPool& pool, const Game& game) {
    const auto asker = std::make_shared<Asker>(pool);
    asker->ticket_ =
        pool.ask({game, game.start(), "max", {.move_time = seconds(60)}}, [asker](const auto&) {});
    return asker->ticket_;
  }

 private:
  ThinkingPool& pool_;
  ThinkingPool::Ticket ticket_{};
};

TEST(ThinkingPool, EndsWhileThoseWhoAskedWithdraw) {
  EXPECT_TRUE(test::ends([] {
    ThinkingPool pool({.threads = 1, .table_megabytes = 1});
    for (int index = 0; index < 3; ++index) Asker::ask(pool, game_of("kaskade:10x10"));
  }));
}

TEST(ThinkingPool, WithdrawsWhatWithdrawsItself) {
  EXPECT_TRUE(test::ends([] {
    ThinkingPool pool({.threads = 1, .table_megabytes = 1});
    const auto running = Asker::ask(pool, game_of("kaskade:10x10"));
    while (pool.load().thinking == 0) std::this_thread::yield();
    pool.withdraw(Asker::ask(pool, game_of("kaskade:10x10")));
    pool.withdraw(running);
  }));
}

}  // namespace
}  // namespace spielwerk
