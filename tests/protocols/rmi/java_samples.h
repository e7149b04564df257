// What Java itself has written (tests/java/Samples.java), and helpers to take it apart.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "protocols/rmi/java_reader.h"

namespace spielwerk::rmi {

inline std::string bytes_of_hex(std::istream& hex) {
  std::string bytes;
  std::string digits;
  for (char digit = 0; hex >> digit;) {
    digits += digit;
    if (digits.size() < 2) continue;
    bytes += static_cast<char>(std::stoi(digits, nullptr, 16));
    digits.clear();
  }
  return bytes;
}

inline std::string sample(const std::string& name) {
  std::ifstream file(SPIELWERK_TEST_DATA "/rmi/" + name + ".hex");
  std::string bytes = bytes_of_hex(file);
  EXPECT_FALSE(bytes.empty()) << name;
  return bytes;
}

inline bool allow_all(std::string_view) { return true; }

}  // namespace spielwerk::rmi
