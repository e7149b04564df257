// The rules of TowerWars: texts, keys, and what is told about moves.
#include "games/towerwars/rules.h"

#include <gtest/gtest.h>

#include <map>

#include "games/all_games.h"

namespace spielwerk::test {
namespace {

static_assert(Rules<towerwars::Rules<1>>);
static_assert(Rules<towerwars::Rules<11>>);

Game game_of(int size) { return all_games().parse("towerwars:" + std::to_string(size)).value(); }

/// Plays random games and shows every position, up to the final one, to `visit`.
template <class Visitor>
void visit_random_games(const Game& game, int games, int plies, Visitor&& visit) {
  Random random(static_cast<std::uint64_t>(game.geometry().columns()));
  for (int count = 0; count < games; ++count) {
    Position position = game.start();
    visit(position);
    for (int ply = 0; ply < plies && !position.outcome().is_over(); ++ply) {
      position.play(position.random_move(random));
      visit(position);
    }
  }
}

TEST(TowerWarsRules, IsRegisteredWithItsSizes) {
  EXPECT_EQ(all_games().parse("towerwars").value().text(), "towerwars:8");
  EXPECT_FALSE(all_games().parse("towerwars:3"));
  EXPECT_FALSE(all_games().parse("towerwars:27"));
  for (const Preset& preset : all_games().find("towerwars")->presets) {
    EXPECT_TRUE(all_games().parse("towerwars:" + preset.variant)) << preset.title;
  }
}

TEST(TowerWarsRules, StartAsText) {
  EXPECT_EQ(game_of(4).start().text(), "RB,R,R,./R,R,.,B/R,.,B,B/.,B,B,BB:red");
}

TEST(TowerWarsRules, TextsKeepEveryPositionAndItsKey) {
  int taken_bases = 0;
  int stuck = 0;
  // At least one size of every width.
  for (const int size : {4, 5, 6, 8, 11, 12, 16, 17, 26}) {
    const Game game = game_of(size);
    visit_random_games(game, size < 10 ? 60 : 2, 400, [&](const Position& position) {
      const auto parsed = game.parse_position(position.text());
      ASSERT_TRUE(parsed) << position.text() << ' ' << parsed.error().expected;
      ASSERT_EQ(*parsed, position) << position.text();
      ASSERT_EQ(parsed->key(), position.key()) << position.text();
      if (!position.outcome().is_over()) return;
      ASSERT_EQ(position.moves(), std::vector<Move>()) << position.text();
      ASSERT_EQ(position.move_count(), 0u) << position.text();
      const bool has_both_bases = position.piece(0).kind == PieceKind::Base &&
                                  position.piece(to_cell(size * size - 1)).kind == PieceKind::Base;
      ++(has_both_bases ? stuck : taken_bases);
    });
  }
  EXPECT_GT(taken_bases, 20);
  EXPECT_GT(stuck, 20);
}

TEST(TowerWarsRules, KeysTellPositionsApart) {
  std::map<std::uint64_t, std::string> texts;
  visit_random_games(game_of(6), 100, 300, [&](const Position& position) {
    const auto [entry, is_new] = texts.emplace(position.key(), position.text());
    ASSERT_EQ(entry->second, position.text());
  });
  EXPECT_GT(texts.size(), 5000u);
}

struct BadText {
  std::string_view text;
  std::size_t position;
  std::string_view expected;
};

TEST(TowerWarsRules, RefusesBoardsThatCannotBe) {
  const std::string field = "a field: '.', or R or B alone, with a height or with a second B";
  const std::vector<BadText> cases{
      {"", 0, "':' and the player to move"},
      {"RB,R,R,./R,R,.,B/R,.,B,B/.,B,B,BB:green", 34, "the player to move, red or blue"},
      {":red", 0, field},
      {"RB,R,R,./R,R,.,B/R,.,B,B/.,B,B:red", 30, "',' and the next field"},
      {"RB,R,R,.,R,R,.,B/R,.,B,B/.,B,B,BB:red", 8, "'/' and the next row"},
      {"RB,R,R,./R,R,.,B/R,.,B,B/.,B,B,BB,.:red", 33, "the end of the board"},
      {"RB,R,x,./R,R,.,B/R,.,B,B/.,B,B,BB:red", 5, field},
      {"RB,R,r,./R,R,.,B/R,.,B,B/.,B,B,BB:red", 5, field},
      {"RB,R,R0,./R,R,.,B/R,.,B,B/.,B,B,BB:red", 6, "a height from 1 to 1"},
      {"RB,R,R2,./R,R,.,B/R,.,B,B/.,B,B,BB:red", 6, "a height from 1 to 1"},
      {"RB,R,R11,./R,R,.,B/R,.,B,B/.,B,B,BB:red", 7, "',' and the next field"},
      {"RB,R,R*,./R,R,.,B/R,.,B,B/.,B,B,BB:red", 6, "',' and the next field"},
      {"RB,R,RB,./R,R,.,B/R,.,B,B/.,B,B,BB:red", 5, "bases only in their corners"},
      {"RB,R,BB,./R,R,.,B/R,.,B,B/.,B,B,BB:red", 5, "bases only in their corners"},
      {"BB,R,R,./R,R,.,B/R,.,B,B/.,B,B,BB:red", 0, "RB, or B that has taken it"},
      {".,R,R,./R,R,.,B/R,.,B,B/.,B,B,BB:red", 0, "RB, or B that has taken it"},
      {"R,R,R,./R,R,.,B/R,.,B,B/.,B,B,BB:red", 0, "RB, or B that has taken it"},
      {"B1,R,R,./R,R,.,B/R,.,B,B/.,B,B,BB:red", 0, "RB, or B that has taken it"},
      {"B,R,R,./R,R,.,B/R,.,B,B/.,B,B,BB:blue", 0, "RB"},
      {"RB,R,R,./R,R,.,B/R,.,B,B/.,B,B,R:red", 31, "BB"},
      {"B,R,R,./R,R,.,B/R,.,B,B/.,B,B,R:red", 30, "BB"},
  };
  const Game game = game_of(4);
  for (const BadText& each : cases) {
    const auto position = game.parse_position(each.text);
    ASSERT_FALSE(position) << each.text;
    EXPECT_EQ(position.error().position, each.position) << each.text;
    EXPECT_EQ(position.error().expected, each.expected) << each.text;
  }
}

TEST(TowerWarsRules, ATakenBaseEndsTheGame) {
  const Game game = game_of(4);
  const Position position = game.parse_position("B,R,R,./R,R,.,B/R,.,B,./.,B,B,BB:red").value();
  EXPECT_EQ(position.outcome(), Outcome::win(1));
  EXPECT_EQ(position.move_count(), 0u);
  EXPECT_FALSE(position.is_legal(game.parse_move("A2->A3").value()));
  EXPECT_EQ(position.objection(game.parse_move("A2->A3").value()), "the game is over");
}

TEST(TowerWarsRules, ObjectsToExactlyTheIllegalMoves) {
  for (const int size : {4, 6, 9}) {
    const Game game = game_of(size);
    int seen = 0;
    visit_random_games(game, 4, 200, [&](const Position& position) {
      if (++seen % 10 != 0 && !position.outcome().is_over()) return;
      std::uint64_t legal = 0;
      for (int from = 0; from < size * size; ++from) {
        for (int to = 0; to < size * size; ++to) {
          const Move move{to_cell(from), to_cell(to)};
          legal += position.is_legal(move) ? 1 : 0;
          ASSERT_EQ(position.objection(move).empty(), position.is_legal(move))
              << position.text() << ' ' << game.print_move(move);
        }
      }
      ASSERT_EQ(legal, position.move_count()) << position.text();
    });
  }
}

/// A 9×9 board (full height 3) with every kind of thing to run into.
///     A  B  C  D  E   F  G  H  I
constexpr std::string_view kCrowded =
    "RB,R,.,.,.,.,.,.,R/"
    "R3,.,.,.,.,.,.,.,./"
    "R,.,.,.,.,.,.,.,./"
    ".,.,R1,R,.,B2,.,.,./"
    ".,.,.,.,B1*,.,.,.,./"
    ".,R2,B,.,.,.,.,.,./"
    ".,R1*,R2*,.,.,.,.,R2,./"
    ".,.,.,.,.,.,.,B,R/"
    ".,.,.,.,.,.,.,R1,BB:red";

std::string objection(std::string_view move) {
  const Game game = game_of(9);
  const Position position = game.parse_position(kCrowded).value();
  return position.objection(game.parse_move(move).value());
}

TEST(TowerWarsRules, SaysWhyAMoveIsIllegal) {
  EXPECT_EQ(objection("D4->E4"), "");
  EXPECT_EQ(objection("E4->E5"), "E4 is empty");
  EXPECT_EQ(objection("F4->E4"), "what stands on F4 belongs to blue");
  EXPECT_EQ(objection("I9->H8"), "what stands on I9 belongs to blue");
  EXPECT_EQ(objection("A1->B1"), "a base cannot move");
  EXPECT_EQ(objection("B7->A7"), "the tower on B7 is blocked and cannot move");
  EXPECT_EQ(objection("D4->D4"), "a move must lead to another field");
  EXPECT_EQ(objection("B6->D6"), "the top stone of a tower moves only to a neighbouring field");
  EXPECT_EQ(objection("B6->C6"), "the top stone of a tower cannot capture");
  EXPECT_EQ(objection("H9->I9"), "the top stone of a tower cannot capture");
  EXPECT_EQ(objection("D4->G4"), "the stone on D4 has range 2, but G4 is 3 away");
  EXPECT_EQ(objection("I1->G1"), "the stone on I1 has range 1, but G1 is 2 away");
  EXPECT_EQ(objection("D4->E5"),
            "the tower on E5 is already blocked; only a neighbour can capture it");
  EXPECT_EQ(objection("B1->A1"), "no piece moves onto its own base");
  EXPECT_EQ(objection("A2->A1"), "no piece moves onto its own base");
  EXPECT_EQ(objection("A3->A2"), "the tower on A2 already has the full height of 3");
}

TEST(TowerWarsRules, RefusesFieldsBeyondTheBoard) {
  const Position start = game_of(4).start();
  EXPECT_FALSE(start.is_legal({16, 0}));
  EXPECT_FALSE(start.is_legal({1, kNoCell}));
  EXPECT_EQ(start.objection({1, 16}), "there is no such field on the board");
}

std::vector<Step> steps_of(std::string_view text, std::string_view move_text) {
  const Game game = game_of(9);
  const Position position = game.parse_position(text).value();
  const Move move = game.parse_move(move_text).value();
  EXPECT_TRUE(position.is_legal(move)) << move_text;
  Position next = position;
  next.play(move);
  std::vector<Step> steps = position.steps(move);
  EXPECT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].from, move.first);
  EXPECT_EQ(steps[0].piece, next.piece(move.first));
  EXPECT_EQ(steps[1].from, move.first);
  EXPECT_EQ(steps[1].to, move.second);
  EXPECT_EQ(steps[1].piece, next.piece(move.second));
  return steps;
}

TEST(TowerWarsRules, TellsTheStepsOfAMove) {
  const Piece nothing;
  const Piece stone{PieceKind::Stone, 0, 1};
  const auto tower = [](int height) {
    return Piece{PieceKind::Tower, 0, static_cast<std::uint8_t>(height)};
  };
  struct Case {
    std::string_view move;
    Piece left;
    StepKind kind;
    Piece result;
  };
  const std::vector<Case> cases{
      {"D4->E4", nothing, StepKind::Arrive, stone},
      {"B1->A3", nothing, StepKind::Build, tower(1)},
      {"D4->C4", nothing, StepKind::Build, tower(2)},
      {"D4->C6", nothing, StepKind::Capture, stone},
      {"I8->H8", nothing, StepKind::Capture, stone},
      {"I8->I9", nothing, StepKind::Capture, stone},
      {"D4->F4", nothing, StepKind::Block, Piece{PieceKind::BlockedTower, 1, 2}},
      {"C4->B5", stone, StepKind::Arrive, stone},
      {"A2->B2", tower(2), StepKind::Arrive, stone},
      {"B6->B7", tower(1), StepKind::Unblock, tower(1)},
  };
  for (const Case& each : cases) {
    const auto steps = steps_of(kCrowded, each.move);
    EXPECT_EQ(steps[0].kind, StepKind::Leave) << each.move;
    EXPECT_EQ(steps[0].wave, 0) << each.move;
    EXPECT_EQ(steps[0].piece, each.left) << each.move;
    EXPECT_EQ(steps[1].kind, each.kind) << each.move;
    EXPECT_EQ(steps[1].wave, 1) << each.move;
    EXPECT_EQ(steps[1].piece, each.result) << each.move;
  }
}

}  // namespace
}  // namespace spielwerk::test
