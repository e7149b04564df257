// Tic-Tac-Toe on rows × columns with k in a row.
#pragma once

#include "core/game.h"
#include "core/row_rules.h"

namespace spielwerk::tictactoe {

/// Each side of the board has at most this many fields.
inline constexpr int kLongestSide = 10;

class Rules : public RowRules<kLongestSide * kLongestSide, 1> {
 public:
  static Parsed<Rules> create(const Variant& variant);

 private:
  using RowRules::RowRules;
};

GameDescription description();

}  // namespace spielwerk::tictactoe
