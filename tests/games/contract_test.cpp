// The contract of all games, for many variants of each.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "games/all_games.h"
#include "tests/support/contract.h"

namespace spielwerk::test {
namespace {

struct Variants {
  std::string_view game;
  /// Separated by blanks.
  std::string_view texts;
};

constexpr std::array kVariants{
    Variants{"connect6",
             "18 18,players=3 18,players=4 18,edges=torus 18,edges=torus,players=3 "
             "18,edges=torus,players=4 20 20,players=3 20,players=4 20,edges=torus "
             "20,edges=torus,players=3 20,edges=torus,players=4"},
    Variants{"othello",
             "8x8 6x6 4x4 4x6 6x4 2x2 10x10 8x10 26x4 4x98 26x98 8x8,holes=C3:C6+F3:F6 "
             "6x6,holes=A1:A1 12x12,holes=A1:B2+K11:L12+C6:C7"},
    Variants{"towerwars", "4 5 6 8 9 11 12 16 17 26"},
    Variants{"kaskade", "3x3 3x5 5x3 4x4 6x6 8x8 7x9 9x8 10x10 20x3 3x20 20x20"},
    Variants{"tictactoe",
             "3x3 3x4 4x3 3x10 10x3 4x4,k=4 5x5,k=4 5x6,k=4 7x7,k=5 10x10 9x10,k=5 10x10,k=10"},
};

/// These, and what the registered games offer by name.
std::vector<std::string> all_variants() {
  std::vector<std::string> result;
  for (const Variants& each : kVariants) {
    const auto texts = variants_of(each.game, each.texts);
    result.insert(result.end(), texts.begin(), texts.end());
  }
  for (const auto& game : all_games().games()) {
    for (const Preset& preset : game->presets) {
      const std::string text = game->name + ":" + preset.variant;
      if (std::find(result.begin(), result.end(), text) == result.end()) result.push_back(text);
    }
  }
  return result;
}

INSTANTIATE_TEST_SUITE_P(Games, Contract, testing::ValuesIn(all_variants()), contract_name);

TEST(AllGames, DescribeThemselves) {
  std::set<std::string> names;
  for (const auto& game : all_games().games()) {
    SCOPED_TRACE(game->name);
    EXPECT_TRUE(is_one_word(game->name));
    EXPECT_TRUE(names.insert(game->name).second);
    EXPECT_NE(game->title, "");
    EXPECT_NE(game->summary, "");
    EXPECT_TRUE(parse_game(*game, ""));
    EXPECT_FALSE(game->presets.empty());
    for (const Preset& preset : game->presets) {
      const auto variant = parse_game(*game, preset.variant);
      ASSERT_TRUE(variant) << preset.variant;
      EXPECT_EQ(variant->variant_text(), preset.variant);
    }
  }
}

}  // namespace
}  // namespace spielwerk::test
