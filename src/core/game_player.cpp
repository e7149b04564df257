#include "core/game_player.h"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace spielwerk {
namespace {

/// Where somebody waits for the first of what others say.
template <class Value>
class Waiting {
 public:
  void give(Value value) {
    {
      const std::lock_guard lock(mutex_);
      if (value_) return;
      value_.emplace(std::move(value));
    }
    has_value_.notify_one();
  }
  Value take() {
    std::unique_lock lock(mutex_);
    has_value_.wait(lock, [this] { return value_.has_value(); });
    return *std::move(value_);
  }

 private:
  std::mutex mutex_{};
  std::condition_variable has_value_{};
  std::optional<Value> value_{};
};

}  // namespace

std::expected<Choice, Failure> choose(GamePlayer& player, const Position& at,
                                      const SearchLimits& limits, std::stop_token stop) {
  const std::unexpected withdrawn(Failure{FailureKind::Withdrawn, "", "it was not waited for"});
  if (stop.stop_requested()) return withdrawn;
  const auto waiting = std::make_shared<Waiting<std::expected<Choice, Failure>>>();
  const std::stop_callback give_up(stop, [&] {
    player.withdraw();
    waiting->give(withdrawn);
  });
  player.ask(at, limits, [waiting](std::expected<Choice, Failure> choice) {
    waiting->give(std::move(choice));
  });
  return waiting->take();
}

std::optional<Failure> end_game(GamePlayer& player, const Position& at) {
  const auto waiting = std::make_shared<Waiting<std::optional<Failure>>>();
  player.end_game(at,
                  [waiting](std::optional<Failure> failure) { waiting->give(std::move(failure)); });
  return waiting->take();
}

}  // namespace spielwerk
