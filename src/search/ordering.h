// What a thread has learnt about which moves to try first.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/move.h"
#include "core/random.h"

namespace spielwerk::search {

inline constexpr int kMaxPly = 128;

class Ordering {
 public:
  bool is_killer(Move move, int ply) const {
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    return killers[0] == move || killers[1] == move;
  }
  bool is_answer(Move move, Move previous, Player side) const {
    return answers_[slot(previous) * kMaxPlayers + side] == move;
  }
  int history(Move move, Player side) const { return history_[slot(move)][side]; }

  /// `move` refuted the position, after `previous`.
  void reward(Move move, Move previous, Player side, int depth, int ply) {
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != move) {
      killers[1] = killers[0];
      killers[0] = move;
    }
    answers_[slot(previous) * kMaxPlayers + side] = move;
    add(move, side, bonus(depth));
  }
  /// `move` was tried before the one that refuted the position.
  void punish(Move move, Player side, int depth) { add(move, side, -bonus(depth)); }

 private:
  // Moves share a slot if there are more of them; then they share what was learnt.
  static constexpr std::size_t kSlots = 4096;
  static constexpr int kMostHistory = 16'384;

  static std::size_t slot(Move move) {
    // One cell: its number. Two cells: spread over all slots.
    if (move.second == kNoCell) return move.first % kSlots;
    return (move.first * 389u + move.second * 7u) % kSlots;
  }
  static int bonus(int depth) { return std::min(depth * depth * 8, 2'000); }
  /// The closer to the limit, the less is added: what is new counts more than what was long ago.
  void add(Move move, Player side, int by) {
    int& value = history_[slot(move)][side];
    value += by - value * (by < 0 ? -by : by) / kMostHistory;
  }

  std::array<std::array<int, kMaxPlayers>, kSlots> history_{};
  std::array<Move, kSlots * kMaxPlayers> answers_{};
  std::array<std::array<Move, 2>, kMaxPly + 1> killers_{};
};

}  // namespace spielwerk::search
