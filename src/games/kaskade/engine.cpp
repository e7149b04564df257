#include "games/kaskade/engine.h"

#include <cassert>

#include "games/kaskade/knowledge.h"
#include "games/kaskade/simple_strategy.h"
#include "search/alpha_beta_engine.h"

namespace spielwerk::kaskade {
namespace {

/// `simple` as a player among others; its depth is fixed, so only being stopped changes what it
/// does.
class SimplePlayer final : public Strategy {
 public:
  SimplePlayer(const SimpleStrategy& strategy, std::uint64_t seed)
      : strategy_(strategy), random_(seed) {}

  Move choose(const Position& at, const SearchLimits&, std::stop_token stop) override {
    return strategy_.choose(at, random_, stop);
  }

 private:
  const SimpleStrategy strategy_;
  Random random_;
};

Parsed<std::unique_ptr<Strategy>> make_simple(const Game&, std::string_view parameters,
                                              std::uint64_t seed) {
  std::string text = "simple";
  if (!parameters.empty()) text.append(":").append(parameters);
  const auto strategy = parse_simple_strategy(text);
  if (!strategy) {
    // The position is that in the parameters.
    const std::size_t skipped = text.size() - parameters.size();
    return parse_error(strategy.error().position - skipped, strategy.error().expected);
  }
  return std::make_unique<SimplePlayer>(*strategy, seed);
}

template <int Words>
bool is_played_by(const Game& game) {
  return GameAdapter<Rules<Words>>::rules_of(game.start()) != nullptr;
}

}  // namespace

std::unique_ptr<Engine> make_engine(const Game& game, const EngineSettings& settings) {
  if (is_played_by<1>(game)) return search::make_engine<Knowledge<1>>(game, settings);
  if (is_played_by<2>(game)) return search::make_engine<Knowledge<2>>(game, settings);
  assert(is_played_by<7>(game));
  return search::make_engine<Knowledge<7>>(game, settings);
}

// Found by `scripts/calibrate_levels.py kaskade --top-nodes 40000 --min-nodes 5000`;
// docs/levels.md has the method and how the levels score against each other.
const std::array<LevelSettings, 8> kLevels{{
    {.depth = 1, .nodes = 5'000, .lines = 400, .noise = 0.906},
    {.depth = 1, .nodes = 5'000, .lines = 400, .noise = 0.427},
    {.depth = 2, .nodes = 5'000, .lines = 100, .noise = 0.379},
    {.depth = 3, .nodes = 5'000, .lines = 40, .noise = 0.304, .is_careful = true},
    {.depth = 5, .nodes = 5'000, .lines = 20, .noise = 0.202, .is_careful = true},
    {.depth = 7, .nodes = 10'000, .lines = 10, .noise = 0.135, .is_careful = true},
    {.depth = 10, .nodes = 20'000, .lines = 5, .noise = 0.27, .is_careful = true},
    {.depth = 20, .nodes = 40'000, .lines = 3, .noise = 0.266, .is_careful = true},
}};

std::vector<StrategyDescription> strategies() {
  return {{.name = "simple",
           .summary = "the assignment's strategy, simple[:n=1,x=0.5,y=0.2,depth=2]",
           .make = make_simple}};
}

}  // namespace spielwerk::kaskade
