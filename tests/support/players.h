// Players for tests: by their text, and those that do what a test says.
#pragma once

#include <stdexcept>

#include "protocols/all_players.h"

namespace spielwerk::test {

/// A player that needs no network; throws if the text is none.
inline std::unique_ptr<GamePlayer> make_player(const Game& game, std::string_view text,
                                               const PlayerSettings& settings = {}) {
  const auto plan = all_players().parse(game, text, {});
  if (!plan) throw std::runtime_error(plan.error().message(text));
  return plan->make(settings);
}

/// The move a player chooses.
inline Move chosen_move(GamePlayer& player, const Position& at, const SearchLimits& limits = {}) {
  return choose(player, at, limits).value().move.value();
}

/// Answers at once with what a function says.
class ScriptedPlayer final : public GamePlayer {
 public:
  using Act = std::function<std::expected<Choice, Failure>(const Position&)>;
  explicit ScriptedPlayer(Act act) : act_(std::move(act)) {}

  std::string name() const override { return "puppet"; }
  void ask(const Position& at, const SearchLimits&, Answer answer) override { answer(act_(at)); }
  void withdraw() override {}

 private:
  Act act_;
};

}  // namespace spielwerk::test
