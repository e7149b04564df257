// Playing at a level: plausible weak moves, not random ones.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "core/engine.h"
#include "core/random.h"

namespace spielwerk::search {

/// How levels 1 to 8 of a game play: as it says, or as suits the general engine.
std::span<const LevelSettings> levels_of(const GameDescription& game);

struct LevelChoice {
  /// That of the move to play, with its own score; not always the best of the report.
  Line line;
  SearchReport report;
};

/// The move of a level: a shallow search, with noise added to the scores of the best moves.
LevelChoice choose_at_level(Engine& engine, const Position& at, const LevelSettings& level,
                            const SearchLimits& limits, std::stop_token stop, Random& random);

/// The engine of a game at one of its levels; the strongest is the engine itself.
class LevelEngine {
 public:
  /// `level` from kWeakestLevel to kStrongestLevel.
  LevelEngine(const Game& game, int level, const EngineSettings& settings, std::uint64_t seed);
  /// An engine at full strength.
  explicit LevelEngine(std::unique_ptr<Engine> engine) : engine_(std::move(engine)), random_(0) {}
  /// A level spelled out.
  LevelEngine(const Game& game, const LevelSettings& level, const EngineSettings& settings,
              std::uint64_t seed);

  void forget() { engine_->forget(); }
  LevelChoice choose(const Position& at, const SearchLimits& limits, std::stop_token stop);

 private:
  std::unique_ptr<Engine> engine_;
  /// Empty at full strength.
  std::optional<LevelSettings> level_;
  Random random_;
};

}  // namespace spielwerk::search
