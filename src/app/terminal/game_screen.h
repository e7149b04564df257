// A game as whoever plays it at a terminal sees it: the board, whose turn it is, how it ended.
#pragma once

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <string_view>
#include <utility>
#include <vector>

#include "app/terminal/played_game.h"
#include "app/terminal/terminal_board.h"
#include "core/streams.h"

namespace spielwerk::app {

class GameScreen {
 public:
  /// Shows whatever that game is at the time; it must live longer.
  GameScreen(const PlayedGame& game, BoardStyle style, Streams& streams)
      : game_(game), style_(style), streams_(streams), board_(game.game(), style) {}

  template <class... Arguments>
  void say(fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
    fmt::print(streams_.output, format, std::forward<Arguments>(arguments)...);
  }
  std::string_view name(Player player) const { return game_.game().player_name(player); }
  const TerminalBoard& board() const { return board_; }

  /// Another game begins: its name, and how to write a move.
  void greet();
  /// The board with these fields marked, and whose turn it is or who has won.
  void show(std::vector<Cell> choices = {}) const;
  /// The last move and what was noted about it.
  void show_last_move() const;

  /// Only a person in front of a terminal is prompted and sees that somebody thinks.
  void print_prompt() const;
  void begin_thinking() const;
  void end_thinking() const;

 private:
  const PlayedGame& game_;
  const BoardStyle style_;
  Streams& streams_;
  TerminalBoard board_;
};

}  // namespace spielwerk::app
