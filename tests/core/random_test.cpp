// The random generator and the values made with it.
#include "core/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "core/hash.h"

namespace spielwerk {
namespace {

TEST(Random, YieldsTheSameValuesEverywhere) {
  // The published first values of SplitMix64 for the seed 0.
  Random zero(0);
  for (const std::uint64_t value :
       {0xE220A8397B1DCDAFu, 0x6E789E6AA1B965F4u, 0x06C45D188009454Fu, 0xF88BB8A8724C81ECu}) {
    EXPECT_EQ(zero(), value);
  }
  Random one(1);
  Random again(1);
  for (int count = 0; count < 100; ++count) EXPECT_EQ(one(), again());
  EXPECT_NE(Random(1)(), Random(2)());
}

TEST(Random, StaysBelowTheBound) {
  Random random(3);
  for (const std::uint32_t bound : {1u, 2u, 3u, 7u, 400u, 52'326u, 0xFFFFFFFFu}) {
    for (int count = 0; count < 2000; ++count) EXPECT_LT(random.below(bound), bound);
  }
}

TEST(Random, IsRoughlyUniform) {
  constexpr int kDraws = 100'000;
  for (const std::uint32_t bound : {2u, 3u, 10u, 61u}) {
    Random random(bound);
    std::vector<int> counts(bound);
    for (int draw = 0; draw < kDraws; ++draw) ++counts[random.below(bound)];
    const double expected = static_cast<double>(kDraws) / bound;
    for (const int count : counts) {
      // Five standard deviations; the seeds are fixed, so this either holds or does not.
      EXPECT_NEAR(count, expected, 5 * std::sqrt(expected));
    }
  }
}

TEST(Random, MixesWithoutCollisions) {
  std::set<std::uint64_t> values;
  for (std::uint64_t value = 0; value < 10'000; ++value) values.insert(mix64(value));
  EXPECT_EQ(values.size(), 10'000u);
}

TEST(Hash, MakesDistinctValuesAtCompileTime) {
  static constexpr auto kValues = zobrist_values<1000>(7);
  const std::set<std::uint64_t> distinct(kValues.begin(), kValues.end());
  EXPECT_EQ(distinct.size(), kValues.size());
  EXPECT_FALSE(distinct.contains(0));
  EXPECT_EQ(kValues, zobrist_values<1000>(7));
  EXPECT_EQ(std::set<std::uint64_t>(kSideKeys.begin(), kSideKeys.end()).size(), 4u);
}

}  // namespace
}  // namespace spielwerk
