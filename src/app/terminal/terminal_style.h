// What the terminal can show: colours and characters.
#pragma once

#include <string>
#include <string_view>

#include "app/terminal/terminal_board.h"
#include "core/streams.h"

namespace spielwerk::app {

/// What a terminal understands, by its kind and the locale.
BoardStyle find_style(const Streams& streams);

/// A foreign text without control characters, which could do anything to a terminal.
std::string printable(std::string_view text);

}  // namespace spielwerk::app
