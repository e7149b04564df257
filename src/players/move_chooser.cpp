#include "players/move_chooser.h"

#include <mutex>
#include <optional>
#include <utility>

namespace spielwerk {
namespace {

class ImmediatePlayer final : public GamePlayer {
 public:
  ImmediatePlayer(std::string name, std::unique_ptr<MoveChooser> chooser)
      : name_(std::move(name)), chooser_(std::move(chooser)) {}

  std::string name() const override { return name_; }
  void begin_game() override { chooser_->begin_game(); }
  void ask(const Position& at, const SearchLimits& limits, Answer answer) override {
    const std::stop_source stop;
    {
      const std::lock_guard lock(mutex_);
      stop_ = stop;
    }
    auto choice = choose_safely(*chooser_, at, limits, stop.get_token());
    // From here on nothing is touched: the answer may destroy the player.
    if (!stop.stop_requested()) answer(std::move(choice));
  }
  void withdraw() override {
    std::optional<std::stop_source> stop;
    {
      const std::lock_guard lock(mutex_);
      stop.emplace(stop_);
    }
    stop->request_stop();
  }
  void end_game(const Position& at, EndHeard heard) override { heard(end_safely(*chooser_, at)); }

 private:
  const std::string name_;
  const std::unique_ptr<MoveChooser> chooser_;
  std::mutex mutex_{};
  std::stop_source stop_{std::nostopstate};
};

}  // namespace

std::expected<Choice, Failure> choose_safely(MoveChooser& chooser, const Position& at,
                                             const SearchLimits& limits,
                                             const std::stop_token& stop) {
  try {
    return chooser.choose(at, limits, stop);
  } catch (const std::exception& problem) {
    return failed(problem.what());
  }
}

std::optional<Failure> end_safely(MoveChooser& chooser, const Position& at) {
  try {
    return chooser.end_game(at);
  } catch (const std::exception& problem) {
    return failed(problem.what()).error();
  }
}

std::unique_ptr<GamePlayer> make_immediate_player(std::string name,
                                                  std::unique_ptr<MoveChooser> chooser) {
  return std::make_unique<ImmediatePlayer>(std::move(name), std::move(chooser));
}

}  // namespace spielwerk
