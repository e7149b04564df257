// Zobrist hashing: the random values that position keys are made of.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/random.h"

namespace spielwerk {

/// One random value for each piece that can stand on a cell: a position's key is the XOR of those
/// that apply. Generated at compile time from `seed`.
template <std::size_t Size>
consteval std::array<std::uint64_t, Size> zobrist_values(std::uint64_t seed) {
  std::array<std::uint64_t, Size> values{};
  Random random(seed);
  for (auto& value : values) value = random();
  return values;
}

/// The part of a key that tells whose turn it is.
inline constexpr std::array<std::uint64_t, 4> kSideKeys = zobrist_values<4>(0x51DE);

}  // namespace spielwerk
