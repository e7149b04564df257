// The project's one random generator: seeded, the same on every machine.
#pragma once

#include <cstdint>
#include <limits>

namespace spielwerk {

/// SplitMix64's mixing step: a bijection that turns counters into well spread 64-bit values.
constexpr std::uint64_t mix64(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

/// SplitMix64: passes the usual statistical tests, one multiplication chain a number, and any
/// seed is a good seed. Usable with the standard library's algorithms.
class Random {
 public:
  using result_type = std::uint64_t;
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  constexpr result_type operator()() { return mix64(state_ += 0x9E3779B97F4A7C15u); }

  /// A number from 0 to bound - 1. The bias is below bound / 2^32, far under what play can show.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((operator()() >> 32) * bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace spielwerk
