// The result of reading a text: a value, or what was expected where.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

namespace spielwerk {

struct ParseError {
  /// Where in the text, in characters from 0.
  std::size_t position = 0;
  /// What should have stood there, as the rest of a sentence that begins "expected".
  std::string expected;

  /// A whole sentence about `text`, the text that was read.
  std::string message(std::string_view text) const;
  friend bool operator==(const ParseError&, const ParseError&) = default;
};

template <class T>
using Parsed = std::expected<T, ParseError>;

inline std::unexpected<ParseError> parse_error(std::size_t position, std::string expected) {
  return std::unexpected(ParseError{position, std::move(expected)});
}

}  // namespace spielwerk
