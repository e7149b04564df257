// Kaskade's engine: what it knows against trying everything, its solver, and legal moves always.
#include <gtest/gtest.h>

#include <sstream>

#include "core/engine.h"
#include "games/all_games.h"
#include "games/kaskade/engine.h"
#include "games/kaskade/knowledge.h"
#include "search/alpha_beta_engine.h"
#include "search/level.h"
#include "tests/support/files.h"
#include "tests/support/random_games.h"

namespace spielwerk::kaskade {
namespace {

using test::random_position;

Game game_of(int columns, int rows) {
  return all_games()
      .parse("kaskade:" + std::to_string(columns) + "x" + std::to_string(rows))
      .value();
}

/// A board of random counts: one of `owners` fields is B's, which is to move; many fields are full,
/// so that cascades are long and often win.
Position random_setup(const Game& game, std::uint32_t owners, Random& random) {
  std::string text;
  const int fields = game.geometry().cell_count();
  for (Cell cell = 0; cell < fields; ++cell) {
    const auto max = static_cast<std::uint32_t>(game.geometry().neighbours(cell).size()) - 1;
    const std::uint32_t balls = std::max(random.below(max + 1), random.below(max + 1));
    const bool is_second = cell == 0 || (cell > 1 && random.below(owners) == 0);
    const std::uint32_t count = cell < 2 ? 1 : balls;
    text += static_cast<char>('0' + count);
    text += count == 0 ? 'n' : is_second ? 'b' : 'a';
  }
  return game.parse_position(text + (random.below(2) == 0 ? ":A" : ":B")).value();
}

template <int Words>
void compare_winning_moves(int columns, int rows, int count, int& wins, int& others) {
  using Adapter = GameAdapter<Rules<Words>>;
  const Game game = game_of(columns, rows);
  Random random(static_cast<std::uint64_t>(columns * 100 + rows));
  for (int number = 0; number < count; ++number) {
    const Position position =
        random_setup(game, 2 + static_cast<std::uint32_t>(number % 9), random);
    const Rules<Words>& rules = *Adapter::rules_of(position);
    const Clusters<Words> clusters(rules);
    const auto at = *Adapter::position_of(position);
    const Move found = clusters.winning_move(at);
    bool has_win = false;
    bool is_found_winning = false;
    rules.for_each_move(at, [&](Move move) {
      auto next = at;
      rules.play(next, move);
      if (!rules.outcome(next).is_over()) return;
      has_win = true;
      if (move == found) is_found_winning = true;
    });
    ASSERT_EQ(found.size() > 0, has_win) << game.text() << " " << position.text();
    ASSERT_EQ(is_found_winning, has_win) << game.text() << " " << position.text();
    ++(has_win ? wins : others);
  }
}

TEST(KaskadeEngine, FindsEveryImmediateWin) {
  int wins = 0;
  int others = 0;
  compare_winning_moves<1>(3, 3, 2'000, wins, others);
  compare_winning_moves<1>(4, 3, 2'000, wins, others);
  compare_winning_moves<1>(6, 6, 2'000, wins, others);
  compare_winning_moves<1>(8, 8, 1'000, wins, others);
  compare_winning_moves<2>(5, 20, 500, wins, others);
  compare_winning_moves<2>(10, 10, 500, wins, others);
  compare_winning_moves<7>(20, 20, 60, wins, others);
  EXPECT_GT(wins, 1'000);
  EXPECT_GT(others, 1'000);
}

/// The board of `text` as seen in a mirror: bit 0 mirrors columns, bit 1 rows.
std::string mirrored(const Game& game, const std::string& text, int symmetry) {
  const Geometry& geometry = game.geometry();
  std::string result = text;
  for (int row = 0; row < geometry.rows(); ++row) {
    for (int column = 0; column < geometry.columns(); ++column) {
      const Cell image =
          geometry.cell((symmetry & 1) != 0 ? geometry.columns() - 1 - column : column,
                        (symmetry & 2) != 0 ? geometry.rows() - 1 - row : row);
      const Cell cell = geometry.cell(column, row);
      for (std::size_t part = 0; part < 2; ++part) {
        result[image * std::size_t{2} + part] = text[cell * std::size_t{2} + part];
      }
    }
  }
  return result;
}

/// The board with A and B exchanged, the side to move too.
std::string exchanged(std::string text) {
  for (char& each : text) {
    constexpr std::string_view kFrom = "abAB";
    constexpr std::string_view kTo = "baBA";
    const std::size_t place = kFrom.find(each);
    if (place != std::string_view::npos) each = kTo[place];
  }
  return text;
}

template <int Words>
void check_evaluation(int columns, int rows) {
  using Adapter = GameAdapter<Rules<Words>>;
  const Game game = game_of(columns, rows);
  Random random(5);
  const auto value = [&](const std::string& text, Player view) {
    const Position position = game.parse_position(text).value();
    const Evaluation<Words> evaluation(*Adapter::rules_of(position));
    return evaluation.evaluate(*Adapter::position_of(position), view);
  };
  bool differ = false;
  for (int number = 0; number < 50; ++number) {
    const std::string text = random_setup(game, 2, random).text();
    const search::Value expected = value(text, 0);
    differ = differ || expected != 0;
    EXPECT_EQ(value(text, 1), -expected) << text;
    EXPECT_EQ(value(exchanged(text), 1), expected) << text;
    for (int symmetry = 1; symmetry < 4; ++symmetry) {
      EXPECT_EQ(value(mirrored(game, text, symmetry), 0), expected) << text;
    }
  }
  EXPECT_TRUE(differ);
}

TEST(KaskadeEngine, EvaluationKnowsNoSides) {
  check_evaluation<1>(4, 3);
  check_evaluation<1>(6, 6);
  check_evaluation<2>(9, 8);
  check_evaluation<7>(20, 19);
}

TEST(KaskadeEngine, EvaluationPrefersWhatIsSafe) {
  const Game game = game_of(6, 6);
  const auto start = game.start();
  const Evaluation<1> evaluation(*GameAdapter<Rules<1>>::rules_of(start));
  const auto value = [&](const std::string& first_fields) {
    const std::string text = first_fields + std::string(72 - first_fields.size(), '0');
    std::string board = text;
    for (std::size_t place = first_fields.size() + 1; place < board.size(); place += 2) {
      board[place] = 'n';
    }
    const Position position = game.parse_position(board + ":A").value();
    return evaluation.evaluate(*GameAdapter<Rules<1>>::position_of(position), 0);
  };
  EXPECT_GT(value("1a0n1b"), 0);  // a corner against an edge
  // B's full corner takes A's field beside it as soon as it goes off: that is worth nothing.
  EXPECT_EQ(value("1b1a"), value("1b"));
}

// ---- Solving

/// The exact value by trying everything: plies to the end, positive if the side to move wins.
int plain_distance(const Position& at) {
  int longest_loss = 0;
  int shortest_win = 0;
  for (const Move move : at.moves()) {
    Position next = at;
    next.play(move);
    if (next.outcome().is_over()) return 1;
    const int value = plain_distance(next);
    if (value < 0 && (shortest_win == 0 || 1 - value < shortest_win)) shortest_win = 1 - value;
    if (value > 0) longest_loss = std::max(longest_loss, value + 1);
  }
  return shortest_win > 0 ? shortest_win : -longest_loss;
}

Score score_of(int distance) {
  return distance > 0 ? Score::win_in(distance) : Score::loss_in(-distance);
}

TEST(KaskadeEngine, SolvesWhatPlainSearchSolves) {
  const Game game = game_of(3, 3);
  const auto engine = make_engine(game, {.table_megabytes = 1});
  Random random(11);
  int longest = 0;
  for (int number = 0; number < 100; ++number) {
    const Position position = random_position(game, 8, random);
    const int distance = plain_distance(position);
    longest = std::max(longest, std::abs(distance));
    const SearchReport report = engine->solve(position, {}, {}, {});
    ASSERT_EQ(report.score(), score_of(distance)) << position.text();
    // The line is one of best play: it ends where the score says.
    Position end = position;
    for (const Move move : report.lines.front().moves) {
      ASSERT_TRUE(end.is_legal(move)) << position.text();
      end.play(move);
    }
    EXPECT_TRUE(end.outcome().is_over()) << position.text();
    EXPECT_EQ(static_cast<int>(report.lines.front().moves.size()), std::abs(distance));
  }
  EXPECT_GE(longest, 6);
}

TEST(KaskadeEngine, SearchWithoutSolverAgrees) {
  // More than one line is asked for, so that the search itself has to find the value.
  const Game game = game_of(3, 3);
  const auto engine = make_engine(game, {.table_megabytes = 1});
  Random random(12);
  for (int number = 0; number < 30; ++number) {
    const Position position = random_position(game, 10, random);
    const SearchReport report = engine->solve(position, {.lines = 2}, {}, {});
    EXPECT_EQ(report.score(), score_of(plain_distance(position))) << position.text();
  }
}

TEST(KaskadeEngine, SolvedFacts) {
  int facts = 0;
  const Game game = game_of(3, 3);
  const auto engine = make_engine(game, {.table_megabytes = 4});
  for (const std::string& line : test::read_data_lines("kaskade/solved.txt")) {
    int plies = 0;
    if (std::sscanf(line.c_str(), "3x3: value for A (to move, empty board): WIN in %d plies",
                    &plies) == 1) {
      EXPECT_EQ(engine->solve(game.start(), {}, {}, {}).score(), Score::win_in(plies));
      ++facts;
    }
    // ` A(0,0): wins in 13 A(1,0): wins in 13 …`, for each first move.
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      int column = 0;
      int row = 0;
      if (std::sscanf(word.c_str(), "A(%d,%d):", &column, &row) != 2 || word.back() != ':')
        continue;
      std::string skipped;
      words >> skipped >> skipped >> plies;
      Position position = game.start();
      position.play({game.geometry().cell(column, row), kNoCell});
      EXPECT_EQ(engine->solve(position, {}, {}, {}).score(), Score::loss_in(plies - 1));
      ++facts;
    }
  }
  EXPECT_EQ(facts, 10);
}

TEST(KaskadeEngine, SolvesFourByThree) {
  // From the start, 19 plies, it takes a second and more; three plies of best play later less.
  const Game game = game_of(4, 3);
  Position position = game.start();
  for (const char* move : {"0;0", "2;0", "1;0", "3;0"})
    position.play(game.parse_move(move).value());
  const auto engine = make_engine(game, {.table_megabytes = 16});
  EXPECT_EQ(engine->solve(position, {}, {}, {}).score(), Score::win_in(15));
}

TEST(KaskadeEngine, SolverStopsWhenTold) {
  const Game game = game_of(4, 3);
  const auto engine = make_engine(game, {.table_megabytes = 1});
  const SearchReport report = engine->solve(game.start(), {.nodes = 5'000}, {}, {});
  EXPECT_FALSE(report.score().is_exact());
  EXPECT_TRUE(game.start().is_legal(report.best()));
  EXPECT_LE(report.nodes, 10'000u);
}

// ---- Playing

TEST(KaskadeEngine, MovesAreLegalOnEveryBoard) {
  Random random(3);
  for (const auto& [columns, rows] : {std::pair(3, 3), std::pair(4, 4), std::pair(6, 6),
                                      std::pair(20, 3), std::pair(10, 10), std::pair(20, 20)}) {
    const Game game = game_of(columns, rows);
    const auto engine = make_engine(game, {.table_megabytes = 1});
    for (const int part : {0, 1, 2, 3}) {
      const Position position = random_position(game, columns * rows * part / 3, random);
      for (const std::uint64_t nodes : {1u, 500u, 3'000u}) {
        const SearchReport report = engine->search(position, {.nodes = nodes}, {}, {});
        EXPECT_TRUE(position.is_legal(report.best())) << game.text() << " " << position.text();
        const SearchReport again = engine->search(position, {.nodes = nodes}, {}, {});
        EXPECT_EQ(again.best(), report.best());
        EXPECT_EQ(again.nodes, report.nodes);
      }
    }
  }
}

TEST(KaskadeEngine, LevelsPlayLegalMoves) {
  const Game game = game_of(6, 6);
  const auto engine = make_engine(game, {.table_megabytes = 1});
  Random random(4);
  for (int level = kWeakestLevel; level < kStrongestLevel; ++level) {
    const LevelSettings& settings = kLevels[static_cast<std::size_t>(level - kWeakestLevel)];
    const Position position = random_position(game, 30, random);
    const auto choice =
        search::choose_at_level(*engine, position, settings, {.nodes = 5'000}, {}, random);
    EXPECT_TRUE(position.is_legal(choice.line.moves.front())) << level;
  }
}

TEST(KaskadeEngine, BeatsTheSimpleStrategy) {
  const Game game = game_of(5, 5);
  const auto engine = make_engine(game, {.table_megabytes = 1});
  for (const Player side : {Player{0}, Player{1}}) {
    const auto simple = strategies().front().make(game, "depth=1", 9).value();
    Position position = game.start();
    while (!position.outcome().is_over()) {
      const SearchLimits limits{.nodes = 2'000};
      position.play(position.side_to_move() == side
                        ? engine->search(position, limits, {}, {}).best()
                        : simple->choose(position, {}, {}));
    }
    EXPECT_EQ(position.outcome(), Outcome::win(side));
  }
}

TEST(KaskadeEngine, SimpleStrategyByName) {
  const Game game = game_of(3, 3);
  const auto found = all_games().find("kaskade")->strategies;
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.front().name, "simple");
  EXPECT_TRUE(found.front().make(game, "", 1));
  EXPECT_TRUE(found.front().make(game, "n=2,x=0.1,y=0.3,depth=3", 1));
  const auto wrong = found.front().make(game, "n=2,depth=0", 1);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().position, 10u);
}

}  // namespace
}  // namespace spielwerk::kaskade
