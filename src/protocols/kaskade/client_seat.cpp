#include "protocols/kaskade/client_seat.h"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>

#include "core/play_moves.h"

namespace spielwerk::kaskade_protocol {

/// Where the server's thread and that of the game meet. Answers are called and destroyed only while
/// no lock is held: they hold what belongs to others.
class ClientSeat::Channel {
 public:
  // ---- From the server's thread

  void ask(const Position& at, std::optional<Move> clients_move, Opponent::Answer answer) {
    std::optional<Position> end;
    std::optional<Waiting> replaced;
    {
      const std::lock_guard lock(mutex_);
      clients_move_ = clients_move;
      end = end_;
      if (!end && !is_closed_) {
        replaced.emplace(Waiting{at, std::move(answer)});
        waiting_.swap(replaced);
        changed_.notify_all();
        return;
      }
    }
    // Nobody will choose any more: the end is told if it is the next position, else there is none.
    answer(end ? move_between(at, *end) : std::nullopt);
  }
  void lose(Move clients_move) {
    {
      const std::lock_guard lock(mutex_);
      clients_move_ = clients_move;
    }
    changed_.notify_all();
  }
  void leave() {
    std::optional<Waiting> withdrawn;
    {
      const std::lock_guard lock(mutex_);
      has_left_ = true;
      withdrawn.swap(waiting_);
    }
    changed_.notify_all();
  }

  // ---- From that of the game

  /// Tells the client the move that has led here, if it waits for one.
  bool tell(const Position& at) {
    std::optional<Waiting> waiting;
    {
      const std::lock_guard lock(mutex_);
      waiting.swap(waiting_);
    }
    if (!waiting) return true;
    const auto move = move_between(waiting->position, at);
    waiting->answer(move);
    return move.has_value();
  }
  /// The client's next move; nothing if it has left or this is stopped.
  std::optional<Move> wait(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [&] { return clients_move_ || has_left_; });
    return std::exchange(clients_move_, std::nullopt);
  }
  /// The game ends here; who is not waiting yet hears it as soon as it asks.
  void end(const Position& at) {
    {
      const std::lock_guard lock(mutex_);
      end_ = at;
    }
    tell(at);
  }
  /// Nobody plays with the client any more.
  void close() {
    std::optional<Waiting> waiting;
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;
      waiting.swap(waiting_);
    }
    if (waiting) waiting->answer(std::nullopt);
  }
  /// Whoever begins as the server is asked for the first move before there is one of the client.
  void wait_for_question(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [&] { return waiting_ || has_left_; });
  }

 private:
  struct Waiting {
    Position position;
    Opponent::Answer answer;
  };
  std::mutex mutex_{};
  std::condition_variable_any changed_{};
  std::optional<Waiting> waiting_{};
  std::optional<Move> clients_move_{};
  std::optional<Position> end_{};
  bool has_left_ = false;
  bool is_closed_ = false;
};

ClientSeat::ClientSeat(const NetworkGame& game, std::string user)
    : game_(game), user_(std::move(user)), channel_(std::make_shared<Channel>()) {}

ClientSeat::~ClientSeat() { channel_->close(); }

std::unique_ptr<Opponent> ClientSeat::opponent() {
  class Other final : public Opponent {
   public:
    explicit Other(std::shared_ptr<Channel> channel) : channel_(std::move(channel)) {}
    ~Other() override { channel_->leave(); }
    Other(const Other&) = delete;
    Other& operator=(const Other&) = delete;
    void ask(const Position& at, std::optional<Move> clients_move, Answer answer) override {
      channel_->ask(at, clients_move, std::move(answer));
    }
    void lose(Move clients_move) override { channel_->lose(clients_move); }

   private:
    std::shared_ptr<Channel> channel_;
  };
  return std::make_unique<Other>(channel_);
}

Choice ClientSeat::choose(const Position& at, const SearchLimits&, std::stop_token stop) {
  if (at != game_.start()) {
    channel_->wait_for_question(stop);
    if (!channel_->tell(at)) throw PlayerFailure(fmt::format("{} cannot follow the game", user_));
  }
  const auto move = channel_->wait(stop);
  if (!move) {
    throw PlayerFailure(stop.stop_requested() ? "stopped" : fmt::format("{} has left", user_));
  }
  return {.move = *move};
}

void ClientSeat::end_game(const Position& at) { channel_->end(at); }

}  // namespace spielwerk::kaskade_protocol
