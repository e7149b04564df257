// Where a console reads and writes: the program's own streams, or a test's.
#pragma once

#include <istream>
#include <ostream>

namespace spielwerk {

struct Streams {
  std::istream& input;
  std::ostream& output;
  std::ostream& error;
  /// Whether a person sits in front of it: input and output are both a terminal.
  bool is_terminal = false;
  /// Whether a person reads the errors as they come, so that long work can show there how far it
  /// is.
  bool shows_progress = false;
  /// The file behind the output, for whoever must not be held by a reader; -1: there is none.
  int output_file = -1;
};

}  // namespace spielwerk
