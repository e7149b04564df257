// The Tic-Tac-Toe engine against exact play, worked out here without any of its code.
#include <gtest/gtest.h>

#include <bit>
#include <unordered_map>

#include "core/engine.h"
#include "core/game_adapter.h"
#include "games/all_games.h"
#include "games/tictactoe/attack.h"
#include "games/tictactoe/knowledge.h"

namespace spielwerk::tictactoe {
namespace {

Game game_of(int rows, int columns, int length) {
  return *all_games().parse(fmt::format("tictactoe:{}x{},k={}", rows, columns, length));
}

std::unique_ptr<Engine> engine_for(const Game& game, int megabytes = 4) {
  return game.make_engine({.table_megabytes = megabytes});
}

/// Tries everything, but where a row can be completed only that, and where one has to be stopped
/// only that. Boards are bits, rows of k are masks.
class Exhaustive {
 public:
  Exhaustive(int rows, int columns, int length) : cells_(rows * columns), length_(length) {
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        for (const auto& [down, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
          const int last_row = row + (length - 1) * down;
          const int last_column = column + (length - 1) * right;
          if (last_row >= rows || last_column < 0 || last_column >= columns) continue;
          std::uint32_t mask = 0;
          for (int step = 0; step < length; ++step) {
            mask |= 1u << ((row + step * down) * columns + column + step * right);
          }
          masks_.push_back(mask);
        }
      }
    }
  }

  /// 1, 0 or -1 for the side to move.
  int value(const Position& at) {
    std::array<std::uint32_t, 2> stones{};
    for (int cell = 0; cell < cells_; ++cell) {
      const Piece piece = at.piece(to_cell(cell));
      if (piece.kind != PieceKind::None) stones[piece.owner] |= 1u << cell;
    }
    return value(stones[at.side_to_move()], stones[1 - at.side_to_move()]);
  }

 private:
  int value(std::uint32_t own, std::uint32_t others) {
    bool is_open = false;
    bool wins = false;
    std::uint32_t worth_trying = (1u << cells_) - 1 - (own | others);
    for (const std::uint32_t mask : masks_) {
      if ((others & mask) == mask) return -1;
      is_open = is_open || (own & mask) == 0 || (others & mask) == 0;
      const bool is_almost = std::popcount((own | others) & mask) == length_ - 1;
      wins = wins || (is_almost && (others & mask) == 0);
      if (is_almost && (own & mask) == 0) worth_trying &= mask;
    }
    if (wins) return 1;
    if (!is_open) return 0;
    const std::uint64_t key = std::uint64_t{own} << 32 | others;
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    int best = (own | others) == (1u << cells_) - 1 ? 0 : -1;
    for (int cell = 0; cell < cells_ && best < 1; ++cell) {
      const std::uint32_t bit = 1u << cell;
      if ((worth_trying & bit) != 0) best = std::max(best, -value(others, own | bit));
    }
    known_[key] = static_cast<signed char>(best);
    return best;
  }

  int cells_;
  int length_;
  std::vector<std::uint32_t> masks_;
  std::unordered_map<std::uint64_t, signed char> known_;
};

/// Plays from random positions after `plies` moves against an opponent who plays at random or
/// without mistakes; no move of the engine may be worth less than the position was.
void expect_no_mistake(int rows, int columns, int length, int plies, int games) {
  const Game game = game_of(rows, columns, length);
  Exhaustive exact(rows, columns, length);
  const auto engine = engine_for(game, 1);
  Random random(17);
  for (int round = 0; round < games; ++round) {
    Position position = game.start();
    for (int ply = 0; ply < plies && !position.outcome().is_over(); ++ply) {
      position.play(position.random_move(random));
    }
    const auto engine_side = static_cast<Player>(round % 2);
    while (!position.outcome().is_over()) {
      Move move = position.random_move(random);
      const bool is_engine = position.side_to_move() == engine_side;
      const int before = exact.value(position);
      if (is_engine) {
        move = engine->search(position, {.nodes = 2'000}, {}, {}).best();
      } else if (round % 4 >= 2) {
        for (int tries = 0; tries < 100; ++tries, move = position.random_move(random)) {
          Position next = position;
          next.play(move);
          if (-exact.value(next) == before) break;
        }
      }
      Position next = position;
      next.play(move);
      ASSERT_TRUE(!is_engine || -exact.value(next) == before) << position.text();
      position = next;
    }
  }
}

TEST(TicTacToeEngine, MakesNoMistakeWithThreeInARow) {
  expect_no_mistake(3, 3, 3, 0, 12);
  expect_no_mistake(3, 4, 3, 0, 12);
  expect_no_mistake(4, 3, 3, 1, 12);
  expect_no_mistake(3, 5, 3, 2, 12);
  expect_no_mistake(4, 4, 3, 3, 12);
  expect_no_mistake(4, 5, 3, 4, 12);
}

TEST(TicTacToeEngine, MakesNoMistakeWithFourInARow) {
  expect_no_mistake(4, 4, 4, 6, 12);
  expect_no_mistake(4, 5, 4, 10, 8);
  expect_no_mistake(5, 4, 4, 10, 8);
}

TEST(TicTacToeEngine, NeverLosesADrawnBoardFromTheStart) {
  const Game game = game_of(4, 5, 4);
  const auto engine = engine_for(game, 1);
  Random random(2);
  for (int round = 0; round < 6; ++round) {
    Position position = game.start();
    while (!position.outcome().is_over()) {
      const bool is_engine = position.side_to_move() == round % 2;
      position.play(is_engine ? engine->search(position, {.nodes = 6'000}, {}, {}).best()
                              : position.random_move(random));
    }
    EXPECT_FALSE(position.outcome().is_win() && position.outcome().winner() != round % 2);
  }
}

TEST(TicTacToeEngine, SolvesBoards) {
  const auto solve = [](int rows, int columns, int length) {
    const Game game = game_of(rows, columns, length);
    return engine_for(game)->solve(game.start(), {}, {}, {}).score();
  };
  EXPECT_EQ(solve(3, 3, 3), Score::draw());
  EXPECT_EQ(solve(4, 4, 4), Score::draw());
  EXPECT_EQ(solve(4, 5, 4), Score::draw());
  EXPECT_EQ(solve(4, 4, 3), Score::win_in(5));
  EXPECT_EQ(solve(3, 4, 3), Score::win_in(7));
}

TEST(TicTacToeEngine, BestPlayLastsAsLongAsTheValueSays) {
  for (const auto& [rows, columns] : {std::pair{3, 4}, {4, 4}, {4, 5}}) {
    const Game game = game_of(rows, columns, 3);
    const auto engine = engine_for(game);
    for (const Move first : game.start().moves()) {
      Position position = game.start();
      position.play(first);
      Score score = engine->solve(position, {}, {}, {}).score();
      while (score.kind() == Score::Kind::Loss || score.kind() == Score::Kind::Win) {
        const int plies = score.plies();
        position.play(engine->solve(position, {}, {}, {}).best());
        if (plies == 1) {
          EXPECT_TRUE(position.outcome().is_win()) << position.text();
          break;
        }
        ASSERT_FALSE(position.outcome().is_over()) << position.text();
        score = engine->solve(position, {}, {}, {}).score();
        ASSERT_EQ(score.plies(), plies - 1) << position.text();
      }
    }
  }
}

TEST(TicTacToeEngine, SolvesLostPositions) {
  const Game game = game_of(3, 3, 3);
  // Two rows are open to X, O can stop one.
  const Position lost = *game.parse_position("X.X/.O./X.O:O");
  EXPECT_EQ(engine_for(game)->solve(lost, {}, {}, {}).score(), Score::loss_in(2));
}

TEST(TicTacToeEngine, EvaluationIsTheSameFromBothSides) {
  const Game game = game_of(10, 10, 5);
  const Position start = game.start();
  const Knowledge knowledge(*GameAdapter<Rules>::rules_of(start), {.table_megabytes = 1});
  Random random(4);
  auto state = knowledge.root(*GameAdapter<Rules>::position_of(start));
  for (int ply = 0; ply < 60 && !knowledge.outcome(state).is_over(); ++ply) {
    EXPECT_EQ(knowledge.evaluate(state, 0), -knowledge.evaluate(state, 1));
    knowledge.play(state, random_move(knowledge.lines().rules(), state.position(), random));
  }
}

TEST(TicTacToeEngine, ProvesAttacksOnLargeBoards) {
  const Game game = game_of(10, 10, 5);
  const auto engine = engine_for(game);
  // Two open twos that meet: a three in both directions cannot be stopped.
  const Position position = *game.parse_position(
      "......O.../.........O/....X...../....X...../..XX.....O/........../........../........../"
      "......O.../..........:X");
  const SearchReport report = engine->solve(position, {.nodes = 20'000}, {}, {});
  EXPECT_EQ(report.score().kind(), Score::Kind::Win);
  EXPECT_EQ(game.print_move(report.best()), "E5");
}

/// A position in which X attacks is either really won, or the proof says nothing.
TEST(TicTacToeEngine, AttacksThatAreProvenWin) {
  Exhaustive exact(4, 5, 4);
  const Game game = game_of(4, 5, 4);
  Random random(21);
  int proven = 0;
  for (int round = 0; round < 100; ++round) {
    Position position = game.start();
    for (int ply = 0; ply < 9 && !position.outcome().is_over(); ++ply) {
      position.play(position.random_move(random));
    }
    if (position.outcome().is_over()) continue;
    const auto& rules = *GameAdapter<Rules>::rules_of(position);
    const Lines lines(rules, weights_for(4));
    const auto at = lines.root(*GameAdapter<Rules>::position_of(position));
    const AttackProblem problem(lines, at.side_to_move());
    search::ProofTable table(1);
    search::ProofNumberSearch<AttackProblem> search(problem, table);
    search::StopFlag stop;
    search::SearchControl control(stop, {}, {}, {});
    const bool is_attack = attack_length(lines, at, 4, control) > 0;
    if (search.prove(at, control) != search::Verdict::Proven) {
      EXPECT_FALSE(is_attack) << position.text();
      continue;
    }
    ++proven;
    EXPECT_EQ(exact.value(position), 1) << position.text();
  }
  EXPECT_GT(proven, 10);
}

TEST(TicTacToePattern, CompletesAndStopsRows) {
  const Game game = game_of(5, 5, 4);
  const auto pattern = *game.description().strategies.front().make(game, "", 3);
  const auto choose = [&](std::string_view text) {
    return game.print_move(pattern->choose(*game.parse_position(text), {}, {}));
  };
  EXPECT_EQ(choose("XXX../OOO../...../...../.....:X"), "A4");
  EXPECT_EQ(choose("XX.../OOO../...../...../....X:X"), "B4");
  EXPECT_FALSE(game.description().strategies.front().make(game, "depth=2", 3).has_value());
}

}  // namespace
}  // namespace spielwerk::tictactoe
