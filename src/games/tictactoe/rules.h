// Tic-Tac-Toe on rows × columns with k in a row.
#pragma once

#include "core/game.h"
#include "core/row_rules.h"

namespace spielwerk::tictactoe {

/// How many fields a side of the board has; k lies between these too.
inline constexpr int kMinSide = 3;
inline constexpr int kMaxSide = 10;

class Rules : public RowRules<kMaxSide * kMaxSide, 1> {
 public:
  static Parsed<Rules> create(const Variant& variant);

 private:
  using RowRules::RowRules;
};

GameDescription description();

}  // namespace spielwerk::tictactoe
