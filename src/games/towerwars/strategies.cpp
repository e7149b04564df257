#include "games/towerwars/strategies.h"

#include <fmt/format.h>

#include <array>

#include "games/towerwars/computer_players.h"
#include "games/towerwars/engine.h"
#include "search/level.h"

namespace spielwerk::towerwars {
namespace {

// The noise is in units of which a stone is about one half (evaluation.h): adv1 now and then gives
// a stone away without noticing, adv4 hardly ever. Depth does the rest. Neighbours score 83 to 96 %
// against each other (docs/engines/towerwars.md).
constexpr std::array<LevelSettings, kGrades - 1> kGradeSettings{{
    {.depth = 1, .nodes = 2'000, .lines = 6, .noise = 0.8, .is_careful = true},
    {.depth = 2, .nodes = 4'000, .lines = 6, .noise = 0.6, .is_careful = true},
    {.depth = 3, .nodes = 6'000, .lines = 5, .noise = 0.4, .is_careful = true},
    {.depth = 4, .nodes = 12'000, .lines = 4, .noise = 0.25, .is_careful = true},
}};

// Found by `scripts/calibrate_levels.py towerwars --top-nodes 8000 --min-nodes 3000 --schedule
// narrow
// --target 0.75`;
// docs/levels.md has the method and how the levels score against each other.
constexpr std::array<LevelSettings, kStrongestLevel - 1> kLevels{{
    {.depth = 1, .nodes = 3'000, .lines = 12, .noise = 1.9},
    {.depth = 1, .nodes = 3'000, .lines = 8, .noise = 1.47},
    {.depth = 1, .nodes = 3'000, .lines = 6, .noise = 1.35},
    {.depth = 2, .nodes = 3'000, .lines = 6, .noise = 2.53, .is_careful = true},
    {.depth = 3, .nodes = 3'000, .lines = 5, .noise = 1.69, .is_careful = true},
    {.depth = 4, .nodes = 3'000, .lines = 4, .noise = 1.12, .is_careful = true},
    {.depth = 6, .nodes = 4'000, .lines = 3, .noise = 0.75, .is_careful = true},
    {.depth = 20, .nodes = 8'000, .lines = 3, .noise = 0.5, .is_careful = true},
}};

class SimpleStrategy final : public Strategy {
 public:
  SimpleStrategy(const Game& game, std::uint64_t seed) : game_(game), random_(seed) {}
  Move choose(const Position& at, const SearchLimits&, std::stop_token) override {
    return simple_move(game_, at, random_);
  }

 private:
  const Game game_;
  Random random_;
};

class AdvancedStrategy final : public Strategy {
 public:
  AdvancedStrategy(const Game& game, int grade, std::uint64_t seed)
      : grade_(grade), random_(seed), engine_(make_engine(game, {.seed = seed})) {}

  Move choose(const Position& at, const SearchLimits& limits, std::stop_token stop) override {
    if (grade_ < kGrades) {
      const LevelSettings& settings = kGradeSettings[static_cast<std::size_t>(grade_ - 1)];
      return search::choose_at_level(*engine_, at, settings, limits, std::move(stop), random_).move;
    }
    SearchLimits own = limits;
    if (!own.move_time && !own.clock && !own.depth && !own.nodes) own.move_time = kStandardTime;
    return engine_->search(at, own, std::move(stop), {}).best();
  }

 private:
  const int grade_;
  Random random_;
  const std::unique_ptr<Engine> engine_;
};

/// A strategy without parameters.
template <class Make>
StrategyDescription describe(std::string name, std::string summary, Make make) {
  return {std::move(name), std::move(summary),
          [make](const Game& game, std::string_view parameters,
                 std::uint64_t seed) -> Parsed<std::unique_ptr<Strategy>> {
            if (!parameters.empty()) return parse_error(0, "no parameters");
            return make(game, seed);
          }};
}

}  // namespace

std::unique_ptr<Strategy> make_advanced(const Game& game, int grade, std::uint64_t seed) {
  return std::make_unique<AdvancedStrategy>(game, grade, seed);
}

std::vector<StrategyDescription> strategies() {
  std::vector<StrategyDescription> result;
  result.push_back(describe("simple", "the assignment's: captures and marches on the base",
                            [](const Game& game, std::uint64_t seed) {
                              return std::make_unique<SimpleStrategy>(game, seed);
                            }));
  for (int grade = 1; grade <= kGrades; ++grade) {
    std::string summary = grade == kGrades
                              ? "the engine at full strength"
                              : fmt::format("the engine at strength {} of {}", grade, kGrades);
    result.push_back(describe(fmt::format("adv{}", grade), std::move(summary),
                              [grade](const Game& game, std::uint64_t seed) {
                                return make_advanced(game, grade, seed);
                              }));
  }
  return result;
}

std::span<const LevelSettings> levels() { return kLevels; }

}  // namespace spielwerk::towerwars
