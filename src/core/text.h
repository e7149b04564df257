// Reading texts piece by piece, with errors that say what was expected where.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/parsed.h"

namespace spielwerk {

/// Walks through a text from left to right. No method moves on unless it succeeds.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool at_end() const { return position_ == text_.size(); }
  std::size_t position() const { return position_; }
  /// The character here, or NUL at the end.
  char peek() const { return at_end() ? '\0' : text_[position_]; }
  std::string_view rest() const { return text_.substr(position_); }
  void advance(std::size_t count = 1) { position_ += count; }
  /// Skips `word` if it stands here.
  bool skip(std::string_view word);

  /// A whole number without sign from `min` to `max`; leading zeros are fine.
  Parsed<int> integer(int min, int max, std::string_view what);
  /// Complains that `expected` does not stand here.
  std::unexpected<ParseError> fail(std::string expected) const;

 private:
  std::string_view text_;
  std::size_t position_ = 0;
};

/// `-?[0-9]+` within signed 32 bits, nothing else: the integers of the assignments' consoles.
Parsed<int> parse_int32(std::string_view text);

/// The parts of `text` between the separators; n separators make n + 1 parts.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The words of `text`, separated by one or more blanks.
std::vector<std::string_view> words(std::string_view text);

/// A foreign text made fit to be shown in a message: one line, at most 40 characters.
std::string shortened(std::string_view text);
/// The same in quotes.
std::string in_quotes(std::string_view text);

}  // namespace spielwerk
