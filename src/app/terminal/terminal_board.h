// A position drawn with characters, for any game: made from its geometry, pieces and labels only.
#pragma once

#include <array>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"

namespace spielwerk::app {

struct BoardStyle {
  bool color = false;
  /// Only ASCII characters, for terminals that know no others.
  bool ascii = false;
};

/// Cells to point out.
struct BoardMarks {
  /// The last move, and the row that won.
  std::vector<Cell> last{};
  /// What can be picked.
  std::vector<Cell> choices{};
};

class TerminalBoard {
 public:
  TerminalBoard(const Game& game, BoardStyle style);

  void print(std::ostream& output, const Position& position, const BoardMarks& marks = {}) const;
  /// One line: all players with the mark of their pieces and the number of fields they hold. An
  /// arrow stands before `turn`, unless that is kNoPlayer.
  void print_players(std::ostream& output, const Position& position, Player turn) const;
  /// A player's mark and name, `● black`.
  std::string player(Player player) const;
  /// What the signs of this game's pieces mean, a line for each.
  std::vector<std::string> legend() const;

 private:
  /// A piece needs one column for its owner, a second one for a number, and a third one where
  /// towers can be blocked.
  enum class PieceWidth : std::uint8_t { Owner = 1, Count = 2, Blocked = 3 };

  static PieceWidth piece_width_of(const Game& game);
  std::string_view mark(Player player) const { return marks_[player]; }

  friend class BoardPainter;

  Game game_;
  BoardStyle style_;
  PieceWidth piece_width_;
  std::array<std::string, kMaxPlayers> marks_;
  /// The colour of each player's pieces, in the terminal's table of 256.
  std::array<int, kMaxPlayers> inks_{};
};

}  // namespace spielwerk::app
