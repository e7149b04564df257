// The fast rules of Connect6 and Tic-Tac-Toe against the referee, move by move.
#include "tests/games/row_referee.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "games/all_games.h"

namespace spielwerk {
namespace {

using test::RowReferee;

/// How both sides play, so that games end early, late and drawn.
enum class Policy { Random, Build, AvoidRows, Stripes };

/// A random field next to a stone of the player to move, or any free one if there is none.
Cell field_beside_own_stones(const Game& game, const Position& position, Random& random) {
  const std::vector<Cell> free = position.next_cells();
  std::vector<Cell> beside;
  for (const Cell cell : free) {
    for (int direction = 0; direction < game.geometry().direction_count(); ++direction) {
      const Cell next = game.geometry().step(cell, direction);
      if (next == kNoCell || position.piece(next).owner != position.side_to_move()) continue;
      beside.push_back(cell);
      break;
    }
  }
  const auto& choice = beside.empty() ? free : beside;
  return choice[random.below(static_cast<std::uint32_t>(choice.size()))];
}

bool ends_in_a_win(Position position, Move move) {
  position.play(move);
  return position.outcome().is_win();
}

/// A random free field on stripes that keep two sides from ever having a long row: three fields of
/// one, three of the other, shifted by three in the next row. Any free one if those are full.
Cell field_on_own_stripes(const Game& game, const Position& position, Random& random) {
  const std::vector<Cell> free = position.next_cells();
  std::vector<Cell> own;
  for (const Cell cell : free) {
    const int stripe = game.geometry().column(cell) / 3 + game.geometry().row(cell);
    if (stripe % 2 == position.side_to_move() % 2) own.push_back(cell);
  }
  const auto& choice = own.empty() ? free : own;
  return choice[random.below(static_cast<std::uint32_t>(choice.size()))];
}

Move choose(const Game& game, const Position& position, Policy policy, Random& random) {
  Move move = position.random_move(random);
  if (policy == Policy::AvoidRows) {
    for (int attempt = 0; attempt < 30 && ends_in_a_win(position, move); ++attempt) {
      move = position.random_move(random);
    }
  }
  if (policy == Policy::Random || policy == Policy::AvoidRows) return move;
  const auto pick = policy == Policy::Build ? field_beside_own_stones : field_on_own_stripes;
  const Cell first = pick(game, position, random);
  if (game.notation().cells_per_move == 1) return game.make_move(first);
  const Cell second = pick(game, position, random);
  // Now and then the same field twice: then the random move it is.
  return first == second ? move : game.make_move(first, second);
}

class Comparison {
 public:
  Comparison(const Game& game, const RowReferee::Setup& setup)
      : game_(game), position_(game.start()), referee_(setup) {}

  /// Plays one game to its end and returns what it ended in.
  RowReferee::Result play(Policy policy, Random& random) {
    compare();
    while (!position_.outcome().is_over() && !testing::Test::HasFailure()) {
      const Move move = choose(game_, position_, policy, random);
      std::vector<RowReferee::Field> fields;
      for (int index = 0; index < move.size(); ++index) fields.push_back(field(move[index]));
      EXPECT_TRUE(referee_.place(fields)) << game_.print_move(move);
      position_.play(move);
      compare();
      expect_same_objections(random);
    }
    return referee_.result();
  }

 private:
  RowReferee::Field field(Cell cell) const {
    return {game_.geometry().row(cell), game_.geometry().column(cell)};
  }

  void compare() const {
    SCOPED_TRACE(position_.text());
    EXPECT_EQ(position_.move_count(), static_cast<std::uint64_t>(referee_.legal_turns()));
    EXPECT_EQ(position_.side_to_move(), referee_.player_to_move());
    for (Cell cell = 0; cell < game_.geometry().cell_count(); ++cell) {
      const Player owner = position_.piece(cell).owner;
      ASSERT_EQ(owner == kNoPlayer ? -1 : owner, referee_.owner(field(cell))) << cell;
    }
    const Outcome outcome = position_.outcome();
    EXPECT_EQ(outcome.is_over(), referee_.result() != RowReferee::Result::Ongoing);
    EXPECT_EQ(outcome.is_draw(), referee_.result() == RowReferee::Result::Draw);
    EXPECT_EQ(outcome.is_win() ? outcome.winner() : -1, referee_.winner());
  }

  /// A random turn, mostly onto taken fields, is allowed by both or by neither.
  void expect_same_objections(Random& random) const {
    const auto any_cell = [&] {
      return static_cast<Cell>(
          random.below(static_cast<std::uint32_t>(game_.geometry().cell_count())));
    };
    const Cell first = any_cell();
    const bool is_pair = game_.notation().cells_per_move == 2;
    const Cell second = is_pair ? any_cell() : kNoCell;
    std::vector<RowReferee::Field> fields{field(first)};
    if (is_pair) fields.push_back(field(second));
    RowReferee referee = referee_;
    EXPECT_EQ(position_.is_legal(game_.make_move(first, second)), referee.place(fields));
  }

  const Game& game_;
  Position position_;
  RowReferee referee_;
};

struct Tally {
  int wins = 0;
  int draws = 0;
};

/// Plays `games` games of each policy.
void compare_games(const std::string& text, const RowReferee::Setup& setup, int games,
                   Tally& tally) {
  SCOPED_TRACE(text);
  const auto game = all_games().parse(text);
  ASSERT_TRUE(game) << game.error().message(text);
  Random random(2006);
  for (const Policy policy : {Policy::Random, Policy::Build, Policy::AvoidRows, Policy::Stripes}) {
    for (int count = 0; count < games && !testing::Test::HasFailure(); ++count) {
      const auto result = Comparison(*game, setup).play(policy, random);
      (result == RowReferee::Result::Win ? tally.wins : tally.draws) += 1;
    }
  }
}

/// Size, players, and whether it is a torus.
class Connect6Referee : public testing::TestWithParam<std::tuple<int, int, bool>> {};

TEST_P(Connect6Referee, AgreesInEveryMove) {
  const auto [size, players, is_torus] = GetParam();
  const std::string text = "connect6:" + std::to_string(size) +
                           ",players=" + std::to_string(players) +
                           ",edges=" + (is_torus ? "torus" : "standard");
  Tally tally;
  // 21 games of four policies in each of twelve variants are a little over a thousand.
  compare_games(text, {size, size, 6, players, 2, is_torus}, 21, tally);
  EXPECT_EQ(tally.wins + tally.draws, 84);
  EXPECT_GT(tally.wins, 20);
  EXPECT_GT(tally.draws, 5);
}

INSTANTIATE_TEST_SUITE_P(Games, Connect6Referee,
                         testing::Combine(testing::Values(18, 20), testing::Values(2, 3, 4),
                                          testing::Bool()));

TEST(TicTacToeReferee, AgreesInEveryMove) {
  Tally tally;
  // All 204 combinations of sizes and k.
  for (int rows = 3; rows <= 10; ++rows) {
    for (int columns = 3; columns <= 10; ++columns) {
      for (int length = 3; length <= std::min(rows, columns); ++length) {
        const std::string text = "tictactoe:" + std::to_string(rows) + "x" +
                                 std::to_string(columns) + ",k=" + std::to_string(length);
        compare_games(text, {rows, columns, length, 2, 1, false}, 2, tally);
      }
    }
  }
  EXPECT_EQ(tally.wins + tally.draws, 204 * 8);
  EXPECT_GT(tally.wins, 200);
  EXPECT_GT(tally.draws, 200);
}

}  // namespace
}  // namespace spielwerk
