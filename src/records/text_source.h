// Reading a stream byte by byte, knowing the line and column.
#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>

namespace spielwerk {

/// A location in a text, counted from 1; a column is a character, however many bytes it has.
struct SourceLocation {
  std::size_t line = 1;
  std::size_t column = 1;
  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

/// Takes no more from the stream than it has to: one byte, or as many as looking_at compares.
class TextSource {
 public:
  static constexpr int kEnd = -1;

  /// Skips the byte order mark that some editors put before UTF-8.
  explicit TextSource(std::istream& input);

  /// The next byte, or kEnd.
  int peek();
  int take();
  /// Whether the coming bytes are `word`.
  bool looking_at(std::string_view word);
  /// Skips blanks, tabs and line ends.
  void skip_space();
  /// Skips the rest of this line and its end.
  void skip_line();

  /// The location of the next byte.
  SourceLocation location() const { return location_; }

 private:
  std::streambuf& buffer_;
  /// What looking_at has had to take from the stream already.
  std::string ahead_;
  SourceLocation location_;
};

}  // namespace spielwerk
