// What the pieces of one side can reach, as sets of fields: the basis of evaluation and search.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "games/towerwars/position.h"

namespace spielwerk::towerwars {

/// Numbers on fields are kept as bit-planes: plane n has the fields whose number has bit n. A sum
/// or a comparison then takes a few operations for the whole board.
template <int Words>
struct Planes {
  /// Bits of height - 1, of the highest tower on boards of that many words.
  static constexpr int kHeights = Words == 1 ? 1 : Words == 2 ? 2 : 3;
  /// Bits of distances to a base, and of the levels of six towers around a stone.
  static constexpr int kDistances = Words == 1 ? 4 : Words <= 4 ? 5 : 6;
  using Distances = std::array<Bitboard<Words>, kDistances>;
};

/// The range bonus of each field for stones of one side, and the reach of its stones.
template <int Words>
struct Force {
  using Bits = Bitboard<Words>;

  /// The levels of unblocked towers beside each field: what a stone there can go beyond one step.
  typename Planes<Words>::Distances bonus;
  /// From where a stone takes the enemy base in one move.
  Bits strike;
  /// Where stones get to in one step, and in one move; whatever stands there.
  Bits steps;
  Bits reach;

  int bonus_at(int cell) const {
    int sum = 0;
    for (std::size_t plane = 0; plane < bonus.size(); ++plane) {
      sum |= int{bonus[plane].test(cell)} << plane;
    }
    return sum;
  }
};

/// Computes forces on boards of one size.
template <int Words>
class Forces {
 public:
  using Bits = Bitboard<Words>;
  using Position = BitboardPosition<Words>;
  using Distances = typename Planes<Words>::Distances;
  /// Fields are distinguished by how many steps they are short of a strike, up to this many.
  static constexpr int kMaxShort = 6;

  explicit Forces(const MoveTables<Words>& tables) : tables_(tables) {
    for (const Player player : {kRed, kBlue}) {
      const Cell target = tables.bases[opponent_of(player)];
      for (Cell cell = 0; cell < tables.geometry.cell_count(); ++cell) {
        const int distance = tables.geometry.distance(cell, target);
        steps_[player].push_back(static_cast<std::uint8_t>(distance));
        set_number(distances_[player], cell, distance);
        for (int steps = 0; steps <= kMaxShort; ++steps) {
          set_number(needed_[player][static_cast<std::size_t>(steps)], cell,
                     std::max(distance - 1 - steps, 0));
        }
      }
    }
  }

  /// After a change of the player's towers.
  void update_towers(const Position& at, Player player, Force<Words>& force) const {
    const Bits helpers = at.towers(player) & ~at.blocked();
    force.bonus = {};
    if (helpers.any()) {
      tables_.for_each_step(helpers, [&](const Bits& beside) { add(force.bonus, beside, 0); });
      for (int plane = 0; plane < Planes<Words>::kHeights; ++plane) {
        const Bits high = helpers & at.height_plane(plane);
        if (high.none()) continue;
        tables_.for_each_step(high, [&](const Bits& beside) { add(force.bonus, beside, plane); });
      }
      // Steps may leave the board at its end.
      for (Bits& plane : force.bonus) plane &= tables_.board;
    }
    force.strike = within(force, player, 0);
  }

  /// After any change of the player's pieces; update_towers comes first.
  void update_stones(const Position& at, Player player, Force<Words>& force) const {
    const Bits& stones = at.stones(player);
    force.steps = around(stones);
    Bits far;
    for (const Bits& plane : force.bonus) far |= stones & plane;
    force.reach = force.steps;
    if (far.none()) return;
    // From the longest range down, each round takes all stones so far one step on.
    int max = 0;
    for (std::size_t plane = 0; plane < force.bonus.size(); ++plane) {
      if ((far & force.bonus[plane]).any()) max = (2 << plane) - 1;
    }
    Bits reached;
    for (int levels = max; levels > 0; --levels) {
      Bits starting = far;
      for (std::size_t plane = 0; plane < force.bonus.size(); ++plane) {
        starting &= (levels >> plane & 1) != 0 ? force.bonus[plane] : ~force.bonus[plane];
      }
      reached |= starting;
      if (reached.any()) reached |= around(reached);
    }
    force.reach |= around(reached) | reached;
  }

  /// From where a stone would take the enemy base with `steps` more range, at most kMaxShort.
  Bits within(const Force<Words>& force, Player player, int steps) const {
    const Distances& needed = needed_[player][static_cast<std::size_t>(steps)];
    Bits too_far;
    for (std::size_t plane = 0; plane < needed.size(); ++plane) {
      const Bits& need = needed[plane];
      const Bits& have = force.bonus[plane];
      too_far = (need & ~have) | (~(need ^ have) & too_far);
    }
    Bits result = tables_.board & ~too_far;
    result.reset(tables_.bases[opponent_of(player)]);
    return result;
  }

  /// The neighbours of all these fields.
  Bits around(const Bits& fields) const {
    Bits result;
    tables_.for_each_step(fields, [&](const Bits& step) { result |= step; });
    return result & tables_.board;
  }

  /// How far the fields are from the base that the player attacks, in planes.
  const Distances& distances(Player player) const { return distances_[player]; }
  /// The distance between the bases.
  int longest() const { return 2 * (tables_.size - 1); }
  int distance(Player player, int cell) const {
    return steps_[player][static_cast<std::size_t>(cell)];
  }

 private:
  static void set_number(Distances& sum, int cell, int number) {
    for (std::size_t plane = 0; plane < sum.size(); ++plane) {
      if ((number >> plane & 1) != 0) sum[plane].set(cell);
    }
  }
  /// Adds 2^plane on these fields.
  static void add(Distances& sum, Bits fields, int plane) {
    for (auto at = static_cast<std::size_t>(plane); at < sum.size(); ++at) {
      const Bits carry = sum[at] & fields;
      sum[at] ^= fields;
      fields = carry;
    }
  }

  const MoveTables<Words>& tables_;
  std::array<std::vector<std::uint8_t>, 2> steps_;
  std::array<Distances, 2> distances_{};
  std::array<std::array<Distances, kMaxShort + 1>, 2> needed_{};
};

}  // namespace spielwerk::towerwars
