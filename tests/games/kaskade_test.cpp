// Kaskade's rules against published counts and a second implementation, and its simple strategy.
#include <gtest/gtest.h>

#include <sstream>

#include "core/game.h"
#include "games/all_games.h"
#include "games/kaskade/console.h"
#include "games/kaskade/simple_strategy.h"
#include "protocols/all_players.h"
#include "tests/support/files.h"
#include "tests/support/kaskade_referee.h"
#include "tests/support/program.h"

namespace spielwerk::test {
namespace {

using kaskade::parse_simple_strategy;
using kaskade::SimpleStrategy;

Game kaskade_game(int columns, int rows) {
  const std::string text = "kaskade:" + std::to_string(columns) + "x" + std::to_string(rows);
  return all_games().parse(text).value();
}

Position position_of(const Game& game, const std::string& text) {
  auto position = game.parse_position(text);
  if (!position) throw std::invalid_argument(position.error().message(text));
  return *position;
}

struct Counts {
  std::uint64_t sequences = 0;
  std::uint64_t wins = 0;
};

/// Sequences of exactly `depth` plies and those whose last ply wins, every move played.
Counts count(const Position& at, int depth) {
  Counts counts;
  for (const Move move : at.moves()) {
    Position next = at;
    next.play(move);
    if (depth == 1) {
      ++counts.sequences;
      if (next.outcome().is_win()) ++counts.wins;
    } else {
      const Counts deeper = count(next, depth - 1);
      counts.sequences += deeper.sequences;
      counts.wins += deeper.wins;
    }
  }
  return counts;
}

TEST(Kaskade, PerftFacts) {
  // All are counted; where there are at most this many sequences, every one is played as well.
  constexpr std::uint64_t kPlayed = 60'000;
  std::optional<Game> game;
  std::optional<Position> start;
  int facts = 0;
  for (const std::string& line : read_data_lines("kaskade/perft.txt")) {
    int columns = 0;
    int rows = 0;
    char setup[1024];
    char side = 0;
    int depth = 0;
    unsigned long sequences = 0;
    unsigned long wins = 0;
    if (std::sscanf(line.c_str(), "board xDim=%d yDim=%d setup=%1023s to_move=%c", &columns, &rows,
                    setup, &side) == 4) {
      game = kaskade_game(columns, rows);
      start = game->start();
      if (std::string(setup) != "empty")
        start = position_of(*game, std::string(setup) + ":" + side);
    } else if (std::sscanf(line.c_str(), " depth %d sequences %lu wins_at_this_depth %lu", &depth,
                           &sequences, &wins) == 3) {
      EXPECT_EQ(start->perft(depth), sequences) << start->text() << " depth " << depth;
      ++facts;
      if (sequences <= kPlayed) {
        const Counts counts = count(*start, depth);
        EXPECT_EQ(counts.sequences, sequences) << start->text() << " depth " << depth;
        EXPECT_EQ(counts.wins, wins) << start->text() << " depth " << depth;
      }
    }
  }
  EXPECT_EQ(facts, 70);
}

/// Plays a random game on both boards and compares them after every move. Mostly fields that are
/// nearly full are chosen, so that long cascades happen.
void compare_random_game(const Game& game, KaskadeReferee referee, Position position,
                         Random& random) {
  const Geometry& geometry = game.geometry();
  while (!position.outcome().is_over()) {
    ASSERT_EQ(referee.winner(), -1);
    ASSERT_EQ(position.side_to_move(), referee.side());
    for (Cell cell = 0; cell < geometry.cell_count(); ++cell) {
      ASSERT_EQ(position.is_legal({cell, kNoCell}),
                referee.may_play(geometry.column(cell), geometry.row(cell)));
    }
    Move move = position.random_move(random);
    for (int attempt = 0; attempt < 4; ++attempt) {
      const Move other = position.random_move(random);
      if (position.piece(other.first).count > position.piece(move.first).count) move = other;
    }
    position.play(move);
    referee.play(geometry.column(move.first), geometry.row(move.first), random);
    if (referee.winner() >= 0) {
      // The board of a win is undefined, its winner is not.
      ASSERT_EQ(position.outcome(), Outcome::win(static_cast<Player>(referee.winner())));
      return;
    }
    const std::string text = position.text();
    ASSERT_EQ(text.substr(0, text.rfind(':')), referee.text());
  }
  FAIL() << "the referee knows no winner of " << position.text();
}

TEST(Kaskade, AgreesWithRefereeOnRandomGames) {
  Random random(7);
  for (int number = 0; number < 1'000; ++number) {
    // Mostly small boards, all shapes, now and then one of every width in words.
    const int largest = number % 50 == 0 ? 20 : number % 10 == 0 ? 11 : 7;
    const int columns = 3 + static_cast<int>(random.below(static_cast<std::uint32_t>(largest - 2)));
    const int rows = 3 + static_cast<int>(random.below(static_cast<std::uint32_t>(largest - 2)));
    const Game game = kaskade_game(columns, rows);
    compare_random_game(game, KaskadeReferee(columns, rows), game.start(), random);
    if (HasFatalFailure()) FAIL() << "game " << number << " on " << game.text();
  }
}

TEST(Kaskade, AgreesWithRefereeFromSetups) {
  Random random(8);
  for (int number = 0; number < 600; ++number) {
    const int columns = 3 + static_cast<int>(random.below(9));
    const int rows = 3 + static_cast<int>(random.below(9));
    const Game game = kaskade_game(columns, rows);
    KaskadeReferee referee(columns, rows);
    std::string text;
    for (Cell cell = 0; cell < columns * rows; ++cell) {
      const auto capacity = static_cast<std::uint32_t>(game.geometry().neighbours(cell).size());
      // The first two fields give both sides a ball.
      const int balls = cell < 2 ? 1 : static_cast<int>(random.below(capacity));
      const int owner = cell < 2 ? cell : static_cast<int>(random.below(2));
      referee.set(cell % columns, cell / columns, balls, owner);
    }
    const int side = static_cast<int>(random.below(2));
    referee.set_side(side);
    const Position start = position_of(game, referee.text() + (side == 0 ? ":A" : ":B"));
    compare_random_game(game, referee, start, random);
    if (HasFatalFailure()) FAIL() << "game " << number << " from " << start.text();
  }
}

TEST(Kaskade, AssignmentExamples) {
  const Game game = kaskade_game(3, 3);
  Position first = position_of(game, "0n0n0n2b1a0n0n0n1a:B");
  first.play({game.geometry().cell(0, 1), kNoCell});
  EXPECT_EQ(first.text(), "1b0n0n0n2b0n1b0n1a:A");
  Position second = position_of(game, "1b0n0n2b2b0n1b2a0n:A");
  second.play({game.geometry().cell(1, 2), kNoCell});
  EXPECT_EQ(second.outcome(), Outcome::win(0));
}

TEST(Kaskade, FirstMoveNeverWins) {
  Position position = kaskade_game(3, 3).start();
  position.play({0, kNoCell});
  EXPECT_FALSE(position.outcome().is_over());
  // A set-up single ball of the player who begins: still nobody has won after its second ball.
  Position single = position_of(kaskade_game(3, 3), "1a0n0n0n0n0n0n0n0n:A");
  single.play({0, kNoCell});
  EXPECT_EQ(single.text(), "0n1a0n1a0n0n0n0n0n:B");
  EXPECT_FALSE(single.outcome().is_over());
  EXPECT_EQ(position_of(kaskade_game(3, 3), single.text()), single);
}

TEST(Kaskade, PositionErrors) {
  const Game game = kaskade_game(3, 3);
  const auto error_position = [&](const std::string& text) -> int {
    const auto position = game.parse_position(text);
    return position ? -1 : static_cast<int>(position.error().position);
  };
  EXPECT_EQ(error_position("0n0n0n0n0n0n0n0n0n"), 18);      // no player to move
  EXPECT_EQ(error_position("0n0n0n0n0n0n0n0n0n:C"), 19);    // no such player
  EXPECT_EQ(error_position("0n0n0n0n0n0n0n0n:A"), 16);      // too short
  EXPECT_EQ(error_position("0n0n0n0n0n0n0n0n0n0n:A"), 18);  // too long
  EXPECT_EQ(error_position("0a0n0n0n0n0n0n0n0n:A"), 1);     // nothing, but owned
  EXPECT_EQ(error_position("1n0n0n0n0n0n0n0n0n:A"), 1);     // a ball of nobody
  EXPECT_EQ(error_position("1c0n0n0n0n0n0n0n0n:A"), 1);     // no such owner
  EXPECT_EQ(error_position("0n1b0n3a0n0n0n0n0n:A"), 6);     // overflowing
  EXPECT_EQ(error_position("1a1a0n0n0n0n0n0n0n:A"), 18);    // B never had its turn
  EXPECT_EQ(error_position("1a1a0n0n0n0n0n0n0n:B"), -1);
}

TEST(KaskadeSimple, CheckValues) {
  // The two boards of the assignment, seen by White; its printed −8.9 for the first is a slip, the
  // values of its fields add up to −11.9.
  const Game game = kaskade_game(5, 5);
  const SimpleStrategy strategy;
  const Position first = position_of(game,
                                     "0n0n0n0n0n"
                                     "0n3b3b0n0n"
                                     "0n3b1b3a0n"
                                     "0n3b3b0n0n"
                                     "0n1a1a0n0n"
                                     ":A");
  EXPECT_NEAR(strategy.evaluate(first, 0), -11.9, 1e-9);
  const Position second = position_of(game,
                                      "0n0n0n0n0n"
                                      "0n2b3b0n0n"
                                      "0n3b2b3a0n"
                                      "0n0n3a3a0n"
                                      "0n0n0n0n0n"
                                      ":A");
  EXPECT_NEAR(strategy.evaluate(second, 0), 2.0, 1e-9);
}

/// Plain minimax without any cut-off.
double plain_minimax(const SimpleStrategy& strategy, const Position& at, int depth) {
  if (at.outcome().is_over()) return -1e9 - depth;
  if (depth == 0) return strategy.evaluate(at, at.side_to_move());
  double best = -4e9;
  for (const Move move : at.moves()) {
    Position next = at;
    next.play(move);
    best = std::max(best, -plain_minimax(strategy, next, depth - 1));
  }
  return best;
}

TEST(KaskadeSimple, ChoosesWhatPlainMinimaxChooses) {
  Random random(3);
  for (const auto& [columns, rows] : {std::pair(3, 3), std::pair(4, 3), std::pair(9, 8)}) {
    const Game game = kaskade_game(columns, rows);
    for (int number = 0; number < 12; ++number) {
      SimpleStrategy strategy;
      strategy.depth = columns == 9 ? 1 : 1 + number % 3;
      Position position = game.start();
      for (int ply = 0; ply < 10 && !position.outcome().is_over(); ++ply) {
        position.play(position.random_move(random));
      }
      if (position.outcome().is_over()) continue;
      Position chosen = position;
      chosen.play(strategy.choose(position, random));
      EXPECT_EQ(-plain_minimax(strategy, chosen, strategy.depth - 1),
                plain_minimax(strategy, position, strategy.depth))
          << position.text();
    }
  }
}

TEST(KaskadeSimple, Texts) {
  EXPECT_EQ(parse_simple_strategy("simple").value(), SimpleStrategy{});
  EXPECT_EQ(parse_simple_strategy("simple:depth=3,y=-0.25,n=2").value(),
            (SimpleStrategy{.n = 2, .x = 0.5, .y = -0.25, .depth = 3}));
  for (const char* bad :
       {"", "simple:", "simpl", "simple:depth", "simple:depth=0", "simple:depth=21",
        "simple:x=", "simple:x=1e5", "simple:x=nan", "simple:z=1", "simple:x=1,"}) {
    EXPECT_FALSE(parse_simple_strategy(bad)) << bad;
  }
}

std::string run_session(const std::string& position, const std::string& input,
                        const std::array<std::string, 2>& players = {"human", "human"},
                        SearchLimits limits = {}) {
  std::istringstream in(input);
  std::ostringstream out;
  Streams streams{in, out, out};
  const Game game = kaskade_game(3, 3);
  kaskade::ConsoleSettings settings{.limits = limits, .seed = 5};
  for (std::size_t each = 0; each < 2; ++each) {
    settings.players[each] = console_players()(game, players[each]).value();
  }
  EXPECT_EQ(kaskade::run_console(game, position_of(game, position), settings, streams), 0);
  return out.str();
}

TEST(KaskadeConsole, PlaysToTheEnd) {
  EXPECT_EQ(
      run_session("1b0n0n2b2b0n1b2a0n:B", "1;2\nfoo\n0;9\n 0;1 \nboard\n1;2\n"),
      "      0   1   2\n"
      "  0 !B1   .   .\n"
      "  1 !B2  B2   .\n"
      "  2 !B1 !A2   .\n"
      "B> Not possible: field 1;2 belongs to A.\n"
      "B> Not a move: expected a column from 0 to 2 at character 1, found 'foo' ('help' "
      "explains).\n"
      "B> Not a move: expected a row from 0 to 2 at character 3, found '9' ('help' explains).\n"
      "B> B plays 0;1, cascade of 2 waves\n"
      "B wins\n");
}

TEST(KaskadeConsole, EndsQuietlyAndQuits) {
  EXPECT_EQ(run_session("0n0n0n0n0n0n0n0n0n:A", ""),
            "      0   1   2\n"
            "  0   .   .   .\n"
            "  1   .   .   .\n"
            "  2   .   .   .\n"
            "A> \n");
  EXPECT_TRUE(run_session("0n0n0n0n0n0n0n0n0n:A", "quit\n0;0\n").ends_with("A> "));
}

TEST(KaskadeConsole, LongLineIsRefused) {
  const std::string output =
      run_session("0n0n0n0n0n0n0n0n0n:A", std::string(10'000'000, '1') + "\n2;2\n");
  EXPECT_NE(output.find("A> That line is too long.\nA> A plays 2;2\n"), std::string::npos);
}

TEST(KaskadeConsole, StrategiesPlayTheSameGameFromTheSameSeed) {
  const std::array<std::string, 2> players{"simple:depth=1", "simple:depth=2"};
  const std::string game = run_session("0n0n0n0n0n0n0n0n0n:A", "", players);
  EXPECT_TRUE(game.ends_with(" wins\n"));
  EXPECT_EQ(run_session("0n0n0n0n0n0n0n0n0n:A", "", players), game);
}

TEST(KaskadeConsole, ComputersPlayToTheEnd) {
  const std::array<std::string, 2> players{"level:2", "max"};
  const std::string game = run_session("0n0n0n0n0n0n0n0n0n:A", "", players, {.nodes = 500});
  EXPECT_TRUE(game.ends_with(" wins\n"));
  EXPECT_EQ(run_session("0n0n0n0n0n0n0n0n0n:A", "", players, {.nodes = 500}), game);
}

TEST(KaskadeConsole, ComputerWinsWhereItCan) {
  // 1;2 makes B's last field A's.
  EXPECT_TRUE(run_session("1b0n0n2b2b0n1b2a0n:A", "", {"max", "human"}, {.nodes = 100})
                  .ends_with("A plays 1;2, cascade of 3 waves\nA wins\n"));
}

TEST(KaskadeConsole, SaysWhatIsWrongWithItsOptions) {
  const auto complaint = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "kaskade");
    const auto result = run_program(arguments);
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.output, "");
    return result.error;
  };
  EXPECT_EQ(
      complaint({"--b", "level:12"}),
      "spielwerk kaskade: player level:12: expected a level from 1 to 9 at character 7, found "
      "'12'\n");
  EXPECT_EQ(complaint({"--a", "foo"}),
            "spielwerk kaskade: player foo: expected a player of this game: human, random, max, "
            "level:1 to level:9, mcts, simple, custom:depth=3,nodes=5000,lines=4,noise=0.5, "
            "kaskade:HOST:PORT at character 1, found 'foo'\n");
  EXPECT_EQ(complaint({"--time", "5"}),
            "spielwerk kaskade: --time: expected one of the units ms, s, m after '5'\n");
}

}  // namespace
}  // namespace spielwerk::test
