// The characters and colours that boards in a terminal are made of.
#pragma once

#include <array>
#include <string_view>

namespace spielwerk::app {

// Colours of the table of 256. The board is paper, so that they look the same whatever colours the
// terminal itself has.
inline constexpr int kPaper = 230;        // ivory
inline constexpr int kLastPaper = 222;    // amber
inline constexpr int kChoicePaper = 152;  // teal, pale
inline constexpr int kLineInk = 180;      // pencil
inline constexpr int kChoiceInk = 23;     // teal, dark
inline constexpr int kWarningInk = 160;   // red
inline constexpr int kLabelInk = 245;     // grey: readable on dark and on light terminals

/// What depends on the characters that the terminal can show.
struct BoardSigns {
  std::string_view empty, hole, choice, blocked, full, base, turn;
  std::string_view vertical, horizontal, rising, falling;
  // The corners and crossings of the lines: three rows of three.
  std::array<std::string_view, 9> crossings;
};

inline constexpr BoardSigns kUnicodeSigns{
    .empty = "·",
    .hole = "▒",
    .choice = "+",
    .blocked = "×",
    .full = "!",
    .base = "⌂",
    .turn = "▸",
    .vertical = "│",
    .horizontal = "─",
    .rising = "╱",
    .falling = "╲",
    .crossings = {"┌", "┬", "┐", "├", "┼", "┤", "└", "┴", "┘"},
};

inline constexpr BoardSigns kAsciiSigns{
    .empty = ".",
    .hole = "#",
    .choice = "+",
    .blocked = "x",
    .full = "!",
    .base = "*",
    .turn = ">",
    .vertical = "|",
    .horizontal = "-",
    .rising = "/",
    .falling = "\\",
    .crossings = {"+", "+", "+", "+", "+", "+", "+", "+", "+"},
};

constexpr const BoardSigns& board_signs(bool ascii) { return ascii ? kAsciiSigns : kUnicodeSigns; }

}  // namespace spielwerk::app
