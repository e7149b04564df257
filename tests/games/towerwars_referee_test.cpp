// The fast rules of TowerWars agree with the referee, move for move.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/random.h"
#include "games/all_games.h"
#include "tests/games/towerwars_referee.h"

namespace spielwerk::test {
namespace {

using FromTo = TowerWarsReferee::FromTo;

Game game_of(int size) { return all_games().parse("towerwars:" + std::to_string(size)).value(); }

std::vector<FromTo> sorted_moves(const Position& position) {
  std::vector<FromTo> moves;
  for (const Move move : position.moves()) moves.emplace_back(move.first, move.second);
  std::sort(moves.begin(), moves.end());
  return moves;
}

/// A board with pieces anywhere, so that the sides meet at once even where the start is far from
/// it.
std::string random_board(int size, Random& random) {
  std::string text;
  for (int cell = 0; cell < size * size; ++cell) {
    if (cell > 0) text += cell % size == 0 ? '/' : ',';
    if (cell == 0) {
      text += "RB";
    } else if (cell == size * size - 1) {
      text += "BB";
    } else if (random.below(3) > 0) {
      text += '.';
    } else {
      text += random.below(2) == 0 ? 'R' : 'B';
      if (random.below(2) > 0) continue;
      text += std::to_string(1 + random.below(static_cast<std::uint32_t>(size / 3)));
      if (random.below(3) == 0) text += '*';
    }
  }
  return text;
}

void expect_same(const TowerWarsReferee& referee, const Position& position) {
  const std::string_view side = referee.side() == 'R' ? "red" : "blue";
  ASSERT_EQ(position.text(), referee.board() + ":" + std::string(side));
  const std::vector<FromTo> moves = referee.moves();
  ASSERT_EQ(sorted_moves(position), moves) << position.text();
  ASSERT_EQ(position.move_count(), moves.size()) << position.text();
  const char winner = referee.winner();
  const Outcome outcome =
      winner == ' ' ? Outcome::ongoing() : Outcome::win(winner == 'R' ? Player{0} : Player{1});
  ASSERT_EQ(position.outcome(), outcome) << position.text();
}

void play_and_compare(TowerWarsReferee& referee, Position& position, int plies, Random& random) {
  for (int ply = 0; ply < plies; ++ply) {
    ASSERT_NO_FATAL_FAILURE(expect_same(referee, position));
    if (referee.winner() != ' ') return;
    const Move move = position.random_move(random);
    position.play(move);
    referee.play({move.first, move.second});
  }
  expect_same(referee, position);
}

/// The referee tries every pair of fields, so a ply costs it size to the fourth power.
int plies_for(int size) { return std::clamp(1'000'000 / (size * size * size * size), 6, 150); }

class TowerWarsReferees : public testing::TestWithParam<int> {};

// 23 sizes with 22 games of each kind: 1,012 games.
constexpr int kGames = 22;

TEST_P(TowerWarsReferees, AgreeFromTheStart) {
  const int size = GetParam();
  const Game game = game_of(size);
  Random random(static_cast<std::uint64_t>(size));
  for (int count = 0; count < kGames; ++count) {
    TowerWarsReferee referee(size);
    Position position = game.start();
    ASSERT_NO_FATAL_FAILURE(play_and_compare(referee, position, plies_for(size), random));
  }
}

TEST_P(TowerWarsReferees, AgreeFromRandomBoards) {
  const int size = GetParam();
  const Game game = game_of(size);
  Random random(static_cast<std::uint64_t>(size) + 100);
  for (int count = 0; count < kGames; ++count) {
    const std::string board = random_board(size, random);
    const bool is_red = random.below(2) == 0;
    TowerWarsReferee referee(size);
    referee.set_up(board, is_red ? 'R' : 'B');
    Position position = game.parse_position(board + (is_red ? ":red" : ":blue")).value();
    ASSERT_NO_FATAL_FAILURE(play_and_compare(referee, position, plies_for(size), random));
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, TowerWarsReferees, testing::Range(4, 27));

}  // namespace
}  // namespace spielwerk::test
