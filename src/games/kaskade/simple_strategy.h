// The assignment's strategy `simple`: minimax to a fixed depth over a count of threatened balls.
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "core/game.h"

namespace spielwerk::kaskade {

struct SimpleStrategy {
  /// What a ball counts: own and unthreatened +n, enemy and threatened +x·n, enemy and
  /// unthreatened −n, own and threatened −y·n. A field is threatened if a neighbour of the other
  /// side is full, one ball below overflow.
  double n = 1.0;
  double x = 0.5;
  double y = 0.2;
  int depth = 2;

  /// The best move of a Kaskade position that is not over; equally good ones are drawn at random.
  /// If it is stopped, the best of those moves it has looked at.
  Move choose(const Position& at, Random& random, const std::stop_token& stop = {}) const;
  /// What a Kaskade position is worth, seen by `view`.
  double evaluate(const Position& at, Player view) const;

  friend bool operator==(const SimpleStrategy&, const SimpleStrategy&) = default;
};

/// `simple` or `simple:n=1,x=0.5,y=0.2,depth=2`, each parameter optional.
Parsed<SimpleStrategy> parse_simple_strategy(std::string_view text);

inline constexpr int kDeepestSimple = 20;

}  // namespace spielwerk::kaskade
