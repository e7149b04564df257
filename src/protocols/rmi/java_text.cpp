#include "protocols/rmi/java_text.h"

#include <cstdint>

namespace spielwerk::rmi {
namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;
constexpr std::uint32_t kBeyond = 0x10000;

bool is_high_half(std::uint32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low_half(std::uint32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

/// Writes one to four bytes, whatever the character; NUL as one.
void append(std::string& text, std::uint32_t character) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  const auto add_rest = [&](int shift) { add(0x80 | (character >> shift & 0x3F)); };
  if (character < 0x80) {
    add(character);
  } else if (character < 0x800) {
    add(0xC0 | character >> 6);
    add_rest(0);
  } else if (character < kBeyond) {
    add(0xE0 | character >> 12);
    add_rest(6);
    add_rest(0);
  } else {
    add(0xF0 | character >> 18);
    add_rest(12);
    add_rest(6);
    add_rest(0);
  }
}

/// The character at `at`, which moves behind it; nothing if none of up to `max_length` bytes stands
/// there.
std::optional<std::uint32_t> take(std::string_view bytes, std::size_t& at, std::size_t max_length) {
  const auto byte = [&](std::size_t index) { return static_cast<std::uint8_t>(bytes[index]); };
  const std::uint32_t first = byte(at);
  std::size_t length = 1;
  std::uint32_t character = first;
  if (first >= 0xF0) {
    length = 4;
    character = first & 0x07;
  } else if (first >= 0xE0) {
    length = 3;
    character = first & 0x0F;
  } else if (first >= 0xC0) {
    length = 2;
    character = first & 0x1F;
  } else if (first >= 0x80) {
    return std::nullopt;
  }
  if (length > max_length || length > bytes.size() - at) return std::nullopt;
  for (std::size_t index = 1; index < length; ++index) {
    if ((byte(at + index) & 0xC0) != 0x80) return std::nullopt;
    character = character << 6 | (byte(at + index) & 0x3F);
  }
  at += length;
  return character;
}

}  // namespace

std::optional<std::string> text_of_java(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  std::size_t at = 0;
  while (at < bytes.size()) {
    auto unit = take(bytes, at, 3);
    if (!unit) return std::nullopt;
    if (is_high_half(*unit)) {
      std::size_t behind = at;
      const auto low = behind < bytes.size() ? take(bytes, behind, 3) : std::nullopt;
      if (low && is_low_half(*low)) {
        unit = kBeyond + ((*unit - 0xD800) << 10) + (*low - 0xDC00);
        at = behind;
      } else {
        unit = kReplacement;
      }
    } else if (is_low_half(*unit)) {
      unit = kReplacement;
    }
    append(text, *unit);
  }
  return text;
}

std::string java_of_text(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  std::size_t at = 0;
  while (at < text.size()) {
    const auto character = take(text, at, 4);
    if (!character) {
      bytes += '?';
      ++at;
    } else if (*character == 0) {
      bytes += "\xC0\x80";
    } else if (*character >= kBeyond) {
      append(bytes, 0xD800 + ((*character - kBeyond) >> 10 & 0x3FF));
      append(bytes, 0xDC00 + ((*character - kBeyond) & 0x3FF));
    } else {
      append(bytes, *character);
    }
  }
  return bytes;
}

}  // namespace spielwerk::rmi
