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

  /// A move with which the side to move wins at once, or none. With fewer surges it is found
  /// sooner, but a win that takes more is missed.
  static constexpr int kAllSurges = 1'000'000;
  Move winning_move(const Position& at, int surges = kAllSurges) const {
    const Player side = at.side_to_move();
    const Cells enemy = at.owned_by(static_cast<Player>(1 - side));
    const Cells full = rules_.full(at);
    Cells starts = full & at.owned_by(side);
    if (starts.none() || enemy.none()) return {};
    // No first surge goes beyond the one of all full fields together. If that is not enough, there
    // has to be a second, and only a field inside of it can have one.
    const Cells largest = surge(at.ones(), at.twos(), full).toppled;
    if (left_of(enemy, largest).any()) {
      if (surges == 1) return {};
      starts &= inside(largest);
    }
    return winning_start(at.ones(), at.twos(), enemy, starts, surges);
  }

 private:
  struct Surge {
    Cells toppled;
    /// The balls that are on each field then, before the toppled ones lose theirs.
    Cells ones;
    Cells twos;
    Cells fours;
  };

  /// The first surge that begins with these full fields.
  Surge surge(const Cells& ones, const Cells& twos, const Cells& cluster) const {
    Surge result{.toppled = cluster, .ones = {}, .twos = {}, .fours = {}};
    while (true) {
      const auto sum = rules_.received(result.toppled);
      const Cells carry = ones & sum.ones;
      result.ones = ones ^ sum.ones;
      result.twos = twos ^ sum.twos ^ carry;
      result.fours = sum.fours | (twos & sum.twos) | (carry & (twos ^ sum.twos));
      const Cells grown = result.toppled | result.fours |
                          (result.twos & (rules_.corners() | (rules_.edges() & result.ones)));
      if (grown == result.toppled) return result;
      result.toppled = grown;
    }
  }

  /// The first of these full fields whose cascade takes all enemy fields. Fields of one cluster
  /// share their first surge; those that have a second one share it with the others that then are
  /// in one cluster with them, and so on.
  Move winning_start(const Cells& ones, const Cells& twos, const Cells& enemy, Cells starts,
                     int surges) const {
    const Cells full = rules_.full(ones, twos);
    while (starts.any()) {
      const Cells cluster = around(Cells::single(starts.first()), full);
      const Cells here = starts & cluster;
      starts &= ~cluster;
      Surge first = surge(ones, twos, cluster);
      const Cells left = left_of(enemy, first.toppled);
      if (left.none()) return {to_cell(here.first()), kNoCell};
      const Cells again = here & inside(first.toppled);
      if (again.none() || surges == 1) continue;
      rules_.take_capacity(first.ones, first.twos, first.fours, first.toppled);
      const Move winning = winning_start(first.ones, first.twos, left, again, surges - 1);
      if (winning.size() > 0) return winning;
    }
    return {};
  }

  /// The fields whose neighbours all are among `cells`.
  Cells inside(const Cells& cells) const { return ~rules_.beside(rules_.board() & ~cells); }
  Cells left_of(const Cells& enemy, const Cells& toppled) const {
    return enemy & ~(toppled | rules_.beside(toppled));
  }

  const Rules& rules_;
};

}  // namespace spielwerk::kaskade
