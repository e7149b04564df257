// The rules of TowerWars against facts from independent implementations.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "core/text.h"
#include "games/all_games.h"
#include "games/towerwars/board.h"
#include "tests/support/files.h"

namespace spielwerk::test {
namespace {

using towerwars::Board;
using towerwars::game_of_size;
using towerwars::print_status;
using towerwars::Status;

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value).ptr;
  EXPECT_EQ(end, text.data() + text.size()) << text;
  return value;
}

/// The fields of each line that is not a comment.
std::vector<std::vector<std::string>> read_table(std::string_view name) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : read_data_lines(name)) {
    if (line.empty() || line.starts_with('#')) continue;
    const auto parts = split(line, '\t');
    rows.emplace_back(parts.begin(), parts.end());
  }
  return rows;
}

/// The facts write blanks where our board texts have commas.
std::string our_board(std::string board) {
  std::replace(board.begin(), board.end(), ' ', ',');
  return board;
}

std::string our_position(const std::string& side, const std::string& board) {
  return our_board(board) + (side == "RED" ? ":red" : ":blue");
}

Board read_board(const std::string& side, const std::string& board) {
  const auto size = static_cast<int>(std::count(board.begin(), board.end(), '/')) + 1;
  const Game game = game_of_size(size);
  return {game, game.parse_position(our_position(side, board)).value()};
}

TEST(TowerWarsFacts, StartOfEverySize) {
  const auto rows = read_table("towerwars/initial.tsv");
  ASSERT_EQ(rows.size(), 23u);
  for (const auto& row : rows) {
    const Board board(static_cast<int>(number(row[0])));
    std::array<std::uint64_t, 2> stones{};
    for (Cell cell = 0; cell < board.game().geometry().cell_count(); ++cell) {
      const Piece piece = board.position().piece(cell);
      if (piece.kind == PieceKind::Stone) ++stones.at(piece.owner);
    }
    EXPECT_EQ(stones[0], number(row[3])) << row[0];
    EXPECT_EQ(stones[1], number(row[4])) << row[0];
    EXPECT_EQ(board.position().move_count(), number(row[5])) << row[0];
  }
}

TEST(TowerWarsFacts, Perft) {
  const auto rows = read_table("towerwars/perft.tsv");
  ASSERT_EQ(rows.size(), 22u);
  for (const auto& row : rows) {
    const Game game = game_of_size(static_cast<int>(number(row[0])));
    EXPECT_EQ(game.start().perft(static_cast<int>(number(row[1]))), number(row[2]))
        << row[0] << " depth " << row[1];
  }
}

TEST(TowerWarsFacts, PerftInTheMiddleOfGames) {
  const auto rows = read_table("towerwars/midgame_perft_small.tsv");
  ASSERT_GT(rows.size(), 30u);
  for (const auto& row : rows) {
    const Board board = read_board(row[0], row[1]);
    for (int depth = 1; depth <= 3; ++depth) {
      EXPECT_EQ(board.position().perft(depth), number(row[static_cast<std::size_t>(depth) + 1]))
          << row[1] << " depth " << depth;
    }
  }
}

TEST(TowerWarsFacts, LegalMoves) {
  const auto rows = read_table("towerwars/legal_lists.tsv");
  ASSERT_GT(rows.size(), 30u);
  for (const auto& row : rows) {
    const Board board = read_board(row[0], row[1]);
    std::vector<std::string> moves;
    for (const Move move : board.position().moves()) {
      moves.push_back(board.game().print_move(move));
    }
    std::sort(moves.begin(), moves.end());
    const auto expected = words(row[3]);
    EXPECT_EQ(moves.size(), number(row[2])) << row[1];
    EXPECT_TRUE(std::equal(moves.begin(), moves.end(), expected.begin(), expected.end())) << row[1];
  }
}

TEST(TowerWarsFacts, Scenarios) {
  const auto rows = read_table("towerwars/scenarios.tsv");
  ASSERT_EQ(rows.size(), 58u);
  for (const auto& row : rows) {
    const std::string& move_text = row[3];
    Board board = read_board(row[1], row[2]);
    Status status = Status::Illegal;
    if (move_text.empty()) {
      status = board.make(std::nullopt);
    } else if (const auto parsed = board.game().parse_move(move_text)) {
      status = board.make(*parsed);
    }
    EXPECT_EQ(status != Status::Illegal, row[4] == "accepted") << row[0];
    EXPECT_EQ(print_status(status), row[5]) << row[0];
    // The last columns: turn after, a text that is no fact, board after.
    const std::string turn_after = row[6].substr(std::string_view("turn=").size());
    EXPECT_EQ(board.position().text(), our_position(turn_after, row.back())) << row[0];
  }
}

TEST(TowerWarsFacts, WholeGames) {
  const std::filesystem::path folder =
      std::filesystem::path(SPIELWERK_TEST_DATA) / "towerwars/games";
  int games = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string name = file.path().filename().string();
    const auto rows = read_table("towerwars/games/" + name);
    ++games;
    std::optional<Board> board;
    int plies = 0;
    for (const auto& row : rows) {
      if (row[0].starts_with("size ")) board.emplace(static_cast<int>(number(row[0].substr(5))));
      if (row[0] == "start") {
        EXPECT_EQ(board->position().text(), our_position(row[2], row[3])) << name;
      }
      if (row.size() < 8) continue;
      ++plies;
      const std::string where = name + " ply " + row[0];
      ASSERT_EQ(board->position().move_count(), number(row[3])) << where;
      const auto move = board->game().parse_move(row[2]);
      ASSERT_TRUE(move) << where;
      ASSERT_EQ(print_status(board->make(*move)), row[4]) << where;
      ASSERT_EQ(board->position().text(), our_position(row[5], row[7])) << where;
    }
    EXPECT_GT(plies, 40) << name;
  }
  EXPECT_EQ(games, 12);
}

}  // namespace
}  // namespace spielwerk::test
