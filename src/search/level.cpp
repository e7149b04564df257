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

/// The levels of games without levels of their own: what suits the general engine, whatever it
/// plays.
///
/// Its strength grows with the number of its playouts, so each level has about two and a half times
/// the nodes of the level below. In a small game even the lowest would be perfect; noise keeps it
/// from that. The upper levels need none, and make the move with the most playouts. Up to level 6
/// each beats the one below in games of all kinds, above it where the board is not too small
/// (docs/levels.md has the figures); nobody can space levels evenly for a game not yet there.
constexpr int kAnyDepth = 100;
constexpr int kAllLines = 1'000;
constexpr LevelSettings kGeneralLevels[] = {
    {.depth = kAnyDepth, .nodes = 1'000, .lines = kAllLines, .noise = 2.0},
    {.depth = kAnyDepth, .nodes = 2'000, .lines = kAllLines, .noise = 1.2},
    {.depth = kAnyDepth, .nodes = 4'000, .lines = kAllLines, .noise = 0.7},
    {.depth = kAnyDepth, .nodes = 10'000, .lines = 12, .noise = 0.4, .is_careful = true},
    {.depth = kAnyDepth, .nodes = 25'000, .lines = 6, .noise = 0.2, .is_careful = true},
    {.depth = kAnyDepth, .nodes = 60'000, .lines = 3, .noise = 0.1, .is_careful = true},
    {.depth = kAnyDepth, .nodes = 150'000, .is_careful = true},
    {.depth = kAnyDepth, .nodes = 400'000, .is_careful = true},
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
  const Line* chosen = &best;
  if (!level.is_careful || !wins_now(best.score)) {
    const bool can_avoid_loss = !loses_now(best.score);
    double highest = -1e9;
    for (const Line& line : report.lines) {
      if (level.is_careful && can_avoid_loss && loses_now(line.score)) continue;
      const double noisy_score = log_odds(line.score) + level.noise * normal(random);
      if (noisy_score > highest) {
        highest = noisy_score;
        chosen = &line;
      }
    }
  }
  return {*chosen, std::move(report)};
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
  return {report.lines.front(), std::move(report)};
}

}  // namespace spielwerk::search
