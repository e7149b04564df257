// Positions of k-in-a-row games with the content of every window of k cells updated incrementally:
// the basis of their evaluation, threats and candidate moves.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/outcome.h"
#include "core/rules.h"
#include "search/row_windows.h"
#include "search/value.h"

namespace spielwerk::search {

/// The evaluation of a window with stones of one player only, by their number.
using RowWeights = std::array<int, 11>;

/// `R` places StonesPerTurn stones a turn; MaxWindows bounds the windows of its boards.
template <class R, int MaxWindows, int StonesPerTurn>
class RowLines {
  static constexpr std::size_t kWords = (static_cast<std::size_t>(MaxWindows) + 63) / 64;
  static constexpr std::uint8_t kBlocked = 0xFF;

 public:
  static constexpr int kStonesPerTurn = StonesPerTurn;

  /// Copied for each move, so one byte per window is all it keeps: scores of cells are summed up
  /// where moves are generated, because most positions of a search never generate moves.
  class State {
   public:
    const typename R::Position& position() const { return position_; }
    Player side_to_move() const { return position_.side_to_move(); }
    std::uint64_t key() const { return position_.key(); }
    bool is_free(Cell cell) const { return position_.owner(cell) == kNoPlayer; }

    /// The only player with stones in a window, kNoPlayer if there is none or more than one.
    Player owner(int window) const {
      const std::uint8_t content = windows_[static_cast<std::size_t>(window)];
      return content == 0 || content == kBlocked ? kNoPlayer : static_cast<Player>(content >> 4);
    }
    /// The stones in a window that has an owner.
    int stones(int window) const { return windows_[static_cast<std::size_t>(window)] & 15; }
    bool is_blocked(int window) const {
      return windows_[static_cast<std::size_t>(window)] == kBlocked;
    }
    /// The sum of 2^stones over all windows in which nobody else has a stone: 0 if the player can
    /// never complete a row. By the Erdős–Selfridge theorem an opponent who is to move and places
    /// one stone a turn can prevent every row while this is below 2^length.
    int potential(Player player) const { return potential_[player]; }
    /// The evaluation of all windows with stones of this player alone.
    int weight_sum(Player player) const { return weight_sums_[player]; }
    friend bool operator==(const State&, const State&) = default;

   private:
    friend class RowLines;
    typename R::Position position_;
    // 0 without stones, kBlocked with those of two players, else 16 * owner + stones.
    std::array<std::uint8_t, MaxWindows> windows_{};
    // Windows with an owner who can complete them in one turn, and in two.
    std::array<std::uint64_t, kWords> threats_{};
    std::array<std::uint64_t, kWords> two_turn_threats_{};
    std::array<std::int32_t, kMaxPlayers> weight_sums_{};
    std::array<std::int32_t, kMaxPlayers> potential_{};
  };

  RowLines(const R& rules, const RowWeights& weights)
      : rules_(rules), windows_(rules.geometry(), rules.length()), weights_(weights) {}

  const R& rules() const { return rules_; }
  const RowWindows& windows() const { return windows_; }
  int length() const { return windows_.length(); }
  int weight(int stones) const { return weights_[static_cast<std::size_t>(stones)]; }

  State root(const typename R::Position& position) const {
    State state;
    state.position_ = position;
    state.potential_.fill(windows_.count());
    for (Cell cell = 0; cell < rules_.geometry().cell_count(); ++cell) {
      if (position.owner(cell) != kNoPlayer) count_stone(state, cell, position.owner(cell));
    }
    return state;
  }

  void play(State& state, Move move) const {
    const Player side = state.side_to_move();
    for (int stone = 0; stone < StonesPerTurn; ++stone) count_stone(state, move[stone], side);
    rules_.play(state.position_, move);
  }

  /// Whether the player can complete a window in one turn.
  bool can_complete(const State& at, Player player) const {
    for (std::size_t word = 0; word < kWords; ++word) {
      for (std::uint64_t rest = at.threats_[word]; rest != 0; rest &= rest - 1) {
        if (at.owner(window_of(word, rest)) == player) return true;
      }
    }
    return false;
  }

  /// The player's windows that one turn can complete.
  template <class Visitor>
  void for_each_threat(const State& at, Player player, Visitor&& visit) const {
    for_each(at, at.threats_, player, visit);
  }
  /// The player's windows that two turns can complete, those of one turn included.
  template <class Visitor>
  void for_each_two_turn_threat(const State& at, Player player, Visitor&& visit) const {
    for_each(at, at.two_turn_threats_, player, visit);
  }
  template <class Visitor>
  void for_each_free(const State& at, int window, Visitor&& visit) const {
    for (const Cell cell : windows_.cells(window)) {
      if (at.is_free(cell)) visit(cell);
    }
  }

 private:
  static int window_of(std::size_t word, std::uint64_t rest) {
    return static_cast<int>(word) * 64 + std::countr_zero(rest);
  }

  template <class Visitor>
  static void for_each(const State& at, const std::array<std::uint64_t, kWords>& set, Player player,
                       Visitor&& visit) {
    for (std::size_t word = 0; word < kWords; ++word) {
      for (std::uint64_t rest = set[word]; rest != 0; rest &= rest - 1) {
        const int window = window_of(word, rest);
        if (at.owner(window) == player) visit(window);
      }
    }
  }

  void count_stone(State& state, Cell cell, Player player) const {
    for (const std::uint16_t window : windows_.through(cell)) {
      std::uint8_t& content = state.windows_[window];
      if (content == kBlocked) continue;
      const std::uint64_t bit = std::uint64_t{1} << (window % 64);
      const std::size_t word = window / 64u;
      if (content == 0) {
        for (Player other = 0; other < kMaxPlayers; ++other) {
          if (other != player) --state.potential_[other];
        }
        content = static_cast<std::uint8_t>(player << 4);
      } else if (const auto owner = static_cast<Player>(content >> 4); owner != player) {
        state.potential_[owner] -= 1 << (content & 15);
        state.weight_sums_[owner] -= weight(content & 15);
        content = kBlocked;
        state.threats_[word] &= ~bit;
        state.two_turn_threats_[word] &= ~bit;
        continue;
      }
      const int stones = (content & 15) + 1;
      ++content;
      state.potential_[player] += 1 << (stones - 1);
      state.weight_sums_[player] += weight(stones) - weight(stones - 1);
      if (stones + StonesPerTurn >= length()) state.threats_[word] |= bit;
      if (stones + 2 * StonesPerTurn >= length()) state.two_turn_threats_[word] |= bit;
    }
  }

  const R& rules_;
  RowWindows windows_;
  RowWeights weights_;
};

}  // namespace spielwerk::search
