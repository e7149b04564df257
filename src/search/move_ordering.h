// Move ordering learnt during the search: killer moves, countermoves and the history heuristic.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/move.h"
#include "core/random.h"

namespace spielwerk::search {

inline constexpr int kMaxPly = 128;

/// Each thread has its own.
class MoveOrdering {
 public:
  bool is_killer(Move move, int ply) const {
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    return killers[0] == move || killers[1] == move;
  }
  bool is_countermove(Move move, Move previous, Player side) const {
    return countermoves_[slot(previous) * kMaxPlayers + side] == move;
  }
  int history(Move move, Player side) const { return history_[slot(move)][side]; }

  /// `move` caused a beta cutoff in answer to `previous`.
  void reward(Move move, Move previous, Player side, int depth, int ply) {
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != move) {
      killers[1] = killers[0];
      killers[0] = move;
    }
    countermoves_[slot(previous) * kMaxPlayers + side] = move;
    add(move, side, bonus(depth));
  }
  /// `move` was searched before the one that caused the cutoff.
  void penalize(Move move, Player side, int depth) { add(move, side, -bonus(depth)); }

 private:
  // Where a game has more moves than slots, several moves share one slot and its statistics.
  static constexpr std::size_t kSlots = 4096;
  static constexpr int kMaxHistory = 16'384;

  static std::size_t slot(Move move) {
    // One cell: its number. Two cells: spread over all slots.
    if (move.second == kNoCell) return move.first % kSlots;
    return (move.first * 389u + move.second * 7u) % kSlots;
  }
  static int bonus(int depth) { return std::min(depth * depth * 8, 2'000); }
  /// History with gravity: a value near the limit grows more slowly, so that old results fade.
  void add(Move move, Player side, int by) {
    int& value = history_[slot(move)][side];
    value += by - value * (by < 0 ? -by : by) / kMaxHistory;
  }

  std::array<std::array<int, kMaxPlayers>, kSlots> history_{};
  std::array<Move, kSlots * kMaxPlayers> countermoves_{};
  std::array<std::array<Move, 2>, kMaxPly + 1> killers_{};
};

}  // namespace spielwerk::search
