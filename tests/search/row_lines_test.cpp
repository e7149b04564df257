// Windows of rows kept up to date against windows counted anew, and threats against their
// definition.
#include "search/row_lines.h"

#include <gtest/gtest.h>

#include <set>

#include "core/game_adapter.h"
#include "games/all_games.h"
#include "games/connect6/lines.h"
#include "games/tictactoe/knowledge.h"

namespace spielwerk::search {
namespace {

Game game_of(std::string_view text) { return *all_games().parse(text); }

TEST(RowWindows, AreAllTheLinesOfTheirLength) {
  EXPECT_EQ(RowWindows(Geometry(Shape::Square, Edges::Closed, 3, 3), 3).count(), 8);
  EXPECT_EQ(RowWindows(Geometry(Shape::Square, Edges::Closed, 10, 10), 3).count(),
            tictactoe::kMaxWindows);
  // 13 beginnings in each row and column, 13 * 13 on the diagonals of either kind.
  EXPECT_EQ(RowWindows(Geometry(Shape::Square, Edges::Closed, 18, 18), 6).count(),
            2 * 18 * 13 + 2 * 13 * 13);
  const RowWindows torus(Geometry(Shape::Square, Edges::Torus, 20, 20), 6);
  EXPECT_EQ(torus.count(), connect6::kMaxWindows);
  for (Cell cell = 0; cell < 400; ++cell) {
    EXPECT_EQ(static_cast<int>(torus.through(cell).size()), torus.max_through());
  }
}

/// Random games to their end, or until `plies` moves were made.
template <class Lines, class R>
void expect_same_as_counted_anew(std::string_view text, const RowWeights& weights, int plies) {
  const Game game = game_of(text);
  Random random(11);
  Position position = game.start();
  const Lines lines(*GameAdapter<R>::rules_of(position), weights);
  auto state = lines.root(*GameAdapter<R>::position_of(position));
  for (int ply = 0; ply < plies && !position.outcome().is_over(); ++ply) {
    const Move move = position.random_move(random);
    position.play(move);
    lines.play(state, move);
    ASSERT_EQ(state, lines.root(*GameAdapter<R>::position_of(position))) << position.text();
  }
  // And once by the definition.
  std::array<int, kMaxPlayers> worth{};
  std::array<int, kMaxPlayers> potential{};
  for (int window = 0; window < lines.windows().count(); ++window) {
    std::set<Player> owners;
    int stones = 0;
    for (const Cell cell : lines.windows().cells(window)) {
      if (state.is_free(cell)) continue;
      owners.insert(state.position().owner(cell));
      ++stones;
    }
    EXPECT_EQ(state.is_blocked(window), owners.size() > 1);
    EXPECT_EQ(state.owner(window), owners.size() == 1 ? *owners.begin() : kNoPlayer);
    for (Player player = 0; player < kMaxPlayers; ++player) {
      if (owners.empty() || owners == std::set{player}) {
        potential[player] += 1 << stones;
        worth[player] += weights[static_cast<std::size_t>(stones)];
      }
    }
  }
  for (Player player = 0; player < kMaxPlayers; ++player) {
    EXPECT_EQ(state.weight_sum(player), worth[player]);
    EXPECT_EQ(state.potential(player), potential[player]);
  }
}

TEST(RowLines, AreTheSameAsCountedAnewInTicTacToe) {
  for (const int rows : {3, 4, 7, 10}) {
    for (const int columns : {3, 5, 10}) {
      for (int length = 3; length <= std::min(rows, columns); ++length) {
        expect_same_as_counted_anew<tictactoe::Lines, tictactoe::Rules>(
            fmt::format("tictactoe:{}x{},k={}", rows, columns, length),
            tictactoe::weights_for(length), 100);
      }
    }
  }
}

TEST(RowLines, AreTheSameAsCountedAnewInConnect6) {
  for (const char* text : {"connect6", "connect6:20,players=3", "connect6:18,edges=torus",
                           "connect6:20,edges=torus,players=4"}) {
    expect_same_as_counted_anew<connect6::Lines, connect6::Rules>(text, connect6::kWeights, 60);
  }
}

/// A position with many stones of few players close together, so that there are threats.
connect6::Lines::State crowded_state(const connect6::Lines& lines, Random& random, int stones) {
  const int columns = lines.rules().geometry().columns();
  while (true) {
    auto position = lines.rules().start();
    for (int turn = 0; turn < stones / 2 && !lines.rules().outcome(position).is_over();) {
      const auto cell = [&] {
        return to_cell(static_cast<int>(random.below(9)) * columns +
                       static_cast<int>(random.below(9)));
      };
      const Move move = connect6::pair_of(cell(), cell());
      if (!lines.rules().is_legal(position, move)) continue;
      lines.rules().play(position, move);
      ++turn;
    }
    if (!lines.rules().outcome(position).is_over()) return lines.root(position);
  }
}

TEST(RowThreats, TakeAsManyStonesAsTheDefinitionSays) {
  for (const char* text : {"connect6", "connect6:18,edges=torus"}) {
    const Game game = game_of(text);
    const Position start = game.start();
    const connect6::Lines lines(*GameAdapter<connect6::Rules>::rules_of(start), connect6::kWeights);
    Random random(5);
    std::array<int, 4> seen{};
    for (int round = 0; round < 150; ++round) {
      const auto at = crowded_state(lines, random, 30 + round % 30);
      for (const Player player : {Player{0}, Player{1}}) {
        // By definition: the windows that two stones fill, and every way to touch all of them.
        std::vector<std::set<Cell>> gaps;
        std::set<Cell> cells;
        for (int window = 0; window < lines.windows().count(); ++window) {
          std::set<Cell> gap;
          bool is_own = true;
          for (const Cell cell : lines.windows().cells(window)) {
            if (at.is_free(cell)) {
              gap.insert(cell);
            } else {
              is_own = is_own && at.position().owner(cell) == player;
            }
          }
          if (!is_own || gap.size() > 2) continue;
          gaps.push_back(gap);
          cells.insert(gap.begin(), gap.end());
        }
        const auto stops = [&](Cell first, Cell second) {
          return std::all_of(gaps.begin(), gaps.end(), [&](const std::set<Cell>& gap) {
            return gap.contains(first) || gap.contains(second);
          });
        };
        std::set<Cell> singles;
        std::set<Move> pairs;
        for (const Cell first : cells) {
          if (stops(first, first)) singles.insert(first);
        }
        for (const Cell first : cells) {
          for (const Cell second : cells) {
            if (first < second && stops(first, second) && !singles.contains(first) &&
                !singles.contains(second)) {
              pairs.insert({first, second});
            }
          }
        }
        const int expected = gaps.empty() ? 0 : !singles.empty() ? 1 : !pairs.empty() ? 2 : 3;
        const connect6::Threats threats(lines, at, player);
        EXPECT_EQ(threats.stones_to_block(), expected);
        EXPECT_EQ(lines.can_complete(at, player), !gaps.empty());
        std::multiset<Cell> found_singles;
        threats.for_each_blocker([&](Cell cell) { found_singles.insert(cell); });
        EXPECT_EQ(found_singles, std::multiset<Cell>(singles.begin(), singles.end()));
        std::multiset<Move> found_pairs;
        threats.for_each_blocking_pair(
            [&](Cell first, Cell second) { found_pairs.insert(connect6::pair_of(first, second)); });
        EXPECT_EQ(found_pairs, std::multiset<Move>(pairs.begin(), pairs.end()));
        ++seen[static_cast<std::size_t>(expected)];
      }
    }
    for (const int count : seen) EXPECT_GT(count, 0);
  }
}

}  // namespace
}  // namespace spielwerk::search
