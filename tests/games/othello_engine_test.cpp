// Othello's engine: what it knows, finds and solves, and its reference opponent.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "core/engine.h"
#include "core/game_adapter.h"
#include "core/text.h"
#include "games/all_games.h"
#include "games/othello/knowledge.h"
#include "tests/support/random_games.h"

namespace spielwerk::othello {
namespace {

using test::random_position;

Game game_of(std::string_view variant) {
  return all_games().parse("othello:" + std::string(variant)).value();
}

std::unique_ptr<Engine> engine_of(const Game& game, EngineSettings settings = {}) {
  return game.make_engine(settings);
}

std::pair<int, int> stones(const spielwerk::Position& position) {
  const std::string text = position.text();
  const std::string board = text.substr(0, text.rfind(':'));
  return {static_cast<int>(std::ranges::count(board, 'B')),
          static_cast<int>(std::ranges::count(board, 'W'))};
}

// ---- What is solved

struct Solved {
  std::string variant;
  int black;
  int white;
};
class OthelloSolved : public testing::TestWithParam<Solved> {};

TEST_P(OthelloSolved, FromTheStart) {
  const Game game = game_of(GetParam().variant);
  const SearchReport report = engine_of(game)->solve(game.start(), {}, {}, {});
  EXPECT_TRUE(report.score().is_exact());
  EXPECT_EQ(report.score().expected(), GetParam().black > GetParam().white    ? 1.0
                                       : GetParam().black == GetParam().white ? 0.5
                                                                              : 0.0);
  spielwerk::Position end = game.start();
  for (const Move move : report.lines.front().moves) {
    ASSERT_TRUE(end.is_legal(move));
    end.play(move);
  }
  EXPECT_TRUE(end.outcome().is_over());
  EXPECT_EQ(stones(end), std::pair(GetParam().black, GetParam().white));
}

INSTANTIATE_TEST_SUITE_P(Boards, OthelloSolved,
                         testing::Values(Solved{"4x4", 3, 11}, Solved{"4x6", 20, 4},
                                         Solved{"6x4", 20, 4}),
                         [](const auto& each) { return "Board" + each.param.variant; });

TEST(OthelloEngine, SolvesWhatPlayComesTo) {
  const Game game = game_of("8x8");
  const auto engine = engine_of(game);
  Random random(4);
  for (int round = 0; round < 5; ++round) {
    const spielwerk::Position position = random_position(game, 48, random);
    const SearchReport searched = engine->search(position, {.nodes = 400'000}, {}, {});
    const SearchReport solved = engine->solve(position, {}, {}, {});
    EXPECT_TRUE(solved.score().is_exact());
    EXPECT_EQ(searched.score().expected(), solved.score().expected()) << position.text();
  }
}

/// With another line wanted the solver is not asked, and the search has to find the same.
TEST(OthelloEngine, SearchAgreesWithSolver) {
  for (const auto variant : {"6x6", "6x6,holes=A1:A1+D6:D6", "4x4"}) {
    const Game game = game_of(variant);
    const auto engine = engine_of(game);
    Random random(5);
    for (int round = 0; round < 5; ++round) {
      const spielwerk::Position position =
          random_position(game, std::string_view(variant) == "4x4" ? 2 : 20, random);
      const SearchReport searched = engine->solve(position, {.lines = 2}, {}, {});
      const SearchReport solved = engine->solve(position, {}, {}, {});
      EXPECT_TRUE(searched.score().is_exact());
      EXPECT_EQ(searched.score().kind(), solved.score().kind()) << position.text();
    }
  }
}

// ---- What it takes positions for

/// Both colours exchanged, and the other one to move.
std::string exchanged(std::string text) {
  const bool is_black = text.ends_with("black");
  for (char& each : text) each = each == 'B' ? 'W' : each == 'W' ? 'B' : each;
  return text.substr(0, text.rfind(':') + 1) + (is_black ? "white" : "black");
}

std::vector<std::string> rows_of(const std::string& text) {
  std::vector<std::string> rows;
  for (const auto row : split(std::string_view(text).substr(0, text.rfind(':')), ',')) {
    rows.emplace_back(row);
  }
  return rows;
}
std::string text_of(const std::vector<std::string>& rows, const std::string& player) {
  std::string text;
  for (const std::string& row : rows) text += (text.empty() ? "" : ",") + row;
  return text + ":" + player;
}

/// All that a board without holes, or with symmetric ones, looks like when turned and mirrored.
std::vector<std::string> turned(const std::string& text, bool is_square) {
  const std::string player = text.substr(text.rfind(':') + 1);
  std::vector<std::string> rows = rows_of(text);
  std::vector<std::string> all;
  for (int turn = 0; turn < (is_square ? 2 : 1); ++turn) {
    for (int flip = 0; flip < 4; ++flip) {
      if (flip % 2 == 0) {
        std::ranges::reverse(rows);
      } else {
        for (std::string& row : rows) std::ranges::reverse(row);
      }
      all.push_back(text_of(rows, player));
    }
    if (!is_square) break;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (std::size_t column = 0; column < row; ++column) {
        std::swap(rows[row][column], rows[column][row]);
      }
    }
  }
  return all;
}

template <class Frame>
void check_evaluation(std::string_view variant, const std::vector<int>& plies, int count) {
  const Game game = game_of(variant);
  const spielwerk::Position start = game.start();
  using Adapter = GameAdapter<Rules<Frame>>;
  const Knowledge<Frame> knowledge(*Adapter::rules_of(start), {});
  const auto evaluate = [&](const spielwerk::Position& at, Player view) {
    return knowledge.evaluate(knowledge.root(*Adapter::position_of(at)), view);
  };
  Random random(6);
  bool are_all_equal = true;
  for (const int ply : plies) {
    for (int round = 0; round < count; ++round) {
      const spielwerk::Position position = random_position(game, ply, random);
      const search::Value value = evaluate(position, position.side_to_move());
      EXPECT_EQ(evaluate(position, static_cast<Player>(1 - position.side_to_move())), -value);
      EXPECT_LE(std::abs(value), search::kMaxEstimate);
      are_all_equal = are_all_equal && value == 0;
      const auto other = game.parse_position(exchanged(position.text())).value();
      EXPECT_EQ(evaluate(other, other.side_to_move()), value) << position.text();
      const bool is_square = game.geometry().columns() == game.geometry().rows();
      for (const std::string& text : turned(position.text(), is_square)) {
        const auto same = game.parse_position(text).value();
        EXPECT_EQ(evaluate(same, same.side_to_move()), value) << text;
      }
    }
  }
  EXPECT_FALSE(are_all_equal);
}

TEST(OthelloKnowledge, SameForBothSidesAndAllWaysToLookAtIt) {
  check_evaluation<Frame8>("8x8", {0, 5, 15, 30, 45, 55}, 20);
  check_evaluation<Frame8>("6x6", {4, 14, 24}, 20);
  check_evaluation<Frame8>("8x6", {4, 14, 24}, 20);
  check_evaluation<Frame8>("8x8,holes=A1:A1+H1:H1+A8:A8+H8:H8", {4, 24, 44}, 20);
  check_evaluation<WideFrame<kMediumWords>>("10x10", {4, 40, 80}, 20);
  check_evaluation<WideFrame<kLargeWords>>("26x98", {4, 400, 2000}, 2);
}

TEST(OthelloKnowledge, CornersAndWhatGivesThemAway) {
  const Game game = game_of("8x6");
  const spielwerk::Position start = game.start();
  const Knowledge<Frame8> knowledge(*GameAdapter<SmallRules>::rules_of(start), {});
  const auto of_black = [&](const std::string& board) {
    const auto position = game.parse_position(board + ":black").value();
    return knowledge.evaluate(*GameAdapter<SmallRules>::position_of(position), kBlack);
  };
  const search::Value without = of_black("--------,--------,---WB---,---BW---,--------,--------");
  EXPECT_GT(of_black("B-------,--------,---WB---,---BW---,--------,--------"), without + 300);
  EXPECT_LT(of_black("--------,-B------,---WB---,---BW---,--------,--------"), without - 100);
  // Holes make corners too: all four axes of B2 end at one, so it is tried first.
  const Game with_holes = game_of("8x8,holes=A1:B1+A2:A3");
  const spielwerk::Position other_start = with_holes.start();
  const Knowledge<Frame8> other(*GameAdapter<SmallRules>::rules_of(other_start), {});
  const auto ordered = [&](const std::string& board) {
    const auto position = with_holes.parse_position(board + ":black").value();
    std::vector<search::ScoredMove> storage;
    search::MoveList moves(storage);
    other.generate(*GameAdapter<SmallRules>::position_of(position), moves);
    return with_holes.print_move(moves.pick(0).move);
  };
  EXPECT_EQ(ordered("##------,#-------,#-W-----,---BW---,---WB---,--------,--------,--------"),
            "B2");
}

TEST(OthelloKnowledge, EveryPatternHasItsWeight) {
  const auto count = Patterns::instance().weight_count();
  for (const std::string_view text : kLearntWeights.patterns) {
    EXPECT_EQ(std::ranges::count_if(text, [](char each) { return each != '\n'; }), count);
    for (const char each : text) EXPECT_LE(std::abs(each == '\n' ? 0 : each - kNoStep), kMaxSteps);
  }
}

// ---- What it finds

TEST(OthelloEngine, TakesEverything) {
  // White's only stone falls with H1; any other move leaves it.
  const Game game = game_of("8x8");
  const auto position =
      game.parse_position(
              "BBBBBBW-,--------,--------,--------,--------,--------,--------,--------:black")
          .value();
  const SearchReport report = engine_of(game)->search(position, {.nodes = 10'000}, {}, {});
  EXPECT_EQ(game.print_move(report.best()), "H1");
  EXPECT_EQ(report.score().kind(), Score::Kind::Win);
}

TEST(OthelloEngine, AlwaysAnswersWithALegalMove) {
  Random random(8);
  for (const auto variant : {"4x2", "8x8", "8x8,holes=C3:C6+F3:F6", "16x16", "26x98"}) {
    const Game game = game_of(variant);
    const auto engine = engine_of(game);
    for (const std::uint64_t nodes : {1u, 50u, 2'000u}) {
      for (int plies = 0; plies < 120 && plies < game.geometry().cell_count() / 2; plies += 17) {
        const spielwerk::Position position = random_position(game, plies, random);
        const SearchReport report = engine->search(position, {.nodes = nodes}, {}, {});
        EXPECT_TRUE(position.is_legal(report.best())) << position.text();
      }
    }
  }
}

TEST(OthelloEngine, SameNodesSameAnswer) {
  const Game game = game_of("8x8");
  Random random(9);
  for (const int plies : {10, 30, 44}) {
    const spielwerk::Position position = random_position(game, plies, random);
    const auto engine = engine_of(game);
    const SearchReport first = engine->search(position, {.nodes = 30'000}, {}, {});
    engine->search(random_position(game, plies, random), {.nodes = 5'000}, {}, {});
    const SearchReport second = engine->search(position, {.nodes = 30'000}, {}, {});
    EXPECT_EQ(first.lines.front().moves, second.lines.front().moves);
    EXPECT_EQ(first.score(), second.score());
    EXPECT_EQ(first.nodes, second.nodes);
  }
}

// ---- Levels and the reference opponent

std::unique_ptr<Strategy> mobility_of(const Game& game, std::uint64_t seed) {
  const auto& strategies = game.description().strategies;
  const auto found = std::ranges::find(strategies, "mobility", &StrategyDescription::name);
  return std::move(found->make(game, "", seed).value());
}

TEST(OthelloMobility, TakesTheCornerAndKeepsMoving) {
  const Game game = game_of("8x8");
  const auto position =
      game.parse_position(
              "-WB-----,--------,--------,---WB---,---BW---,--------,--------,--------:black")
          .value();
  EXPECT_EQ(game.print_move(mobility_of(game, 1)->choose(position, {}, {})), "A1");
}

TEST(OthelloMobility, SeedDecidesBetweenEquals) {
  // All four first moves are the same by symmetry.
  const Game game = game_of("8x8");
  std::vector<Move> chosen;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Move move = mobility_of(game, seed)->choose(game.start(), {}, {});
    EXPECT_EQ(mobility_of(game, seed)->choose(game.start(), {}, {}), move);
    if (std::ranges::find(chosen, move) == chosen.end()) chosen.push_back(move);
  }
  EXPECT_EQ(chosen.size(), 4u);
}

TEST(OthelloMobility, TakesNoParameters) {
  const Game game = game_of("10x10");
  EXPECT_FALSE(game.description().strategies.front().make(game, "depth=2", 1).has_value());
}

TEST(OthelloEngine, BeatsMobility) {
  for (const auto variant : {"8x8", "6x6,holes=B2:B2", "10x10"}) {
    const Game game = game_of(variant);
    const auto engine = engine_of(game);
    const auto mobility = mobility_of(game, 3);
    int won = 0;
    for (const Player engine_side : {kBlack, kWhite}) {
      spielwerk::Position position = game.start();
      while (!position.outcome().is_over()) {
        position.play(position.side_to_move() == engine_side
                          ? engine->search(position, {.nodes = 2'000}, {}, {}).best()
                          : mobility->choose(position, {}, {}));
      }
      won += position.outcome().winner() == engine_side;
    }
    EXPECT_EQ(won, 2) << variant;
  }
}

}  // namespace
}  // namespace spielwerk::othello
