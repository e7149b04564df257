// Static evaluation of Kaskade: fields counted by kind and weighted.
#pragma once

#include "games/kaskade/rules.h"
#include "search/value.h"

namespace spielwerk::kaskade {

/// The logarithm of the odds of winning is the estimate divided by this.
inline constexpr double kOddsScale = 200;

/// What a field adds to the estimate, by where it is and how many balls it holds. A field beside a
/// full enemy field counts nothing: it is as good as lost, and a player who can save it or strikes
/// first is found by searching the ignitions.
///
/// From a logistic regression of game results on these counts: 60,000 positions of games on 6x6,
/// 8x8 and 10x10 that the engine played against itself with 2,000 nodes a move, each followed to
/// the end of its ignitions. Different weights for the side to move, for exposed fields, for chains
/// of full fields or for fuller boards predicted results of other games no better.
struct FieldWeights {
  int corner = 64;
  int edge_full = 31;
  int edge_one = 15;
  int inner_full = 19;
  int inner_two = 5;
  int inner_one = 12;
};

template <int Words>
class Evaluation {
 public:
  using Rules = kaskade::Rules<Words>;
  using Position = typename Rules::Position;
  using Cells = Bitboard<Words>;

  explicit Evaluation(const Rules& rules, const FieldWeights& weights = {})
      : rules_(rules),
        weights_(weights),
        inner_(rules.board() & ~(rules.corners() | rules.edges())) {}

  search::Value evaluate(const Position& at, Player view) const {
    const Cells full = rules_.full(at);
    const Cells own = at.owned_by(view);
    const Cells enemy = at.owned_by(static_cast<Player>(1 - view));
    return weigh(at, own & ~rules_.beside(full & enemy)) -
           weigh(at, enemy & ~rules_.beside(full & own));
  }

 private:
  search::Value weigh(const Position& at, const Cells& fields) const {
    const Cells ones = at.ones() & fields;
    const Cells twos = at.twos() & fields;
    return weights_.corner * (ones & rules_.corners()).count() +
           weights_.edge_full * (twos & rules_.edges()).count() +
           weights_.edge_one * (ones & rules_.edges()).count() +
           weights_.inner_full * (ones & twos & inner_).count() +
           weights_.inner_two * (twos & ~ones & inner_).count() +
           weights_.inner_one * (ones & ~twos & inner_).count();
  }

  const Rules& rules_;
  const FieldWeights weights_;
  const Cells inner_;
};

}  // namespace spielwerk::kaskade
