// The Connect6 player `pattern`, which looks at one turn only: a measure for the engine.
#pragma once

#include "core/engine.h"
#include "core/random.h"

namespace spielwerk::connect6 {

/// Completes a row if it can, stops what must be stopped, and else takes the two fields that are
/// worth most in their windows; among equals the seed decides.
class PatternStrategy final : public Strategy {
 public:
  explicit PatternStrategy(std::uint64_t seed) : random_(seed) {}
  Move choose(const Position& at, const SearchLimits& limits, std::stop_token stop) override;

 private:
  Random random_;
};

Parsed<std::unique_ptr<Strategy>> make_pattern_strategy(const Game& game,
                                                        std::string_view parameters,
                                                        std::uint64_t seed);

}  // namespace spielwerk::connect6
