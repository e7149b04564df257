// How each player's pieces look in a terminal: a character and a colour, as the game's look says.
#pragma once

#include <string>
#include <vector>

#include "core/game.h"

namespace spielwerk::app {

struct PlayerMark {
  /// One character: `●`, or in ASCII one that tells the players apart by their names.
  std::string sign;
  /// In the terminal's table of 256, dark enough for the board's paper.
  int ink = 0;
};

std::vector<PlayerMark> player_marks(const Game& game, bool ascii);

}  // namespace spielwerk::app
