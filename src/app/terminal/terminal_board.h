// A position drawn with characters, for any game: made from its geometry, its pieces and its look.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "app/terminal/player_marks.h"
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
  /// One line: all players with the mark of their pieces and how many they have of what counts. An
  /// arrow stands before `turn`, unless that is kNoPlayer.
  void print_players(std::ostream& output, const Position& position, Player turn) const;
  /// A player's mark and name, `● black`.
  std::string player(Player player) const;
  /// What the signs of this game's pieces mean, a line for each.
  std::vector<std::string> legend() const;

 private:
  Game game_;
  BoardStyle style_;
  std::vector<PlayerMark> marks_;
};

}  // namespace spielwerk::app
