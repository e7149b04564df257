// What a Kaskade position is worth at first sight: its fields counted by kind and weighed.
#pragma once

#include <array>
#include <cstddef>

#include "games/kaskade/rules.h"
#include "search/value.h"

namespace spielwerk::kaskade {

/// The kinds of occupied fields, by how many balls they still take and where they are.
enum FieldKind { kCorner1, kEdge1, kEdge2, kInner1, kInner2, kInner3, kFieldKinds };

/// What is counted for one side: fields of each kind that no full enemy field stands beside, those
/// that one does, and full fields beside own full fields.
inline constexpr int kSafe = 0;
inline constexpr int kExposed = kFieldKinds;
inline constexpr int kLinked = 2 * kFieldKinds;
inline constexpr int kCountsPerSide = 2 * kFieldKinds + 1;
/// First those of the side to move, then those of the other.
inline constexpr int kCounts = 2 * kCountsPerSide;
using FieldCounts = std::array<int, kCounts>;

/// The weight of each count on an empty board and on one that holds as many balls as it can.
struct Weights {
  std::array<int, kCounts> empty;
  std::array<int, kCounts> filled;
  /// What the side to move has for being it.
  int turn_empty;
  int turn_filled;
};
extern const Weights kWeights;

template <int Words>
class Evaluation {
 public:
  using Rules = kaskade::Rules<Words>;
  using Position = typename Rules::Position;
  using Cells = Bitboard<Words>;

  explicit Evaluation(const Rules& rules, const Weights& weights = kWeights);

  FieldCounts counts(const Position& at) const {
    FieldCounts result;
    const Cells full = rules_.full(at);
    const Player side = at.side_to_move();
    count_side(at, full, side, result.data());
    count_side(at, full, static_cast<Player>(1 - side), result.data() + kCountsPerSide);
    return result;
  }
  /// From 0 on an empty board to 256 on one that cannot hold another ball.
  int fill(const Position& at) const {
    const int balls = at.ones().count() + 2 * at.twos().count();
    return balls * fill_factor_ >> 16;
  }
  /// For the side to move.
  search::Value evaluate(const Position& at) const {
    const FieldCounts result = counts(at);
    int empty = weights_.turn_empty;
    int filled = weights_.turn_filled;
    for (std::size_t index = 0; index < kCounts; ++index) {
      empty += result[index] * weights_.empty[index];
      filled += result[index] * weights_.filled[index];
    }
    const int now = fill(at);
    return (empty * (256 - now) + filled * now) / 256;
  }

 private:
  void count_side(const Position& at, const Cells& full, Player player, int* result) const {
    const Cells own = at.owned_by(player);
    const Cells own_full = full & own;
    const Cells exposed = rules_.beside(full & ~own);
    const Cells ones = at.ones() & own;
    const Cells twos = at.twos() & own;
    const std::array<Cells, kFieldKinds> kinds{ones & rules_.corners(), twos & rules_.edges(),
                                               ones & rules_.edges(),   ones & twos & inner_,
                                               twos & ~ones & inner_,   ones & ~twos & inner_};
    for (std::size_t kind = 0; kind < kFieldKinds; ++kind) {
      const int in_danger = (kinds[kind] & exposed).count();
      result[kSafe + kind] = kinds[kind].count() - in_danger;
      result[kExposed + kind] = in_danger;
    }
    result[kLinked] = (own_full & rules_.beside(own_full)).count();
  }

  const Rules& rules_;
  const Weights weights_;
  Cells inner_;
  /// 256 / the most balls a board holds, in 65536ths.
  int fill_factor_;
};

}  // namespace spielwerk::kaskade
