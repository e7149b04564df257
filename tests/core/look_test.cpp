// What games say of their looks: colours, counts, endings, and what it is by default.
#include "core/look.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/all_games.h"

namespace spielwerk {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Game game_of(std::string_view text) { return *all_games().parse(text); }

Position position_of(const Game& game, std::string_view text) {
  const auto position = game.parse_position(text);
  EXPECT_TRUE(position) << position.error().message(text);
  return position ? *position : game.start();
}

TEST(Look, ColoursAreChosenOrNamedOrNumbered) {
  EXPECT_THAT(colours_of(game_of("kaskade")), ElementsAre(Colour::White, Colour::Black));
  EXPECT_THAT(colours_of(game_of("othello")), ElementsAre(Colour::Black, Colour::White));
  EXPECT_THAT(colours_of(game_of("towerwars")), ElementsAre(Colour::Red, Colour::Blue));
  EXPECT_THAT(colours_of(game_of("connect6:18,players=4")),
              ElementsAre(Colour::Black, Colour::White, Colour::Red, Colour::Blue));
}

TEST(Look, CountsPiecesAndFields) {
  const Game kaskade = game_of("kaskade:3x3");
  const Position balls = position_of(kaskade, "1a0n0n0n2b0n0n0n1b:A");
  EXPECT_THAT(count(kaskade, balls, Counted::Pieces), ElementsAre(1, 3));
  EXPECT_THAT(count(kaskade, balls, Counted::Fields), ElementsAre(1, 2));

  // A tower of height 1 is two stones; bases do not count.
  const Game towers = game_of("towerwars:4");
  const Position stones = position_of(towers, "RB,R1,.,./.,R,.,./.,.,B1*,./.,.,.,BB:red");
  EXPECT_THAT(count(towers, stones, Counted::Pieces), ElementsAre(3, 2));
  EXPECT_THAT(count(towers, stones, Counted::Fields), ElementsAre(2, 1));
}

TEST(Look, CallsWhatIsCounted) {
  EXPECT_EQ(print_count({.pieces = PieceStyle::Balls}, Counted::Pieces, 1), "1 ball");
  EXPECT_EQ(print_count({.pieces = PieceStyle::Balls}, Counted::Pieces, 12), "12 balls");
  EXPECT_EQ(print_count({.pieces = PieceStyle::Balls}, Counted::Fields, 3), "3 fields");
  EXPECT_EQ(print_count({.pieces = PieceStyle::Discs}, Counted::Pieces, 2), "2 discs");
  EXPECT_EQ(print_count({}, Counted::Pieces, 0), "0 stones");
}

struct Finished {
  std::string_view game;
  std::string_view position;
  std::string_view words;
  std::vector<Cell> cells;
};

TEST(Look, GamesSayHowTheyWereWon) {
  for (const Finished& each : std::vector<Finished>{
           {"tictactoe", "XXX/.O./O..:O", "with a row", {0, 1, 2}},
           {"tictactoe", "XXX/XO./XOO:O", "with a row", {0, 1, 2, 3, 6}},
           {"othello:4x4", "BBBB,BBBB,BBBB,BBWB:white", "with more discs", {}},
           {"kaskade:3x3", "1a0n1a0n2a0n0n0n0n:B", "with the whole board", {}},
           {"towerwars:4", "RB,.,.,./.,R,.,./.,.,.,./.,.,.,R:blue", "having taken the base", {15}},
           {"towerwars:4", "RB,.,.,./.,R,.,./.,.,.,./.,.,.,BB:blue", "leaving no move", {}},
       }) {
    const Game game = game_of(each.game);
    const Position position = position_of(game, each.position);
    ASSERT_TRUE(position.outcome().is_over()) << each.position;
    const Ending ending = position.ending();
    EXPECT_EQ(words_of(game.description().look, ending), each.words) << each.position;
    EXPECT_EQ(ending.cells, each.cells) << each.position;
  }
}

TEST(Look, NothingHasEndedWhileAGameGoesOn) {
  for (const auto& each : all_games().games()) {
    EXPECT_EQ(game_of(each->name).start().ending(), Ending{}) << each->name;
  }
  EXPECT_THAT(words_of({}, {.how = "row"}), IsEmpty());
}

TEST(Look, OnlyBallsOverflow) {
  const Game kaskade = game_of("kaskade:3x3");
  EXPECT_EQ(kaskade.capacity(0), 2);
  EXPECT_EQ(kaskade.capacity(1), 3);
  EXPECT_EQ(kaskade.capacity(4), 4);
  EXPECT_EQ(game_of("othello").capacity(0), 0);
}

}  // namespace
}  // namespace spielwerk
