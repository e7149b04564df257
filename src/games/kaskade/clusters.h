// What a cascade would reach before it is played: clusters of full fields and what they take.
#pragma once

#include "games/kaskade/rules.h"

namespace spielwerk::kaskade {

/// Full fields that touch each other go off together, whoever owns them: a ball on any of them
/// topples all, once, and with them every field that gets enough balls from the toppled ones. That
/// is the first surge of a cascade; it is the same for each field of the cluster that begins it,
/// but for where the added ball ends up. A further surge follows only if the field that began it
/// has all its neighbours toppled and so gets back what it gave.
template <int Words>
class Clusters {
 public:
  using Rules = kaskade::Rules<Words>;
  using Position = typename Rules::Position;
  using Cells = Bitboard<Words>;

  explicit Clusters(const Rules& rules) : rules_(rules) {}

  /// The cluster of `full` fields around `seed`.
  Cells around(const Cells& seed, const Cells& full) const {
    Cells cluster = seed;
    while (true) {
      const Cells grown = cluster | (rules_.beside(cluster) & full);
      if (grown == cluster) return cluster;
      cluster = grown;
    }
  }

  /// Calls `visit` with each cluster in which `player` owns a field.
  template <class Visitor>
  void for_each(const Position& at, Player player, Visitor&& visit) const {
    const Cells full = rules_.full(at);
    Cells seeds = full & at.owned_by(player);
    while (seeds.any()) {
      const Cells cluster = around(Cells::single(seeds.first()), full);
      seeds &= ~cluster;
      visit(cluster);
    }
  }

  /// The fields of the first surge that begins with these full fields.
  Cells surge(const Position& at, const Cells& cluster) const {
    Cells toppled = cluster;
    while (true) {
      const auto sum = rules_.received(toppled);
      const Cells carry = at.ones() & sum.ones;
      const Cells ones = at.ones() ^ sum.ones;
      const Cells twos = at.twos() ^ sum.twos ^ carry;
      const Cells fours = sum.fours | (at.twos() & sum.twos) | (carry & (at.twos() ^ sum.twos));
      const Cells grown = toppled | fours | (twos & (rules_.corners() | (rules_.edges() & ones)));
      if (grown == toppled) return toppled;
      toppled = grown;
    }
  }

  /// A move with which the side to move wins at once, or none.
  Move winning_move(const Position& at) const {
    const Player side = at.side_to_move();
    const Cells enemy = at.owned_by(static_cast<Player>(1 - side));
    const Cells full = rules_.full(at);
    const Cells own_full = full & at.owned_by(side);
    if (own_full.none() || enemy.none()) return {};
    // No surge goes beyond the one of all full fields together, and nothing has a second surge if
    // even in that one every starting field keeps a neighbour that does not topple.
    const Cells most = surge(at, full);
    if (!takes_all(most, enemy) && (own_full & inside(most)).none()) return {};
    Move winning;
    for_each(at, side, [&](const Cells& cluster) {
      if (winning.size() > 0) return;
      const Cells toppled = surge(at, cluster);
      const Cells starts = cluster & own_full;
      if (takes_all(toppled, enemy)) {
        winning = {to_cell(starts.first()), kNoCell};
        return;
      }
      (starts & inside(toppled)).for_each([&](int cell) {
        if (winning.size() > 0) return;
        Position next = at;
        rules_.play(next, {to_cell(cell), kNoCell});
        if (rules_.outcome(next).is_over()) winning = {to_cell(cell), kNoCell};
      });
    });
    return winning;
  }

 private:
  /// The fields whose neighbours all are among `cells`.
  Cells inside(const Cells& cells) const { return ~rules_.beside(rules_.board() & ~cells); }
  bool takes_all(const Cells& toppled, const Cells& enemy) const {
    return (enemy & ~(toppled | rules_.beside(toppled))).none();
  }

  const Rules& rules_;
};

}  // namespace spielwerk::kaskade
