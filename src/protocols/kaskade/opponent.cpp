#include "protocols/kaskade/opponent.h"

namespace spielwerk::kaskade_protocol {
namespace {

class ComputerOpponent final : public Opponent {
 public:
  ComputerOpponent(ThinkingPool& pool, Game game, std::string player,
                   std::chrono::milliseconds time)
      : pool_(pool), game_(std::move(game)), player_(std::move(player)), time_(time) {}
  ~ComputerOpponent() override {
    if (ticket_) pool_.withdraw(*ticket_);
  }
  ComputerOpponent(const ComputerOpponent&) = delete;
  ComputerOpponent& operator=(const ComputerOpponent&) = delete;

  void ask(const Position& at, std::optional<Move>, Answer answer) override {
    ticket_ = pool_.ask(
        {game_, at, player_, time_},
        [at, answer = std::move(answer)](const std::expected<Choice, std::string>& choice) {
          // A player that fails must not cost its opponent the game.
          answer(choice ? choice->move : at.moves().front());
        });
  }

 private:
  ThinkingPool& pool_;
  const Game game_;
  const std::string player_;
  const std::chrono::milliseconds time_;
  std::optional<ThinkingPool::Ticket> ticket_{};
};

}  // namespace

std::unique_ptr<Opponent> make_computer_opponent(ThinkingPool& pool, const NetworkGame& game,
                                                 std::string player,
                                                 std::chrono::milliseconds time) {
  return std::make_unique<ComputerOpponent>(pool, game.game(), std::move(player), time);
}

}  // namespace spielwerk::kaskade_protocol
