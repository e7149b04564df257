#include "games/othello/engine.h"

#include "core/game_adapter.h"
#include "games/othello/knowledge.h"
#include "games/othello/mobility_strategy.h"
#include "search/alpha_beta_engine.h"

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

// Found by `scripts/calibrate_levels.py othello --top-nodes 50000 --min-nodes 6000`, then levels
// 1, 2, 4 and 6 moved a little by hand; docs/levels.md has the method and how the levels score.
constinit const std::array<LevelSettings, kStrongestLevel - kWeakestLevel> kLevels{{
    {.depth = 1, .nodes = 6'200, .lines = 400, .noise = 0.6},
    {.depth = 1, .nodes = 6'200, .lines = 400, .noise = 0.04},
    {.depth = 2, .nodes = 6'200, .lines = 100, .noise = 0.234},
    {.depth = 3, .nodes = 6'200, .lines = 40, .noise = 0.24, .is_careful = true},
    {.depth = 5, .nodes = 6'200, .lines = 20, .noise = 0.323, .is_careful = true},
    {.depth = 7, .nodes = 12'500, .lines = 10, .noise = 0.27, .is_careful = true},
    {.depth = 10, .nodes = 25'000, .lines = 5, .noise = 0.234, .is_careful = true},
    {.depth = 20, .nodes = 50'000, .lines = 3, .noise = 0.156, .is_careful = true},
}};

std::vector<StrategyDescription> strategies() { return {mobility_strategy()}; }

}  // namespace spielwerk::othello
