// Known counts of Tic-Tac-Toe.
#include "games/tictactoe/rules.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/perft.h"

namespace spielwerk::tictactoe {
namespace {

TEST(TicTacToeRules, CountsTheKnownGames) {
  const auto variant = parse_variant(description().parameters, "3x3");
  const auto rules = Rules::create(variant.value());
  // There are 255,168 games: those that end after 5, 6, 7, 8 and 9 plies are 1,440, 5,328, 47,952,
  // 72,576 and 127,872, which gives these numbers of beginnings.
  const std::vector<std::uint64_t> counts{1,     9,      72,      504,     3024,
                                          15120, 54'720, 148'176, 200'448, 127'872};
  for (std::size_t depth = 0; depth < counts.size(); ++depth) {
    EXPECT_EQ(perft(*rules, rules->start(), static_cast<int>(depth)), counts[depth]);
  }
  EXPECT_EQ(perft(*rules, rules->start(), 10), 0u);
}

TEST(TicTacToeRules, NamesPlayersAndFields) {
  const auto rules = Rules::create(parse_variant(description().parameters, "10x10,k=5").value());
  ASSERT_TRUE(rules);
  EXPECT_EQ(rules->player_name(0), "X");
  EXPECT_EQ(rules->player_name(1), "O");
  EXPECT_EQ(print_cell(rules->notation(), rules->geometry(), 99), "J10");
}

}  // namespace
}  // namespace spielwerk::tictactoe
