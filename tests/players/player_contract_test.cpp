// What every player owes to whoever asks it, whatever its kind and whatever thread it answers on.
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

#include "games/all_games.h"
#include "players/waiting_player.h"
#include "protocols/kaskade/client_player.h"
#include "protocols/kaskade/remote_player.h"
#include "protocols/kaskade/server.h"
#include "tests/support/bounded.h"
#include "tests/support/players.h"

namespace spielwerk {
namespace {

using kaskade_protocol::Client;
using kaskade_protocol::ClientPlayer;
using kaskade_protocol::NetworkGame;
using std::chrono::milliseconds;
using std::chrono::seconds;

Game kaskade() { return *all_games().parse("kaskade:4x4"); }

/// Everything a player of some kind needs around it.
struct World {
  World() = default;
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  ThinkingPool pool{{.threads = 1, .table_megabytes = 1}};
  /// Where players far away play.
  kaskade_protocol::Server server{{.port = 0}, [this](const NetworkGame& game, const Client&) {
                                    return kaskade_protocol::ServerPlayer{
                                        test::make_player(game.game(), "random", {.pool = &pool}),
                                        {.move_time = seconds(5)}};
                                  }};
};

struct Kind {
  std::string name;
  std::function<std::unique_ptr<GamePlayer>(World&)> make;
  /// Whether an answer may come before `ask` returns.
  bool is_immediate = false;
};

void PrintTo(const Kind& kind, std::ostream* output) { *output << kind.name; }

/// A client whose moves are made by a computer of this machine.
class PlayedClient final : public GamePlayer {
 public:
  explicit PlayedClient(std::string text)
      : game_(NetworkGame::create({.columns = 4, .rows = 4, .user = "W"}).value()),
        player_(game_, "W"),
        server_side_(player_.server_side()),
        moves_(test::make_player(game_.game(), text)) {}
  std::string name() const override { return player_.name(); }
  void ask(const Position& at, const SearchLimits& limits, Answer answer) override {
    player_.ask(at, limits, std::move(answer));
    Position next = at;
    next.play(test::chosen_move(*moves_, at));
    if (next.outcome().is_over()) {
      server_side_->end_game(next, [](const auto&) {});
    } else {
      server_side_->ask(next, {}, [](const auto&) {});
    }
  }
  void withdraw() override { player_.withdraw(); }
  void end_game(const Position& at, EndHeard heard) override {
    player_.end_game(at, std::move(heard));
  }

 private:
  NetworkGame game_;
  ClientPlayer player_;
  std::unique_ptr<GamePlayer> server_side_;
  std::unique_ptr<GamePlayer> moves_;
};

Kind at_once(const std::string& name, const std::string& text) {
  return {name, [text](World&) { return test::make_player(kaskade(), text); }, true};
}
Kind pooled(const std::string& name, const std::string& text) {
  return {name, [text](World& world) {
            return test::make_player(kaskade(), text, {.pool = &world.pool});
          }};
}

std::vector<Kind> all_kinds() {
  return {
      at_once("random", "random"),
      at_once("max", "max@nodes=200"),
      at_once("level", "level:2"),
      at_once("strategy", "simple:depth=1"),
      pooled("PooledRandom", "random"),
      pooled("PooledMax", "max@nodes=200"),
      pooled("PooledStrategy", "simple:depth=1"),
      {"human",
       [](World&) {
         const auto plan = all_players().parse(kaskade(), "human", {.people = true});
         return plan->make({.make_person = [] {
           return std::make_unique<test::ScriptedPlayer>(
               [](const Position& at) { return Choice{.move = at.moves().front()}; });
         }});
       },
       true},
      {"KaskadeServer",
       [](World& world) {
         return kaskade_protocol::make_remote_player(kaskade(), {.port = world.server.port()});
       }},
      {"KaskadeServerLeftAlone",
       [](World& world) {
         const auto plan = all_players().parse(
             kaskade(), "kaskade:127.0.0.1:" + std::to_string(world.server.port()),
             {.network = true});
         return plan->make({.pool = &world.pool});
       }},
      {"KaskadeClient", [](World&) { return std::make_unique<PlayedClient>("random"); }, true},
  };
}

/// Counts the answers to one question.
class Counter {
 public:
  GamePlayer::Answer answer() {
    return [state = state_](const std::expected<Choice, Failure>& choice) {
      if (++state->count == 1) state->first.set_value(choice);
    };
  }
  std::expected<Choice, Failure> first() {
    auto future = state_->first.get_future();
    if (future.wait_for(seconds(20)) != std::future_status::ready) return failed("no answer");
    return future.get();
  }
  int count() const { return state_->count; }

 private:
  struct State {
    std::atomic<int> count = 0;
    std::promise<std::expected<Choice, Failure>> first{};
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

class PlayerContract : public testing::TestWithParam<Kind> {
 protected:
  World world_{};
  std::unique_ptr<GamePlayer> player_ = GetParam().make(world_);
  const Position start_ = kaskade().start();
};

INSTANTIATE_TEST_SUITE_P(Kinds, PlayerContract, testing::ValuesIn(all_kinds()),
                         [](const auto& each) { return each.param.name; });

TEST_P(PlayerContract, AnswersOnceWithALegalMove) {
  Counter counter;
  player_->ask(start_, {.move_time = seconds(5)}, counter.answer());
  const auto choice = counter.first();
  ASSERT_TRUE(choice) << choice.error().sentence;
  EXPECT_TRUE(start_.is_legal(choice->move.value()));
  player_.reset();
  EXPECT_EQ(counter.count(), 1);
}

TEST_P(PlayerContract, PlaysWholeGamesAndHearsTheirEnd) {
  Random random(3);
  for (int round = 0; round < 2; ++round) {
    player_->begin_game();
    Position position = start_;
    while (!position.outcome().is_over()) {
      Move move = position.random_move(random);
      // The client of a server begins its one game itself.
      if (position.side_to_move() == 0) move = test::chosen_move(*player_, position);
      ASSERT_TRUE(position.is_legal(move));
      position.play(move);
    }
    const auto failure = end_game(*player_, position);
    EXPECT_FALSE(failure) << failure->sentence;
  }
}

TEST_P(PlayerContract, AnswersTheLastQuestionAfterOthersWereWithdrawn) {
  Counter counter;
  for (int round = 0; round < 5; ++round) {
    player_->ask(start_, {.move_time = seconds(5)}, Counter().answer());
    player_->withdraw();
    player_->withdraw();
  }
  Position next = start_;
  next.play(next.moves().front());
  player_->ask(next, {.move_time = seconds(5)}, counter.answer());
  const auto choice = counter.first();
  ASSERT_TRUE(choice) << choice.error().sentence;
  EXPECT_TRUE(next.is_legal(choice->move.value()));
  EXPECT_EQ(counter.count(), 1);
}

TEST_P(PlayerContract, MayBeDestroyedWhileItIsAsked) {
  EXPECT_TRUE(test::ends([kind = GetParam()] {
    World world;
    for (int round = 0; round < 3; ++round) {
      const auto player = kind.make(world);
      player->ask(kaskade().start(), {.move_time = seconds(60)}, [](const auto&) {});
    }
  }));
}

TEST_P(PlayerContract, MayBeDestroyedByItsAnswer) {
  if (GetParam().is_immediate) GTEST_SKIP() << "its answer comes while it is being asked";
  EXPECT_TRUE(test::ends([kind = GetParam()] {
    World world;
    std::unique_ptr<GamePlayer> player = kind.make(world);
    const auto answered = std::make_shared<std::promise<void>>();
    std::promise<void> asked;
    const std::shared_future<void> is_asked = asked.get_future().share();
    player->ask(kaskade().start(), {.move_time = milliseconds(10)},
                [&player, answered, is_asked](const auto&) {
                  is_asked.wait();
                  player.reset();
                  answered->set_value();
                });
    asked.set_value();
    answered->get_future().wait();
  }));
}

TEST_P(PlayerContract, GoesWithTheLastAnswerThatHoldsIt) {
  EXPECT_TRUE(test::ends([kind = GetParam()] {
    const auto world = std::make_shared<World>();
    const auto gone = std::make_shared<std::promise<void>>();
    {
      struct Holder {
        std::unique_ptr<GamePlayer> player;
        std::shared_ptr<std::promise<void>> gone;
        ~Holder() {
          player.reset();
          gone->set_value();
        }
      };
      const std::shared_ptr<Holder> holder(new Holder{kind.make(*world), gone});
      holder->player->ask(kaskade().start(), {.move_time = milliseconds(10)},
                          [holder](const auto&) {});
    }
    gone->get_future().wait();
  }));
}

TEST_P(PlayerContract, NobodyWaitsForOneThatWasStopped) {
  std::stop_source stop;
  stop.request_stop();
  const auto choice = choose(*player_, start_, {.move_time = seconds(60)}, stop.get_token());
  ASSERT_FALSE(choice);
  EXPECT_EQ(choice.error().kind, FailureKind::Withdrawn);
}

// ---- Those who think or wait for long

/// Chooses only when it is stopped.
class Sleeper final : public MoveChooser {
 public:
  explicit Sleeper(std::shared_ptr<std::atomic<int>> begun) : begun_(std::move(begun)) {}
  std::expected<Choice, Failure> choose(const Position& at, const SearchLimits&,
                                        std::stop_token stop) override {
    ++*begun_;
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait(lock, stop, [] { return false; });
    return Choice{.move = at.moves().front()};
  }

 private:
  std::shared_ptr<std::atomic<int>> begun_;
};

TEST(SlowPlayers, AreNotHeardOnceTheyAreWithdrawn) {
  const auto begun = std::make_shared<std::atomic<int>>(0);
  for (const Farewell farewell : {Farewell::Awaited, Farewell::Left}) {
    const int before = *begun;
    Counter counter;
    Counter second;
    const auto player = make_waiting_player("sleeper", std::make_unique<Sleeper>(begun), farewell);
    player->ask(kaskade().start(), {}, counter.answer());
    while (*begun == before) std::this_thread::yield();
    player->ask(kaskade().start(), {}, second.answer());
    while (*begun == before + 1) std::this_thread::yield();
    player->withdraw();
    // When the thread has come to this, all before it is done.
    EXPECT_FALSE(end_game(*player, kaskade().start()));
    EXPECT_EQ(counter.count() + second.count(), 0);
  }
}

TEST(SlowPlayers, CanBeStoppedWhereverTheyThink) {
  ThinkingPool pool({.threads = 1, .table_megabytes = 1});
  const auto begun = std::make_shared<std::atomic<int>>(0);
  std::vector<std::unique_ptr<GamePlayer>> players;
  players.push_back(make_immediate_player("at once", std::make_unique<Sleeper>(begun)));
  players.push_back(
      make_waiting_player("waiting", std::make_unique<Sleeper>(begun), Farewell::Awaited));
  for (const auto& player : players) {
    const int before = *begun;
    std::stop_source stop;
    const std::jthread stopper([&] {
      while (*begun == before) std::this_thread::yield();
      stop.request_stop();
    });
    const auto choice = choose(*player, kaskade().start(), {}, stop.get_token());
    ASSERT_FALSE(choice);
    EXPECT_EQ(choice.error().kind, FailureKind::Withdrawn);
  }
  const Game game = *all_games().parse("kaskade:10x10");
  const auto pooled = test::make_player(game, "max", {.pool = &pool});
  std::stop_source stop;
  const std::jthread stopper([&] {
    while (pool.load().thinking == 0) std::this_thread::yield();
    stop.request_stop();
  });
  EXPECT_FALSE(choose(*pooled, game.start(), {.move_time = seconds(60)}, stop.get_token()));
}

TEST(SlowPlayers, AreTurnedAwayWhereTooManyWait) {
  const auto begun = std::make_shared<std::atomic<int>>(0);
  std::vector<std::unique_ptr<GamePlayer>> crowd;
  std::optional<FailureKind> failure;
  for (int count = 0; count <= kMaxWaitingPlayers && !failure; ++count) {
    crowd.push_back(
        make_waiting_player("sleeper", std::make_unique<Sleeper>(begun), Farewell::Awaited));
    crowd.back()->ask(kaskade().start(), {}, [&](const std::expected<Choice, Failure>& choice) {
      if (!choice) failure = choice.error().kind;
    });
  }
  EXPECT_EQ(failure, FailureKind::TooMany);
}

TEST(FailingPlayers, SayWhy) {
  class Broken final : public MoveChooser {
   public:
    std::expected<Choice, Failure> choose(const Position&, const SearchLimits&,
                                          std::stop_token) override {
      throw std::runtime_error("the memory is full");
    }
    std::optional<Failure> end_game(const Position&) override {
      throw std::runtime_error("the disk is full");
    }
  };
  std::vector<std::unique_ptr<GamePlayer>> players;
  players.push_back(make_immediate_player("broken", std::make_unique<Broken>()));
  players.push_back(make_waiting_player("broken", std::make_unique<Broken>(), Farewell::Awaited));
  for (const auto& broken : players) {
    const auto choice = choose(*broken, kaskade().start(), {});
    ASSERT_FALSE(choice);
    EXPECT_EQ(choice.error(),
              (Failure{FailureKind::Other, "the memory is full", "the memory is full"}));
    EXPECT_EQ(end_game(*broken, kaskade().start()),
              (Failure{FailureKind::Other, "the disk is full", "the disk is full"}));
  }

  // A client that is gone, and one whom nobody plays any more.
  const auto game = NetworkGame::create({.columns = 4, .rows = 4, .user = "W"}).value();
  auto client = std::make_unique<ClientPlayer>(game, "W");
  auto server_side = client->server_side();
  Counter gone;
  client->ask(game.start(), {}, gone.answer());
  server_side.reset();
  EXPECT_EQ(gone.first().error().kind, FailureKind::Left);
  auto other = std::make_unique<ClientPlayer>(game, "W");
  auto other_side = other->server_side();
  Position next = game.start();
  next.play(next.moves().front());
  Counter lonely;
  other_side->ask(next, {}, lonely.answer());
  other.reset();
  EXPECT_EQ(lonely.first().error().kind, FailureKind::Left);
}

}  // namespace
}  // namespace spielwerk
