// Positions of games about rows of stones, with what every window of a row's length holds kept up
// to date: what their evaluation, their threats and their candidates are read from.
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

/// What a window is worth to the only player with stones in it, by their number.
using RowWeights = std::array<int, 11>;

/// `R` places StonesPerTurn stones a turn; MaxWindows bounds the windows of its boards.
template <class R, int MaxWindows, int StonesPerTurn>
class RowLines {
  static constexpr std::size_t kWords = (static_cast<std::size_t>(MaxWindows) + 63) / 64;
  static constexpr std::uint8_t kSpoilt = 0xFF;

 public:
  static constexpr int kStonesPerTurn = StonesPerTurn;

  /// It is copied for each move. A byte a window is all that is kept: what cells are worth is
  /// added up where moves are generated, because most positions of a search generate none.
  class State {
   public:
    const typename R::Position& position() const { return position_; }
    Player side_to_move() const { return position_.side_to_move(); }
    std::uint64_t key() const { return position_.key(); }
    bool is_free(Cell cell) const { return position_.owner(cell) == kNoPlayer; }

    /// The only player with stones in a window, kNoPlayer if there is none or more than one.
    Player owner(int window) const {
      const std::uint8_t content = windows_[static_cast<std::size_t>(window)];
      return content == 0 || content == kSpoilt ? kNoPlayer : static_cast<Player>(content >> 4);
    }
    /// The stones in a window that has an owner.
    int stones(int window) const { return windows_[static_cast<std::size_t>(window)] & 15; }
    bool is_spoilt(int window) const {
      return windows_[static_cast<std::size_t>(window)] == kSpoilt;
    }
    /// The sum of 2^stones over all windows in which nobody else has a stone: 0 if the player can
    /// never have a row. By Erdős and Selfridge's theorem one who only wants to prevent a row, and
    /// whose turn it is, can do so with one stone a turn while this is below 2^length.
    int potential(Player player) const { return potential_[player]; }
    /// The worth of all windows with stones of this player alone.
    int worth(Player player) const { return worth_[player]; }
    friend bool operator==(const State&, const State&) = default;

   private:
    friend class RowLines;
    typename R::Position position_;
    // 0 without stones, kSpoilt with those of two players, else 16 * owner + stones.
    std::array<std::uint8_t, MaxWindows> windows_{};
    // Windows with an owner who can fill them in one turn, and in two.
    std::array<std::uint64_t, kWords> hot_{};
    std::array<std::uint64_t, kWords> warm_{};
    std::array<std::int32_t, kMaxPlayers> worth_{};
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

  /// Whether the player can fill a window with one turn.
  bool can_complete(const State& at, Player player) const {
    for (std::size_t word = 0; word < kWords; ++word) {
      for (std::uint64_t rest = at.hot_[word]; rest != 0; rest &= rest - 1) {
        if (at.owner(window_of(word, rest)) == player) return true;
      }
    }
    return false;
  }

  /// The player's windows that one turn can fill.
  template <class Visitor>
  void for_each_hot(const State& at, Player player, Visitor&& visit) const {
    for_each(at, at.hot_, player, visit);
  }
  /// The player's windows that two turns can fill, those of one turn included.
  template <class Visitor>
  void for_each_warm(const State& at, Player player, Visitor&& visit) const {
    for_each(at, at.warm_, player, visit);
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
      if (content == kSpoilt) continue;
      const std::uint64_t bit = std::uint64_t{1} << (window % 64);
      const std::size_t word = window / 64u;
      if (content == 0) {
        for (Player other = 0; other < kMaxPlayers; ++other) {
          if (other != player) --state.potential_[other];
        }
        content = static_cast<std::uint8_t>(player << 4);
      } else if (const auto owner = static_cast<Player>(content >> 4); owner != player) {
        state.potential_[owner] -= 1 << (content & 15);
        state.worth_[owner] -= weight(content & 15);
        content = kSpoilt;
        state.hot_[word] &= ~bit;
        state.warm_[word] &= ~bit;
        continue;
      }
      const int stones = (content & 15) + 1;
      ++content;
      state.potential_[player] += 1 << (stones - 1);
      state.worth_[player] += weight(stones) - weight(stones - 1);
      if (stones + StonesPerTurn >= length()) state.hot_[word] |= bit;
      if (stones + 2 * StonesPerTurn >= length()) state.warm_[word] |= bit;
    }
  }

  const R& rules_;
  RowWindows windows_;
  RowWeights weights_;
};

}  // namespace spielwerk::search
