// A strategy without search: plays the move that static move ordering puts first.
#pragma once

#include <memory>
#include <vector>

#include "core/game_adapter.h"
#include "core/random.h"
#include "search/knowledge.h"

namespace spielwerk::search {

/// Ties are broken at random by the seed. A baseline for the engine, which searches with the same
/// knowledge.
template <Knowledge K>
class GreedyStrategy final : public Strategy {
 public:
  using Adapter = GameAdapter<typename K::Rules>;

  /// `game` must be one of K's rules.
  GreedyStrategy(const Game& game, std::uint64_t seed)
      : start_(game.start()),
        knowledge_(*Adapter::rules_of(start_), {.table_megabytes = 1}),
        random_(seed) {}

  Move choose(const Position& at, const SearchLimits&, std::stop_token) override {
    std::vector<ScoredMove> storage;
    MoveList moves(storage);
    knowledge_.generate(knowledge_.root(*Adapter::position_of(at)), moves);
    const std::int32_t highest = moves.pick(0).score;
    std::uint32_t ties = 0;
    Move chosen;
    for (int index = 0; index < moves.size(); ++index) {
      // Reservoir sampling: each of the ties is chosen with equal probability.
      if (moves[index].score == highest && random_.below(++ties) == 0) {
        chosen = moves[index].move;
      }
    }
    return chosen;
  }

 private:
  const Position start_;
  const K knowledge_;
  Random random_;
};

/// The make function of a strategy without parameters.
template <Knowledge K>
Parsed<std::unique_ptr<Strategy>> make_greedy_strategy(const Game& game,
                                                       std::string_view parameters,
                                                       std::uint64_t seed) {
  if (!parameters.empty()) return parse_error(0, "no parameters");
  return std::make_unique<GreedyStrategy<K>>(game, seed);
}

}  // namespace spielwerk::search
