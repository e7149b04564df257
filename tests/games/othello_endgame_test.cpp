// Othello's exact endgames against plain minimax.
#include <gtest/gtest.h>

#include "core/game_adapter.h"
#include "games/all_games.h"
#include "games/othello/endgame.h"
#include "games/othello/knowledge.h"

namespace spielwerk::othello {
namespace {

constexpr int kMaxMargin = 5'000;

template <class Frame>
class EndgameOn {
 public:
  using Position = typename Rules<Frame>::Position;

  explicit EndgameOn(std::string_view variant)
      : start_(all_games().parse("othello:" + std::string(variant)).value().start()),
        rules_(*GameAdapter<Rules<Frame>>::rules_of(start_)),
        endgame_(rules_),
        memory_(1 << 14) {}

  /// A position that is not over, from random moves.
  Position random_position(int empties, Random& random) const {
    while (true) {
      Position position = rules_.start();
      while (position.moves().any() && position.empty().count() > empties) {
        rules_.play(position, random_move(rules_, position, random));
      }
      if (position.moves().any()) return position;
    }
  }

  int margin(const Position& at, Player view) const {
    return at.stones(view).count() - at.stones(static_cast<Player>(1 - view)).count();
  }
  /// By definition: every move, no window.
  int minimax(const Position& at, Player view) const {
    if (at.moves().none()) return margin(at, view);
    const bool is_own = at.side_to_move() == view;
    int best = is_own ? -kMaxMargin : kMaxMargin;
    rules_.for_each_move(at, [&](Move move) {
      Position next = at;
      rules_.play(next, move);
      const int value = minimax(next, view);
      best = is_own ? std::max(best, value) : std::min(best, value);
    });
    return best;
  }

  void compare(const Position& at, Random& random) {
    const std::string text = rules_.print_board(at);
    const Player view = at.side_to_move();
    const int expected = minimax(at, view);
    search::StopFlag stop;
    search::SearchControl control(stop, {}, {}, {});
    memory_.table.next_solution();
    EXPECT_EQ(endgame_.solve(at, -kMaxMargin, kMaxMargin, memory_, control), expected) << text;

    Position end = at;
    for (const Move move : endgame_.line(at, expected, memory_, control)) {
      ASSERT_TRUE(rules_.is_legal(end, move)) << text;
      rules_.play(end, move);
    }
    EXPECT_TRUE(end.moves().none()) << text;
    EXPECT_EQ(margin(end, view), expected) << text;

    // Narrow windows, around the margin and anywhere, with what the table knows by now.
    for (const int alpha : {expected - 1, expected, static_cast<int>(random.below(64)) - 32}) {
      const int bound = endgame_.solve(at, alpha, alpha + 1, memory_, control);
      EXPECT_EQ(bound > alpha, expected > alpha) << text;
      EXPECT_TRUE(bound > alpha ? bound <= expected : bound >= expected) << text;
    }
    EXPECT_GT(control.nodes(), 0u);
  }

  void compare_random(int empties, int count) {
    Random random(static_cast<std::uint64_t>(empties));
    for (int round = 0; round < count; ++round) compare(random_position(empties, random), random);
  }

  const Rules<Frame>& rules() const { return rules_; }

 private:
  const spielwerk::Position start_;
  const Rules<Frame>& rules_;
  const Endgame<Frame> endgame_;
  EndgameMemory<Frame> memory_;
};

using Small = EndgameOn<Frame8>;
using Medium = EndgameOn<WideFrame<kMediumWords>>;
using Large = EndgameOn<WideFrame<kLargeWords>>;

TEST(OthelloEndgame, LastFewSquares) {
  Small board("8x8");
  for (int empties = 1; empties <= 6; ++empties) board.compare_random(empties, 60);
}

TEST(OthelloEndgame, MoreSquares) {
  Small board("8x8");
  board.compare_random(7, 40);
  board.compare_random(8, 20);
  board.compare_random(9, 5);
}

TEST(OthelloEndgame, SmallBoards) {
  Small("4x4").compare_random(9, 40);
  Small("4x4").compare_random(10, 10);
  Small("6x2").compare_random(8, 20);
  Small("2x4").compare_random(4, 5);
}

TEST(OthelloEndgame, Holes) {
  Small("6x6,holes=B2:B3+E5:F5").compare_random(8, 30);
  Small("8x8,holes=C3:C6+F3:F6").compare_random(8, 20);
  Medium("10x10,holes=A1:B2+J5:J6").compare_random(7, 15);
}

TEST(OthelloEndgame, LargeBoards) {
  Medium("10x10").compare_random(7, 20);
  Medium("10x10").compare_random(8, 5);
  Large("18x16").compare_random(6, 5);
}

/// A position may have other holes than its game began with.
TEST(OthelloEndgame, HolesOfThePositionCount) {
  Small board("4x4");
  Random random(1);
  for (const auto text : {"--B-,-BW#,#WW-,---W", "#--W,BWB-,-BB#,W---"}) {
    board.compare(board.rules().parse_board(text, kBlack).value(), random);
  }
}

TEST(OthelloEndgame, StopsWhenTold) {
  Small board("8x8");
  const Endgame<Frame8> endgame(board.rules());
  EndgameMemory<Frame8> memory(1 << 10);
  Random random(2);
  const auto position = board.random_position(24, random);
  search::StopFlag stop;
  search::SearchControl control(stop, {}, {}, 1'000);
  endgame.solve(position, -kMaxMargin, kMaxMargin, memory, control);
  EXPECT_TRUE(control.is_stopped());
  // What is left when it is told takes no more than the nodes of one small endgame.
  EXPECT_LT(control.nodes(), 3'000u);
}

TEST(OthelloEndgame, MarginsAsValues) {
  using search::kKnownWin;
  for (const int margin : {-64, -2, -1, 0, 1, 2, 64}) {
    EXPECT_EQ(largest_margin_at_most(value_of_margin(margin)), margin);
    EXPECT_EQ(smallest_margin_at_least(value_of_margin(margin)), margin);
  }
  EXPECT_EQ(value_of_margin(8), kKnownWin + 8);
  EXPECT_EQ(value_of_margin(-8), -kKnownWin - 8);
  // Between the results, only who wins is asked.
  EXPECT_EQ(largest_margin_at_most(150), 0);
  EXPECT_EQ(smallest_margin_at_least(151), 1);
  EXPECT_EQ(largest_margin_at_most(-150), -1);
  EXPECT_EQ(smallest_margin_at_least(-149), 0);
  EXPECT_EQ(largest_margin_at_most(kKnownWin), 0);
  EXPECT_EQ(smallest_margin_at_least(-kKnownWin), 0);
}

}  // namespace
}  // namespace spielwerk::othello
