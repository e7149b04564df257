// What every engine promises, whatever its game: legal moves, the same answer twice, punctuality.
// Each game's tests instantiate it for variants of that game.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine.h"

namespace spielwerk::test {

struct Thinker {
  /// A game's text, `othello:8x8`.
  std::string game;
  /// Whether it knows nothing but the rules.
  bool is_general = false;
  friend void PrintTo(const Thinker& thinker, std::ostream* out) { *out << thinker.game; }
};

class Engines : public testing::TestWithParam<Thinker> {
 protected:
  Engines();
  std::unique_ptr<Engine> engine(const EngineSettings& settings = {.table_megabytes = 2}) const;

  const Game game_;
};

/// The engines of these games, separated by blanks: their own, or the general one.
std::vector<Thinker> engines_of(std::string_view games, bool is_general = false);

/// What the tests of an engine are called.
std::string engine_name(const testing::TestParamInfo<Thinker>& engine);

}  // namespace spielwerk::test
