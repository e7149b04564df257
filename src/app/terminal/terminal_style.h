// What the terminal can show: colours and characters, as found out or as asked for.
#pragma once

#include <string>
#include <string_view>

#include "app/terminal/terminal_board.h"
#include "core/streams.h"

namespace CLI {  // NOLINT(readability-identifier-naming): a name of the library
class App;
}

namespace spielwerk::app {

/// The options `--color` and `--ascii` of commands that draw boards.
class StyleOptions {
 public:
  void add_to(CLI::App& parser);
  BoardStyle style(const Streams& streams) const;

 private:
  std::string color_ = "auto";
  bool ascii_ = false;
  bool unicode_ = false;
};

/// A foreign text without control characters, which could do anything to a terminal.
std::string printable(std::string_view text);

}  // namespace spielwerk::app
