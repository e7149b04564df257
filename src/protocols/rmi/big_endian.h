// Numbers as Java writes them: the highest byte first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spielwerk::rmi {

inline void append_number(std::string& bytes, std::uint64_t value, int size) {
  for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
    bytes += static_cast<char>(value >> shift & 0xFF);
  }
}

/// Of at most eight bytes.
inline std::uint64_t number_in(std::string_view bytes) {
  std::uint64_t number = 0;
  for (const char byte : bytes) number = number << 8 | static_cast<std::uint8_t>(byte);
  return number;
}

}  // namespace spielwerk::rmi
