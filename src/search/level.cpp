#include "search/level.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spielwerk::search {
namespace {

/// A number from 0 to 1, never 0.
double uniform(Random& random) { return (static_cast<double>(random() >> 11) + 1) * 0x1.0p-53; }

/// From the normal distribution (Box and Muller's way).
double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(uniform(random)));
  return radius * std::cos(2 * std::numbers::pi * uniform(random));
}

/// How far a player at a level tells good from bad, in the logarithm of the odds: 98 % and beyond
/// look alike, so that with enough noise even a proven win is missed, as people miss them.
constexpr double kSight = 4;

double log_odds(Score score) {
  const double expected = std::clamp(score.expected(), 1e-6, 1 - 1e-6);
  return std::clamp(std::log(expected / (1 - expected)), -kSight, kSight);
}

bool wins_now(Score score) { return score.kind() == Score::Kind::Win && score.plies() <= 1; }
/// The opponent's answer wins.
bool loses_now(Score score) { return score.kind() == Score::Kind::Loss && score.plies() <= 2; }

}  // namespace

LevelChoice choose_at_level(Engine& engine, const Position& at, const LevelSettings& level,
                            const SearchLimits& limits, std::stop_token stop, Random& random) {
  SearchLimits weaker = limits;
  weaker.depth = std::min(limits.depth.value_or(level.depth), level.depth);
  weaker.nodes = std::min(limits.nodes.value_or(level.nodes), level.nodes);
  weaker.lines = level.lines;
  SearchReport report = engine.search(at, weaker, std::move(stop), {});

  const Line& best = report.lines.front();
  const Line* chosen = &best;
  if (!level.is_careful || !wins_now(best.score)) {
    const bool can_avoid_loss = !loses_now(best.score);
    double highest = -1e9;
    for (const Line& line : report.lines) {
      if (level.is_careful && can_avoid_loss && loses_now(line.score)) continue;
      const double looks = log_odds(line.score) + level.noise * normal(random);
      if (looks > highest) {
        highest = looks;
        chosen = &line;
      }
    }
  }
  return {*chosen, std::move(report)};
}

LevelEngine::LevelEngine(const Game& game, int level, const EngineSettings& settings,
                         std::uint64_t seed)
    : engine_(game.description().make_engine(game, settings)), random_(seed) {
  const auto& levels = game.description().levels;
  const auto index = static_cast<std::size_t>(level - kWeakestLevel);
  if (index < levels.size()) level_ = levels[index];
}

LevelEngine::LevelEngine(const Game& game, const LevelSettings& level,
                         const EngineSettings& settings, std::uint64_t seed)
    : engine_(game.description().make_engine(game, settings)), level_(level), random_(seed) {}

LevelChoice LevelEngine::choose(const Position& at, const SearchLimits& limits,
                                std::stop_token stop) {
  if (level_) return choose_at_level(*engine_, at, *level_, limits, std::move(stop), random_);
  SearchReport report = engine_->search(at, limits, std::move(stop), {});
  return {report.lines.front(), std::move(report)};
}

}  // namespace spielwerk::search
