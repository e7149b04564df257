// Connect6 on 18×18 or 20×20, with closed edges or as a torus, for two to four players.
#pragma once

#include "core/game.h"
#include "core/row_rules.h"

namespace spielwerk::connect6 {

inline constexpr int kMaxSize = 20;

class Rules : public RowRules<kMaxSize * kMaxSize, 2> {
 public:
  static Parsed<Rules> create(const Variant& variant);

 private:
  using RowRules::RowRules;
};

GameDescription description();

}  // namespace spielwerk::connect6
