#include "server/seat_player.h"

#include <fmt/format.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "players/player_text.h"
#include "protocols/kaskade/remote_game.h"

namespace spielwerk::server {
namespace {

/// A computer of this program, thinking in the pool that all share.
class PooledPlayer final : public SeatPlayer {
 public:
  PooledPlayer(Game game, std::string player, ThinkingPool& pool)
      : game_(std::move(game)), player_(std::move(player)), pool_(pool) {}
  ~PooledPlayer() override { take_back(); }
  PooledPlayer(const PooledPlayer&) = delete;
  PooledPlayer& operator=(const PooledPlayer&) = delete;

  void ask(const Position& at, milliseconds time, Answer answer) override {
    take_back();
    ticket_ =
        pool_.ask({game_, at, player_, time},
                  [answer = std::move(answer)](std::expected<Choice, std::string> choice) {
                    if (choice) return answer(*std::move(choice));
                    answer(std::unexpected(Failure{FailureKind::Other, std::move(choice).error()}));
                  });
  }
  void withdraw() override { take_back(); }

 private:
  void take_back() {
    if (ticket_) pool_.withdraw(*ticket_);
    ticket_.reset();
  }

  Game game_;
  std::string player_;
  ThinkingPool& pool_;
  std::optional<ThinkingPool::Ticket> ticket_{};
};

/// A player that makes whoever asks wait, such as a server far away, on a thread of its own.
class WaitingPlayer final : public SeatPlayer {
 public:
  /// So many may wait for others at the same time.
  static constexpr int kMost = 64;

  explicit WaitingPlayer(std::unique_ptr<ComputerPlayer> player)
      : work_(std::make_shared<Work>(std::move(player))) {
    // The thread keeps its work alive and ends by itself: saying good-bye to somebody far away may
    // take a while, and the tables do not wait for that.
    std::thread([work = work_] {
      ++count_;
      work->run();
      --count_;
    }).detach();
  }
  ~WaitingPlayer() override { work_->end(); }
  WaitingPlayer(const WaitingPlayer&) = delete;
  WaitingPlayer& operator=(const WaitingPlayer&) = delete;

  static bool is_room() { return count_ < kMost; }

  void ask(const Position& at, milliseconds, Answer answer) override {
    work_->add({at, std::move(answer)});
  }
  void withdraw() override { work_->withdraw(); }
  void end_game(const Position& at) override { work_->add({at, {}}); }

 private:
  struct Task {
    Position at;
    /// Nothing for a game that has ended.
    Answer answer;
  };

  // Answers hold what belongs to others: they are called and destroyed, and whoever thinks is told
  // to stop, only while no lock is held.
  class Work {
   public:
    explicit Work(std::unique_ptr<ComputerPlayer> player) : player_(std::move(player)) {}

    void add(Task task) {
      std::optional<Task> replaced(std::move(task));
      {
        const std::lock_guard lock(mutex_);
        next_.swap(replaced);
      }
      has_changed_.notify_one();
    }
    void withdraw() {
      std::optional<Task> withdrawn;
      std::stop_source stopped(std::nostopstate);
      {
        const std::lock_guard lock(mutex_);
        next_.swap(withdrawn);
        stopped = stop_;
      }
      stopped.request_stop();
    }
    void end() {
      std::optional<Task> withdrawn;
      std::stop_source stopped(std::nostopstate);
      {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
        // A last position that waits is still told.
        if (next_ && next_->answer) next_.swap(withdrawn);
        stopped = stop_;
      }
      stopped.request_stop();
      has_changed_.notify_one();
    }
    void run() {
      std::stop_token stop;
      while (const std::optional<Task> task = next(stop)) carry_out(*task, stop);
      player_.reset();
    }

   private:
    /// Waits for the next task; nothing if none comes any more.
    std::optional<Task> next(std::stop_token& stop) {
      std::unique_lock lock(mutex_);
      has_changed_.wait(lock, [this] { return next_ || is_ending_; });
      stop_ = std::stop_source();
      stop = stop_.get_token();
      return std::exchange(next_, std::nullopt);
    }

    void carry_out(const Task& task, const std::stop_token& stop) {
      std::expected<Choice, Failure> result;
      try {
        if (task.answer) {
          result = player_->choose(task.at, {}, stop);
        } else {
          player_->end_game(task.at);
        }
      } catch (const PlayerFailure& failure) {
        result = std::unexpected(failure.failure());
      } catch (const std::exception& failure) {
        result = std::unexpected(Failure{FailureKind::Other, failure.what()});
      }
      if (task.answer && !stop.stop_requested()) task.answer(result);
    }

    std::unique_ptr<ComputerPlayer> player_;
    std::mutex mutex_{};
    std::condition_variable has_changed_{};
    std::optional<Task> next_{};
    std::stop_source stop_{};
    bool is_ending_ = false;
  };

  static inline std::atomic<int> count_ = 0;
  std::shared_ptr<Work> work_;
};

}  // namespace

bool has_remote_players(const GameDescription& game) { return game.name == "kaskade"; }

std::string problem_with_seat(const Game& game, const Seat& seat) {
  switch (seat.kind) {
    case SeatKind::Human:
    case SeatKind::Invite:
      return "";
    case SeatKind::Computer: {
      const auto player = parse_player(game, seat.player);
      return player ? "" : player.error().message(seat.player);
    }
    case SeatKind::Remote: {
      if (!has_remote_players(game.description())) return "remote servers play Kaskade only";
      const auto server = kaskade_protocol::parse_remote_server(seat.server);
      return server ? "" : server.error().message(seat.server);
    }
  }
  return "";
}

std::expected<std::unique_ptr<SeatPlayer>, Failure> make_seat_player(const Game& game,
                                                                     const Seat& seat,
                                                                     ThinkingPool& pool) {
  // The pool makes the player itself, and says so if that is not possible.
  if (seat.kind == SeatKind::Computer) {
    return std::make_unique<PooledPlayer>(game, seat.player, pool);
  }
  if (!WaitingPlayer::is_room()) return std::unexpected(Failure{FailureKind::TooMany});
  const auto server = kaskade_protocol::parse_remote_server(seat.server);
  if (!server) return std::unexpected(Failure{FailureKind::UnknownHost});
  return std::make_unique<WaitingPlayer>(kaskade_protocol::make_remote_player(game, *server));
}

}  // namespace spielwerk::server
