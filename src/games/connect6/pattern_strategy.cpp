#include "games/connect6/pattern_strategy.h"

#include "core/game_adapter.h"
#include "games/connect6/candidates.h"

namespace spielwerk::connect6 {

Move PatternStrategy::choose(const Position& at, const SearchLimits&, std::stop_token) {
  using Adapter = GameAdapter<Rules>;
  const Lines lines(*Adapter::rules_of(at), kWeights);
  std::vector<search::ScoredMove> storage;
  search::MoveList moves(storage);
  generate_turns(lines, lines.root(*Adapter::position_of(at)), 100, moves);
  const std::int32_t highest = moves.pick(0).score;
  int equals = 0;
  Move chosen;
  for (int index = 0; index < moves.size(); ++index) {
    // Each of the best so far stays with equal probability.
    if (moves[index].score != highest) continue;
    if (random_.below(static_cast<std::uint32_t>(++equals)) == 0) chosen = moves[index].move;
  }
  return chosen;
}

Parsed<std::unique_ptr<Strategy>> make_pattern_strategy(const Game&, std::string_view parameters,
                                                        std::uint64_t seed) {
  if (!parameters.empty()) return parse_error(0, "no parameters");
  return std::make_unique<PatternStrategy>(seed);
}

}  // namespace spielwerk::connect6
