// Reading lines from people and programs, with a bound on their length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <ostream>
#include <string>

namespace spielwerk {

/// The longest line any console takes. The longest sensible one, the position of the largest board,
/// has under 3,000 characters.
inline constexpr std::size_t kMaxLineLength = 65'536;

enum class LineStatus : std::uint8_t { Line, TooLong, End };

class LineReader {
 public:
  /// `output` is flushed before waiting for input, so that a person or program that talks to us
  /// has seen all answers, and a pipe full of commands is not slowed down by writing each alone.
  LineReader(std::istream& input, std::ostream& output) : input_(input), output_(output) {}

  /// Reads up to the next line feed into `line`, without it and without a carriage return before
  /// it. Of a line that is too long only a beginning is ever stored; the rest is skipped.
  LineStatus next(std::string& line);

 private:
  std::istream& input_;
  std::ostream& output_;
};

}  // namespace spielwerk
