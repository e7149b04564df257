#include "protocols/kaskade/client_player.h"

#include <fmt/format.h>

#include <array>
#include <mutex>
#include <utility>

#include "core/play_moves.h"

namespace spielwerk::kaskade_protocol {
namespace {

/// The two who are asked for moves: the client by whoever plays with it, and the server by the
/// client.
enum Side : std::size_t { AskedClient, AskedServer };

Side other(Side side) { return side == AskedClient ? AskedServer : AskedClient; }

}  // namespace

/// Where two games meet that are the same: whoever is asked on one side hears the move when the
/// other side is asked for the answer to it, or told of the end. Answers are called and destroyed
/// only while no lock is held: they hold what belongs to others.
class ClientPlayer::Exchange {
 public:
  explicit Exchange(std::string user) : user_(std::move(user)) {}

  void ask(Side side, const Position& at, const SearchLimits& limits, Answer answer) {
    reach(side, at);
    std::optional<Question> asked(Question{at, limits, std::move(answer)});
    std::shared_ptr<GamePlayer> substitute;
    {
      const std::lock_guard lock(mutex_);
      if (side == AskedServer) substitute = substitute_;
      // What was asked before is withdrawn.
      if (!substitute) questions_[side].swap(asked);
    }
    if (substitute) return substitute->ask(asked->at, asked->limits, std::move(asked->answer));
    asked.reset();
    settle(side);
  }
  void withdraw(Side side) {
    std::optional<Question> withdrawn;
    std::shared_ptr<GamePlayer> substitute;
    {
      const std::lock_guard lock(mutex_);
      questions_[side].swap(withdrawn);
      if (side == AskedServer) substitute = substitute_;
    }
    if (substitute) substitute->withdraw();
  }
  /// One side has come to a position by the move of the one who is asked on the other.
  void reach(Side side, const Position& at) {
    {
      const std::lock_guard lock(mutex_);
      reached_[side] = at;
    }
    settle(other(side));
  }
  void leave(Side side) {
    std::shared_ptr<GamePlayer> substitute;
    {
      const std::lock_guard lock(mutex_);
      has_left_[side] = true;
      if (side == AskedServer) substitute_.swap(substitute);
    }
    settle(other(side));
  }
  /// From now on somebody else answers what is asked on the server's side.
  void hand_over(const std::shared_ptr<GamePlayer>& substitute) {
    std::optional<Question> question;
    {
      const std::lock_guard lock(mutex_);
      if (has_left_[AskedServer]) return;
      substitute_ = substitute;
      questions_[AskedServer].swap(question);
    }
    if (question) substitute->ask(question->at, question->limits, std::move(question->answer));
  }

 private:
  struct Question {
    Position at;
    SearchLimits limits;
    Answer answer;
  };

  /// Answers what was asked on one side, if the other has gone on or away.
  void settle(Side side) {
    std::optional<Question> question;
    std::expected<Choice, Failure> result;
    {
      const std::lock_guard lock(mutex_);
      if (!questions_[side]) return;
      const auto& reached = reached_[other(side)];
      const auto move = reached ? move_between(questions_[side]->at, *reached) : std::nullopt;
      if (!move && !has_left_[other(side)]) return;
      questions_[side].swap(question);
      if (move) {
        result = Choice{.move = move};
      } else {
        const std::string who = side == AskedClient ? user_ : "the opponent";
        result = std::unexpected(Failure{FailureKind::Left, "", fmt::format("{} has left", who)});
      }
    }
    question->answer(std::move(result));
  }

  const std::string user_;
  std::mutex mutex_{};
  std::array<std::optional<Question>, 2> questions_{};
  std::array<std::optional<Position>, 2> reached_{};
  std::array<bool, 2> has_left_{};
  std::shared_ptr<GamePlayer> substitute_{};
};

ClientPlayer::ClientPlayer(const NetworkGame& game, std::string user)
    : game_(game), user_(std::move(user)), exchange_(std::make_shared<Exchange>(user_)) {}

ClientPlayer::~ClientPlayer() {
  exchange_->withdraw(AskedClient);
  exchange_->leave(AskedClient);
}

std::unique_ptr<GamePlayer> ClientPlayer::server_side(std::function<void()> left) {
  class ServerSide final : public GamePlayer {
   public:
    ServerSide(std::shared_ptr<Exchange> exchange, std::function<void()> left)
        : exchange_(std::move(exchange)), left_(std::move(left)) {}
    ~ServerSide() override {
      exchange_->withdraw(AskedServer);
      exchange_->leave(AskedServer);
      if (left_) left_();
    }
    ServerSide(const ServerSide&) = delete;
    ServerSide& operator=(const ServerSide&) = delete;
    std::string name() const override { return "opponent"; }
    void ask(const Position& at, const SearchLimits& limits, Answer answer) override {
      // The answer may destroy this.
      const auto exchange = exchange_;
      exchange->ask(AskedServer, at, limits, std::move(answer));
    }
    void withdraw() override { exchange_->withdraw(AskedServer); }
    void end_game(const Position& at, EndHeard heard) override {
      const auto exchange = exchange_;
      exchange->reach(AskedServer, at);
      heard(std::nullopt);
    }

   private:
    std::shared_ptr<Exchange> exchange_;
    std::function<void()> left_;
  };
  return std::make_unique<ServerSide>(exchange_, std::move(left));
}

std::function<void(std::unique_ptr<GamePlayer>)> ClientPlayer::hand_over() const {
  return [exchange = exchange_](std::unique_ptr<GamePlayer> substitute) {
    exchange->hand_over(std::move(substitute));
  };
}

void ClientPlayer::ask(const Position& at, const SearchLimits& limits, Answer answer) {
  const auto exchange = exchange_;
  exchange->ask(AskedClient, at, limits, std::move(answer));
}
void ClientPlayer::withdraw() { exchange_->withdraw(AskedClient); }
void ClientPlayer::end_game(const Position& at, EndHeard heard) {
  const auto exchange = exchange_;
  exchange->reach(AskedClient, at);
  heard(std::nullopt);
}

}  // namespace spielwerk::kaskade_protocol
