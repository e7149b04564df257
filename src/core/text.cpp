#include "core/text.h"

#include <fmt/format.h>

#include <charconv>

namespace spielwerk {

std::string ParseError::message(std::string_view text) const {
  if (position >= text.size()) {
    return text.empty() ? fmt::format("expected {}", expected)
                        : fmt::format("expected {} after {}", expected, in_quotes(text));
  }
  return fmt::format("expected {} at character {}, found {}", expected, position + 1,
                     in_quotes(text.substr(position)));
}

bool Cursor::skip(std::string_view word) {
  if (!rest().starts_with(word)) return false;
  position_ += word.size();
  return true;
}

Parsed<int> Cursor::integer(int min, int max, std::string_view what) {
  const std::size_t start = position_;
  std::size_t end = start;
  long value = 0;
  while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') {
    // Once above `max` the value only has to stay above it, whatever follows.
    if (value <= max) value = value * 10 + (text_[end] - '0');
    ++end;
  }
  if (end == start || value < min || value > max) {
    return fail(fmt::format("{} from {} to {}", what, min, max));
  }
  position_ = end;
  return static_cast<int>(value);
}

std::unexpected<ParseError> Cursor::fail(std::string expected) const {
  return parse_error(position_, std::move(expected));
}

Parsed<int> parse_int32(std::string_view text) {
  int value = 0;
  const char* end = text.data() + text.size();
  // from_chars knows neither blanks nor a plus sign, and checks the range.
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || stop != end) return parse_error(0, "a whole number");
  return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  for (const std::string_view word : split(text, ' ')) {
    if (!word.empty()) result.push_back(word);
  }
  return result;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kShown = 40;
  std::string result;
  for (std::size_t index = 0; index < text.size(); ++index) {
    if (index == kShown) {
      // Never cut inside a UTF-8 sequence: its continuation bytes still belong to what is shown.
      while (index < text.size() && (text[index] & 0xC0) == 0x80 && index < kShown + 3) {
        result += text[index++];
      }
      if (index < text.size()) result += "…";
      break;
    }
    const auto byte = static_cast<unsigned char>(text[index]);
    if (byte < 0x20 || byte == 0x7F) {
      result += fmt::format("\\x{:02x}", byte);
    } else {
      result += text[index];
    }
  }
  return result;
}

std::string in_quotes(std::string_view text) { return fmt::format("'{}'", shortened(text)); }

}  // namespace spielwerk
