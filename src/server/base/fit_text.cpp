#include "server/base/fit_text.h"

#include <algorithm>

namespace spielwerk::server {
namespace {

/// How many bytes the first character of a text has; 0 if it is a control character or not
/// well-formed UTF-8.
std::size_t length_of_character(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text.front());
  const std::size_t length = byte < 0x80   ? 1
                             : byte < 0xC2 ? 0
                             : byte < 0xE0 ? 2
                             : byte < 0xF0 ? 3
                             : byte < 0xF5 ? 4
                                           : 0;
  if (byte < 0x20 || byte == 0x7F || length > text.size()) return 0;
  for (std::size_t next = 1; next < length; ++next) {
    if ((static_cast<unsigned char>(text[next]) & 0xC0) != 0x80) return 0;
  }
  if (length < 3) return length;
  // Some first bytes leave the second less room: no character has two forms, and halves of pairs
  // (D800 to DFFF) and numbers beyond 10FFFF are none.
  const auto second = static_cast<unsigned char>(text[1]);
  const bool is_too_low = (byte == 0xE0 && second < 0xA0) || (byte == 0xF0 && second < 0x90);
  const bool is_too_high = (byte == 0xED && second > 0x9F) || (byte == 0xF4 && second > 0x8F);
  return is_too_low || is_too_high ? 0 : length;
}

}  // namespace

std::optional<std::size_t> count_characters(std::string_view text) {
  std::size_t count = 0;
  for (; !text.empty(); ++count) {
    const std::size_t length = length_of_character(text);
    if (length == 0) return std::nullopt;
    text.remove_prefix(length);
  }
  return count;
}

std::string made_fit(std::string_view text, std::size_t max) {
  std::string result;
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  for (std::size_t count = 0; count < max && !text.empty(); ++count) {
    const std::size_t length = length_of_character(text);
    result += length == 0 ? "?" : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  result.erase(result.find_last_not_of(' ') + 1);
  return result;
}

}  // namespace spielwerk::server
