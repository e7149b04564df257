// The search against plain minimax, and what it promises about limits and repetition.
#include <gtest/gtest.h>

#include <set>

#include "games/all_games.h"
#include "games/connect6/rules.h"
#include "games/kaskade/rules.h"
#include "games/othello/rules.h"
#include "games/tictactoe/rules.h"
#include "search/alpha_beta_engine.h"
#include "tests/search/plain_knowledge.h"
#include "tests/support/random_games.h"

namespace spielwerk::search {
namespace {

using test::random_position;

Game game_of(std::string_view text) { return *all_games().parse(text); }

/// The value by definition: no window, no table.
template <class K>
Value minimax(const K& knowledge, const typename K::State& at, int depth, int ply, Player view) {
  const Outcome outcome = knowledge.outcome(at);
  if (outcome.is_draw()) return 0;
  if (outcome.is_win()) return outcome.winner() == view ? win_in(ply) : loss_in(ply);
  if (depth == 0) return knowledge.evaluate(at, view);
  std::vector<ScoredMove> storage;
  MoveList moves(storage);
  knowledge.generate(at, moves);
  const bool is_own = at.side_to_move() == view;
  Value best = is_own ? -kInfinite : kInfinite;
  for (int index = 0; index < moves.size(); ++index) {
    auto next = at;
    knowledge.play(next, moves[index].move);
    const Value value = minimax(knowledge, next, depth - 1, ply + 1, view);
    best = is_own ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

template <class R>
void compare_with_minimax(const Position& position, int depth) {
  using K = PlainKnowledge<R>;
  const R& rules = *GameAdapter<R>::rules_of(position);
  const K knowledge(rules, {});
  const auto root = *GameAdapter<R>::position_of(position);
  const Value expected = minimax(knowledge, root, depth, 0, root.side_to_move());
  for (const int threads : {1, 2}) {
    SharedSearch shared(1);
    StopFlag stop;
    SearchControl control(stop, {}, {}, {});
    PrincipalVariationSearch<K> search(knowledge, rules.players(), root, shared, control,
                                       {.is_full_width = true, .is_parallel = threads > 1});
    std::vector<RootMove> moves;
    rules.for_each_move(root, [&](Move move) { moves.push_back({.move = move}); });
    for (int each = 1; each < depth; ++each) {
      auto shallow = moves;
      search.search_root(shallow, 0, shallow.size(), each, -kInfinite, kInfinite);
    }
    EXPECT_EQ(search.search_root(moves, 0, moves.size(), depth, -kInfinite, kInfinite), expected)
        << position.text();
  }
}

template <class R>
void compare_with_minimax(std::string_view text, int plies, int depth, int count) {
  const Game game = game_of(text);
  Random random(7);
  for (int round = 0; round < count; ++round) {
    compare_with_minimax<R>(random_position(game, plies, random), depth);
  }
}

TEST(Search, AgreesWithMinimaxOnOthelloWithPasses) {
  compare_with_minimax<othello::SmallRules>("othello:4x4", 4, 5, 20);
  compare_with_minimax<othello::SmallRules>("othello:4x4", 8, 4, 20);
  compare_with_minimax<othello::SmallRules>("othello:8x8", 20, 3, 10);
}
TEST(Search, AgreesWithMinimaxOnKaskade) {
  compare_with_minimax<kaskade::Rules<1>>("kaskade:3x3", 8, 5, 20);
}
TEST(Search, AgreesWithMinimaxOnTicTacToe) {
  compare_with_minimax<tictactoe::Rules>("tictactoe", 2, 6, 10);
}

/// A board on which nearly all is taken by rows of five, so that many of the free fields win for
/// one player or another: the smallest thing three or four can play.
Position nearly_full_board(const Game& game, int free, Random& random) {
  const int size = game.geometry().columns();
  const std::string_view symbols =
      std::string_view("1234").substr(0, static_cast<std::size_t>(game.players()));
  std::vector<std::string> rows;
  for (int row = 0; row < size; ++row) {
    std::string& text = rows.emplace_back();
    for (int column = 0; column < size; ++column) {
      text += symbols[static_cast<std::size_t>(column / 5 + row) % symbols.size()];
    }
  }
  while (free > 0) {
    // Mostly between the rows of five, where a stone makes six.
    const std::uint32_t column = random.below(4) == 0 ? random.below(18) : 5 * random.below(4);
    char& field = rows[random.below(static_cast<std::uint32_t>(size))][column];
    if (field == '.') continue;
    field = '.';
    --free;
  }
  std::string board;
  for (const std::string& row : rows) board += (board.empty() ? "" : "/") + row;
  return *game.parse_position(board + ":" +
                              std::string(game.player_name(static_cast<Player>(random.below(3)))));
}
TEST(Search, AgreesWithMinimaxWhereAllOthersAreAgainstOne) {
  Random random(8);
  for (const char* text : {"connect6:18,players=3", "connect6:18,players=4"}) {
    const Game game = game_of(text);
    for (int round = 0; round < 30; ++round) {
      compare_with_minimax<connect6::Rules>(nearly_full_board(game, 8, random), 3 + round % 2);
    }
  }
}

std::unique_ptr<Engine> plain_tic_tac_toe(int threads = 1) {
  return make_engine<PlainKnowledge<tictactoe::Rules>>(game_of("tictactoe:4x4,k=3"),
                                                       {.table_megabytes = 4, .threads = threads});
}

TEST(Search, SameNodesSameResult) {
  const Position start = game_of("tictactoe:4x4,k=3").start();
  auto engine = plain_tic_tac_toe();
  const auto first = engine->search(start, {.nodes = 20'000}, {}, {});
  const auto second = engine->search(start, {.nodes = 20'000}, {}, {});
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(first.best(), second.best());
  EXPECT_EQ(first.score(), second.score());
  EXPECT_EQ(first.depth, second.depth);
  EXPECT_LE(first.nodes, 20'000u);
}

TEST(Search, SolvesToTheShortestWin) {
  for (const int threads : {1, 2}) {
    const auto report =
        plain_tic_tac_toe(threads)->solve(game_of("tictactoe:4x4,k=3").start(), {}, {}, {});
    // The first player has a double threat with the third stone and a row with the fourth or
    // earlier, whatever the answers.
    EXPECT_EQ(report.score(), Score::win_in(5));
  }
}

TEST(Search, EveryLineBeginsWithAnotherMove) {
  auto engine = plain_tic_tac_toe();
  const auto report =
      engine->search(game_of("tictactoe:4x4,k=3").start(), {.depth = 3, .lines = 16}, {}, {});
  ASSERT_EQ(report.lines.size(), 16u);
  std::set<Move> moves;
  for (const Line& line : report.lines) moves.insert(line.moves.front());
  EXPECT_EQ(moves.size(), 16u);
  for (std::size_t index = 1; index < report.lines.size(); ++index) {
    EXPECT_GE(report.lines[index - 1].score.expected(), report.lines[index].score.expected());
  }
}

TEST(Search, LooksAtEveryMoveIfAsManyLinesAreAskedFor) {
  // The engine's knowledge considers some twenty moves of this board's hundred.
  const Game game = game_of("tictactoe:10x10,k=5");
  Position position = game.start();
  position.play(*game.parse_move("e5"));
  const auto engine = game.make_engine({.table_megabytes = 1});
  for (const int lines : {3, 30, 200}) {
    const auto report = engine->search(position, {.depth = 2, .lines = lines}, {}, {});
    std::set<Move> moves;
    for (const Line& line : report.lines) {
      EXPECT_TRUE(position.is_legal(line.moves.front()));
      moves.insert(line.moves.front());
    }
    EXPECT_EQ(moves.size(), static_cast<std::size_t>(std::min(lines, 99)));
  }
}

TEST(Search, AnswersEvenWithoutTime) {
  const Position start = game_of("tictactoe:4x4,k=3").start();
  auto engine = plain_tic_tac_toe();
  EXPECT_TRUE(start.is_legal(engine->search(start, {.nodes = 1}, {}, {}).best()));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(start.is_legal(engine->search(start, {}, stop.get_token(), {}).best()));
}

TEST(Search, AnswersWithMorePlayers) {
  const Game game = game_of("connect6:18,players=3");
  auto engine = make_engine<PlainKnowledge<connect6::Rules>>(game, {.table_megabytes = 4});
  const Position start = game.start();
  const auto report = engine->search(start, {.nodes = 3'000}, {}, {});
  EXPECT_TRUE(start.is_legal(report.best()));
}

}  // namespace
}  // namespace spielwerk::search
