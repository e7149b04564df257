// The assignments' programs with a graphical board: a table on the page.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "app/commands/command.h"
#include "core/game.h"

namespace spielwerk::app {

struct GraphicGame {
  Game game;
  /// The start of the game, or another position of it.
  Position start;
  /// The text of each player.
  std::vector<std::string> players{};
  std::chrono::milliseconds time{1000};
  /// The pause between moves if only computers play.
  std::chrono::milliseconds delay{600};
};

/// Starts the application, if it does not run yet, and opens its page at a table with this game.
ExitStatus run_graphic(const GraphicGame& wish, Streams& streams);

}  // namespace spielwerk::app
