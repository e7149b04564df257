// Those who play by themselves at a seat: whoever hears their answer may do whatever it likes.
#include "server/seat_player.h"

#include <gtest/gtest.h>

#include <future>

#include "games/all_games.h"
#include "tests/support/bounded.h"

namespace spielwerk::server {
namespace {

/// Nobody listens at this port, so the answer is a failure.
const Seat kNobody{.kind = SeatKind::Remote, .server = "127.0.0.1:1"};

TEST(SeatPlayer, MayBeDestroyedByItsAnswer) {
  EXPECT_TRUE(test::ends([] {
    ThinkingPool pool({.threads = 1, .table_megabytes = 1});
    const Game game = all_games().parse("kaskade:4x4").value();
    for (const Seat& seat : {kNobody, Seat{.kind = SeatKind::Computer, .player = "random"}}) {
      std::unique_ptr<SeatPlayer> player = make_seat_player(game, seat, pool).value();
      const auto answered = std::make_shared<std::promise<void>>();
      std::promise<void> asked;
      const std::shared_future<void> is_asked = asked.get_future().share();
      player->ask(game.start(), milliseconds(10), [&player, answered, is_asked](const auto&) {
        // As for anybody, it has to be there until the question is put.
        is_asked.wait();
        player.reset();
        answered->set_value();
      });
      asked.set_value();
      answered->get_future().wait();
    }
  }));
}

TEST(SeatPlayer, GoesWithTheLastAnswerThatHoldsIt) {
  // The answer is the last to hold the player, as that of a table is when the hall has ended.
  EXPECT_TRUE(test::ends([] {
    ThinkingPool pool({.threads = 1, .table_megabytes = 1});
    const Game game = all_games().parse("kaskade:4x4").value();
    const auto gone = std::make_shared<std::promise<void>>();
    {
      struct Holder {
        std::unique_ptr<SeatPlayer> player;
        std::shared_ptr<std::promise<void>> gone;
        ~Holder() {
          player.reset();
          gone->set_value();
        }
      };
      const std::shared_ptr<Holder> holder(
          new Holder{make_seat_player(game, kNobody, pool).value(), gone});
      holder->player->ask(game.start(), milliseconds(10), [holder](const auto&) {});
    }
    gone->get_future().wait();
  }));
}

}  // namespace
}  // namespace spielwerk::server
