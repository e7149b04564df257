#include "players/waiting_player.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace spielwerk {
namespace {

std::atomic<int> waiting_threads = 0;

/// What the thread has to do, and what it shares with the player. Answers hold what belongs to
/// others: they are called and destroyed, and whoever chooses is told to stop, only while no lock
/// is held.
class Tasks {
 public:
  explicit Tasks(std::unique_ptr<MoveChooser> chooser) : chooser_(std::move(chooser)) {}

  void begin_game() { add({.begins_game = true}); }
  void ask(const Position& at, const SearchLimits& limits, GamePlayer::Answer answer) {
    withdraw();
    add({.at = at, .limits = limits, .answer = std::move(answer)});
  }
  void end_game(const Position& at, GamePlayer::EndHeard heard) {
    add({.at = at, .heard = std::move(heard)});
  }
  void withdraw() {
    std::deque<Task> withdrawn;
    std::optional<std::stop_source> stopped;
    {
      const std::lock_guard lock(mutex_);
      withdrawn = take_questions();
      stopped.emplace(stop_);
    }
    stopped->request_stop();
  }
  /// Ends the thread when it has told what is left to tell.
  void end() {
    withdraw();
    {
      const std::lock_guard lock(mutex_);
      is_ending_ = true;
    }
    has_changed_.notify_one();
  }
  void run() {
    std::stop_token stop;
    while (std::optional<Task> task = next(stop)) carry_out(*task, stop);
    chooser_.reset();
  }

 private:
  /// One of three: the beginning of a game, a question, or the end of a game.
  struct Task {
    bool begins_game = false;
    std::optional<Position> at{};
    SearchLimits limits{};
    GamePlayer::Answer answer{};
    GamePlayer::EndHeard heard{};
  };

  void add(Task task) {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    has_changed_.notify_one();
  }
  std::deque<Task> take_questions() {
    std::deque<Task> questions;
    std::deque<Task> others;
    for (Task& each : tasks_) (each.answer ? questions : others).push_back(std::move(each));
    tasks_ = std::move(others);
    return questions;
  }
  /// Waits for the next task; nothing if none comes any more.
  std::optional<Task> next(std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    has_changed_.wait(lock, [this] { return !tasks_.empty() || is_ending_; });
    if (tasks_.empty()) return std::nullopt;
    Task task = std::move(tasks_.front());
    tasks_.pop_front();
    stop_ = task.answer ? std::stop_source() : std::stop_source(std::nostopstate);
    stop = stop_.get_token();
    return task;
  }
  void carry_out(Task& task, const std::stop_token& stop) {
    if (task.begins_game) return chooser_->begin_game();
    if (task.heard) return task.heard(end_safely(*chooser_, *task.at));
    auto choice = choose_safely(*chooser_, *task.at, task.limits, stop);
    if (!stop.stop_requested()) task.answer(std::move(choice));
  }

  std::unique_ptr<MoveChooser> chooser_;
  std::mutex mutex_{};
  std::condition_variable has_changed_{};
  std::deque<Task> tasks_{};
  /// Of the question that is being answered.
  std::stop_source stop_{std::nostopstate};
  bool is_ending_ = false;
};

class WaitingPlayer final : public GamePlayer {
 public:
  WaitingPlayer(std::string name, std::unique_ptr<MoveChooser> chooser, Farewell farewell)
      : name_(std::move(name)),
        farewell_(farewell),
        tasks_(std::make_shared<Tasks>(std::move(chooser))) {
    // The thread keeps its tasks alive and ends by itself.
    ++waiting_threads;
    thread_ = std::thread([tasks = tasks_] {
      tasks->run();
      --waiting_threads;
    });
  }
  ~WaitingPlayer() override {
    tasks_->end();
    // An answer may be the last to hold the player that gave it.
    const bool is_own_thread = thread_.get_id() == std::this_thread::get_id();
    if (farewell_ == Farewell::Awaited && !is_own_thread) {
      thread_.join();
    } else {
      thread_.detach();
    }
  }
  WaitingPlayer(const WaitingPlayer&) = delete;
  WaitingPlayer& operator=(const WaitingPlayer&) = delete;

  std::string name() const override { return name_; }
  void begin_game() override { tasks_->begin_game(); }
  void ask(const Position& at, const SearchLimits& limits, Answer answer) override {
    tasks_->ask(at, limits, std::move(answer));
  }
  void withdraw() override { tasks_->withdraw(); }
  void end_game(const Position& at, EndHeard heard) override {
    tasks_->end_game(at, std::move(heard));
  }

 private:
  const std::string name_;
  const Farewell farewell_;
  const std::shared_ptr<Tasks> tasks_;
  std::thread thread_{};
};

/// Stands where there is no thread left for a player.
class TurnedAwayPlayer final : public GamePlayer {
 public:
  explicit TurnedAwayPlayer(std::string name) : name_(std::move(name)) {}
  std::string name() const override { return name_; }
  void ask(const Position&, const SearchLimits&, Answer answer) override {
    answer(std::unexpected(Failure{FailureKind::TooMany, "", "too many players are waited for"}));
  }
  void withdraw() override {}

 private:
  const std::string name_;
};

}  // namespace

std::unique_ptr<GamePlayer> make_waiting_player(std::string name,
                                                std::unique_ptr<MoveChooser> chooser,
                                                Farewell farewell) {
  if (waiting_threads >= kMaxWaitingPlayers) {
    return std::make_unique<TurnedAwayPlayer>(std::move(name));
  }
  return std::make_unique<WaitingPlayer>(std::move(name), std::move(chooser), farewell);
}

}  // namespace spielwerk
