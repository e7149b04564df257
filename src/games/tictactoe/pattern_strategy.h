// The Tic-Tac-Toe player `pattern`, which looks at one move only: a measure for the engine.
#pragma once

#include "core/engine.h"
#include "core/random.h"

namespace spielwerk::tictactoe {

/// Completes a row if it can, else stops one, else takes the field where most rows are furthest;
/// among equals the seed decides.
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

}  // namespace spielwerk::tictactoe
