// A TowerWars position as sets of fields, with its key.
#pragma once

#include <array>
#include <cstdint>

#include "core/hash.h"
#include "games/towerwars/move_tables.h"

namespace spielwerk::towerwars {

/// Small enough to copy: 80 bytes on boards up to 8×8, 720 on the largest. The bases stand where
/// they stand; one is taken if an enemy stone stands there.
template <int Words>
class BitboardPosition {
 public:
  using Bits = Bitboard<Words>;

  Player side_to_move() const { return side_; }
  std::uint64_t key() const { return key_; }

  const Bits& stones(Player player) const { return stones_[player]; }
  /// All towers of a player, blocked or not.
  const Bits& towers(Player player) const { return towers_[player]; }
  const Bits& blocked() const { return blocked_; }
  /// The fields with a tower whose height - 1 has this bit.
  const Bits& height_plane(int plane) const {
    return height_planes_[static_cast<std::size_t>(plane)];
  }
  /// The height of the tower on a field.
  int height(int cell) const {
    return 1 + int{height_planes_[0].test(cell)} + 2 * int{height_planes_[1].test(cell)} +
           4 * int{height_planes_[2].test(cell)};
  }
  friend bool operator==(const BitboardPosition&, const BitboardPosition&) = default;

  // The ways to change it: each is its own inverse and keeps the key right.
  void flip_stone(Player owner, int cell) {
    stones_[owner].flip(cell);
    key_ ^= key_of(cell, kStoneKey + owner);
  }
  /// Puts a tower of height 1 on a field, or takes it away.
  void flip_tower(Player owner, int cell) {
    towers_[owner].flip(cell);
    key_ ^= key_of(cell, kTowerKey + owner);
  }
  void flip_blocked(int cell) {
    blocked_.flip(cell);
    key_ ^= key_of(cell, kBlockedKey);
  }
  void change_height(int cell, int before, int after) {
    const int changed = (before - 1) ^ (after - 1);
    for (int plane = 0; plane < kHeightPlanes; ++plane) {
      if ((changed >> plane & 1) == 0) continue;
      height_planes_[static_cast<std::size_t>(plane)].flip(cell);
      key_ ^= key_of(cell, kHeightKey + plane);
    }
  }
  void pass_turn() {
    side_ = opponent_of(side_);
    key_ ^= kSideKeys[kRed] ^ kSideKeys[kBlue];
  }

 private:
  // One random value per field and set: what stands on a field has the XOR of those of the sets it
  // is in as its own value, and no two contents of a field share one.
  static constexpr int kStoneKey = 0;
  static constexpr int kTowerKey = 2;
  static constexpr int kBlockedKey = 4;
  static constexpr int kHeightKey = 5;
  static constexpr int kKeysPerCell = kHeightKey + kHeightPlanes;
  static constexpr std::uint64_t key_of(int cell, int set) {
    return kKeys[static_cast<std::size_t>(cell * kKeysPerCell + set)];
  }
  static constexpr auto kKeys =
      zobrist_values<static_cast<std::size_t>(Words) * 64 * kKeysPerCell>(0x7033);

  std::array<Bits, 2> stones_;
  std::array<Bits, 2> towers_;
  Bits blocked_;
  std::array<Bits, kHeightPlanes> height_planes_;
  std::uint64_t key_ = kSideKeys[kRed];
  Player side_ = kRed;
};

}  // namespace spielwerk::towerwars
