// The smallest vocabulary of every game: cells, players and moves.
#pragma once

#include <compare>
#include <cstdint>

namespace spielwerk {

/// A cell's number: row * columns + column, counted from the upper left corner.
using Cell = std::uint16_t;
inline constexpr Cell kNoCell = 0xFFFF;

constexpr Cell to_cell(int number) { return static_cast<Cell>(number); }

/// A player's number, 0 for the one who begins.
using Player = std::uint8_t;
inline constexpr Player kNoPlayer = 0xFF;
inline constexpr int kMaxPlayers = 4;

/// A move is the sequence of cells a player picks: one cell, or two (from and to, or a pair).
/// Four bytes for every game, so that tables, lists and records need only this one type.
struct Move {
  Cell first = kNoCell;
  Cell second = kNoCell;

  constexpr int size() const { return first == kNoCell ? 0 : second == kNoCell ? 1 : 2; }
  constexpr Cell operator[](int index) const { return index == 0 ? first : second; }
  friend constexpr auto operator<=>(const Move&, const Move&) = default;
};

}  // namespace spielwerk
