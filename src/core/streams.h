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
  /// Whether a person reads the error stream as it comes, so that progress can be shown there.
  bool shows_progress = false;
  /// The file descriptor of the output, for writers that must not block on a slow reader; -1: none.
  int output_file = -1;
};

}  // namespace spielwerk
