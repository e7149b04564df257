#include "games/othello/engine.h"

#include "core/game_adapter.h"
#include "games/othello/knowledge.h"
#include "games/othello/mobility_strategy.h"
#include "search/search_engine.h"

namespace spielwerk::othello {

std::unique_ptr<Engine> make_engine(const Game& game, const EngineSettings& settings) {
  const Position start = game.start();
  if (GameAdapter<SmallRules>::rules_of(start) != nullptr) {
    return search::make_engine<Knowledge<Frame8>>(game, settings);
  }
  if (GameAdapter<MediumRules>::rules_of(start) != nullptr) {
    return search::make_engine<Knowledge<WideFrame<kMediumWords>>>(game, settings);
  }
  return search::make_engine<Knowledge<WideFrame<kLargeWords>>>(game, settings);
}

constinit const std::array<LevelSettings, kStrongestLevel - kWeakestLevel> kLevels{{
    {.depth = 1, .nodes = 200, .lines = 8, .noise = 1.5},
    {.depth = 1, .nodes = 500, .lines = 7, .noise = 1.0},
    {.depth = 2, .nodes = 1'000, .lines = 6, .noise = 0.8},
    {.depth = 3, .nodes = 3'000, .lines = 5, .noise = 0.6, .is_careful = true},
    {.depth = 4, .nodes = 8'000, .lines = 4, .noise = 0.45, .is_careful = true},
    {.depth = 5, .nodes = 20'000, .lines = 3, .noise = 0.3, .is_careful = true},
    {.depth = 7, .nodes = 60'000, .lines = 3, .noise = 0.2, .is_careful = true},
    {.depth = 9, .nodes = 200'000, .lines = 2, .noise = 0.1, .is_careful = true},
}};

std::vector<StrategyDescription> strategies() { return {mobility_strategy()}; }

}  // namespace spielwerk::othello
