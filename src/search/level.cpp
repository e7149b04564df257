#include "search/level.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spielwerk::search {
namespace {

/// A number from 0 to 1, never 0.
double uniform(Random& random) { return (static_cast<double>(random() >> 11) + 1) * 0x1.0p-53; }

/// Normally distributed (Box–Muller transform).
double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(uniform(random)));
  return radius * std::cos(2 * std::numbers::pi * uniform(random));
}

/// Scores are clamped to this, in the logarithm of the odds: 98 % and more are all alike, so that
/// with enough noise even a proven win is missed, as people miss them.
constexpr double kMaxLogOdds = 4;

double log_odds(Score score) {
  const double expected = std::clamp(score.expected(), 1e-6, 1 - 1e-6);
  return std::clamp(std::log(expected / (1 - expected)), -kMaxLogOdds, kMaxLogOdds);
}

bool wins_now(Score score) { return score.kind() == Score::Kind::Win && score.plies() <= 1; }
/// The opponent's answer wins.
bool loses_now(Score score) { return score.kind() == Score::Kind::Loss && score.plies() <= 2; }

constexpr int kAnyDepth = 100;

/// Levels of the general engine.
constexpr LevelSettings kGeneralLevels[] = {
    {.depth = kAnyDepth, .nodes = 2'000, .lines = 50, .noise = 3.0},
    {.depth = kAnyDepth, .nodes = 4'000, .lines = 50, .noise = 2.0},
    {.depth = kAnyDepth, .nodes = 8'000, .lines = 30, .noise = 1.3},
    {.depth = kAnyDepth, .nodes = 16'000, .lines = 20, .noise = 0.9, .is_careful = true},
    {.depth = kAnyDepth, .nodes = 32'000, .lines = 10, .noise = 0.6, .is_careful = true},
    {.depth = kAnyDepth, .nodes = 64'000, .lines = 5, .noise = 0.4, .is_careful = true},
    {.depth = kAnyDepth, .nodes = 128'000, .lines = 3, .noise = 0.2, .is_careful = true},
    {.depth = kAnyDepth, .nodes = 256'000, .lines = 2, .noise = 0.1, .is_careful = true},
};

}  // namespace

std::span<const LevelSettings> levels_of(const GameDescription& game) {
  return game.levels.empty() ? std::span(kGeneralLevels) : game.levels;
}

LevelChoice choose_at_level(Engine& engine, const Position& at, const LevelSettings& level,
                            const SearchLimits& limits, std::stop_token stop, Random& random) {
  SearchLimits weaker = limits;
  weaker.depth = std::min(limits.depth.value_or(level.depth), level.depth);
  weaker.nodes = std::min(limits.nodes.value_or(level.nodes), level.nodes);
  weaker.lines = level.lines;
  SearchReport report = engine.search(at, weaker, std::move(stop), {});

  const Line& best = report.lines.front();
  if (level.is_careful && wins_now(best.score)) return {report.best(), report};
  const bool can_avoid_loss = !loses_now(best.score);
  Move chosen = report.best();
  double highest = -1e9;
  for (const Line& line : report.lines) {
    if (level.is_careful && can_avoid_loss && loses_now(line.score)) continue;
    const double noisy_score = log_odds(line.score) + level.noise * normal(random);
    if (noisy_score > highest) {
      highest = noisy_score;
      chosen = line.moves.front();
    }
  }
  return {chosen, std::move(report)};
}

LevelEngine::LevelEngine(const Game& game, int level, const EngineSettings& settings,
                         std::uint64_t seed)
    : engine_(game.make_engine(settings)), random_(seed) {
  const auto levels = levels_of(game.description());
  const auto index = static_cast<std::size_t>(level - kWeakestLevel);
  if (index < levels.size()) level_ = levels[index];
}

LevelEngine::LevelEngine(const Game& game, const LevelSettings& level,
                         const EngineSettings& settings, std::uint64_t seed)
    : engine_(game.make_engine(settings)), level_(level), random_(seed) {}

LevelChoice LevelEngine::choose(const Position& at, const SearchLimits& limits,
                                std::stop_token stop) {
  if (level_) return choose_at_level(*engine_, at, *level_, limits, std::move(stop), random_);
  SearchReport report = engine_->search(at, limits, std::move(stop), {});
  return {report.best(), std::move(report)};
}

}  // namespace spielwerk::search
