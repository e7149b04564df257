// A game of people and computers at one keyboard: reads moves and commands line by line and shows
// the board.
#pragma once

#include <string>

#include "app/terminal/computer_seats.h"
#include "app/terminal/terminal_board.h"
#include "core/registry.h"
#include "core/streams.h"
#include "records/record.h"

namespace spielwerk::app {

struct TerminalGameOptions {
  BoardStyle style{};
  /// Today, for the tag Date of new games.
  std::string date{};
  /// Whether `save` and `load` may touch files.
  bool may_use_files = true;
  SeatSettings seats{};
  /// Whether the engine's view of the position is shown after every move.
  bool shows_evaluation = false;
};

/// Plays on where the record ends, until `quit` or the end of the input. Only a person in front of
/// a terminal is prompted and asked; everything else is the same through a pipe.
void play_in_terminal(Record record, const Registry& games, const TerminalGameOptions& options,
                      Streams& streams);

}  // namespace spielwerk::app
