// The Connect6 engine: attacks that it proves, threats that it stops, and its measure `pattern`.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "core/engine.h"
#include "core/game_adapter.h"
#include "games/all_games.h"
#include "games/connect6/candidates.h"
#include "games/connect6/knowledge.h"
#include "tests/games/connect6_verifier.h"
#include "tests/support/files.h"

namespace spielwerk::connect6 {
namespace {

Game game_of(std::string_view text) { return *all_games().parse(text); }

std::unique_ptr<Engine> engine_for(const Game& game) {
  return game.make_engine({.table_megabytes = 2});
}

struct WonPosition {
  std::string game;
  std::string position;
  std::string move;
  int turns = 0;
};

std::vector<WonPosition> won_positions() {
  std::vector<WonPosition> positions;
  for (const std::string& line : spielwerk::test::read_data_lines("connect6_wins.txt")) {
    if (line.starts_with("#")) continue;
    std::istringstream words(line);
    WonPosition won;
    words >> won.game >> won.position >> won.move >> won.turns;
    positions.push_back(won);
  }
  return positions;
}

class Connect6Wins : public testing::TestWithParam<std::string> {};

TEST_P(Connect6Wins, AreFoundAndStandUp) {
  const Game game = game_of(GetParam());
  const int size = game.geometry().columns();
  int count = 0;
  for (const WonPosition& won : won_positions()) {
    if (won.game != GetParam()) continue;
    ++count;
    const Position position = *game.parse_position(won.position);
    const auto engine = engine_for(game);
    const SearchLimits limits{.nodes = 50'000};
    const SearchReport report = engine->solve(position, limits, {}, {});
    ASSERT_EQ(report.score(), Score::win_in(2 * won.turns - 1)) << won.position;

    const std::string_view side = game.player_name(position.side_to_move());
    const char attacker = position.side_to_move() == 0 ? '1' : '2';
    test::AttackVerifier verifier(size, won.game.find("torus") != std::string::npos, attacker,
                                  attacker == '1' ? '2' : '1', [&](const std::string& board) {
                                    std::string text;
                                    for (int row = 0; row < size; ++row) {
                                      if (row > 0) text += '/';
                                      text += board.substr(static_cast<std::size_t>(row * size),
                                                           static_cast<std::size_t>(size));
                                    }
                                    const Position next =
                                        *game.parse_position(fmt::format("{}:{}", text, side));
                                    const Move move = engine->solve(next, limits, {}, {}).best();
                                    return std::pair<int, int>(move.first, move.second);
                                  });
    std::string board = won.position.substr(0, won.position.find(':'));
    std::erase(board, '/');
    const Move move = *game.parse_move(won.move);
    EXPECT_TRUE(verifier.wins(board, {move.first, move.second})) << verifier.problem();
  }
  EXPECT_GT(count, 4);
}

INSTANTIATE_TEST_SUITE_P(AllBoards, Connect6Wins,
                         testing::Values("connect6:18", "connect6:20", "connect6:18,edges=torus",
                                         "connect6:20,edges=torus"));

TEST(Connect6Verifier, RefusesWhatDoesNotWin) {
  // Four in a row with a free field at each end takes two stones; moved to the edge, one.
  const auto board = [](int column) {
    std::string fields(324, '.');
    fields[static_cast<std::size_t>(9 * 18 + column)] = '1';
    fields[static_cast<std::size_t>(9 * 18 + column + 1)] = '1';
    return fields;
  };
  const auto no_attack = [](const std::string&) { return std::pair{0, 1}; };
  test::AttackVerifier open(18, false, '1', '2', no_attack);
  EXPECT_FALSE(open.wins(board(8), {9 * 18 + 10, 9 * 18 + 11}));
  EXPECT_NE(open.problem().find("no threat"), std::string::npos);
  test::AttackVerifier closed(18, false, '1', '2', no_attack);
  EXPECT_FALSE(closed.wins(board(0), {9 * 18 + 2, 9 * 18 + 3}));
  EXPECT_NE(closed.problem().find("one stone"), std::string::npos);
}

TEST(Connect6Engine, EvaluationIsTheSameFromBothSides) {
  for (const char* text : {"connect6", "connect6:20,edges=torus"}) {
    const Game game = game_of(text);
    const Position start = game.start();
    const auto& rules = *GameAdapter<Rules>::rules_of(start);
    const Knowledge knowledge(rules, {.table_megabytes = 1});
    Random random(4);
    auto state = knowledge.root(*GameAdapter<Rules>::position_of(start));
    for (int ply = 0; ply < 60 && !knowledge.outcome(state).is_over(); ++ply) {
      EXPECT_EQ(knowledge.evaluate(state, 0), -knowledge.evaluate(state, 1));
      knowledge.play(state, rules.random_move(state.position(), random));
    }
  }
}

TEST(Connect6Engine, GeneratesLegalTurnsOnceAndSaysWhatIsForced) {
  for (const char* text : {"connect6", "connect6:18,edges=torus", "connect6:20,players=3",
                           "connect6:20,edges=torus,players=4"}) {
    const Game game = game_of(text);
    const Position start = game.start();
    const auto& rules = *GameAdapter<Rules>::rules_of(start);
    const Lines lines(rules, kWeights);
    Random random(6);
    for (int round = 0; round < 20; ++round) {
      auto state = lines.root(rules.start());
      while (!rules.outcome(state.position()).is_over()) {
        std::vector<search::ScoredMove> storage;
        search::MoveList moves(storage);
        const Player side = state.side_to_move();
        const bool is_complete = generate_turns(lines, state, 24, moves);
        ASSERT_GT(moves.size(), 0);
        std::set<Move> distinct;
        for (int index = 0; index < moves.size(); ++index) {
          ASSERT_TRUE(rules.is_legal(state.position(), moves[index].move));
          EXPECT_TRUE(distinct.insert(moves[index].move).second);
        }
        if (lines.can_complete(state, side)) {
          lines.play(state, moves[0].move);
          EXPECT_EQ(rules.outcome(state.position()), Outcome::win(side));
          break;
        }
        if (is_complete) {
          EXPECT_EQ(rules.players(), 2);
          EXPECT_GE(Threats(lines, state, static_cast<Player>(1 - side)).stones_to_block(), 2);
        }
        // Half the turns are weak, so that there are threats to stop.
        const int chosen = static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())));
        lines.play(state, moves[random.below(2) == 0 ? 0 : chosen].move);
      }
    }
  }
}

TEST(Connect6Engine, StopsEveryPlayerWhoMovesBefore) {
  // The third player has four in a row; the first, who moves now, has to spoil it at both ends
  // or wait for the second to do so, which nobody should.
  const Game game = game_of("connect6:18,players=3");
  std::string rows;
  for (int row = 0; row < 18; ++row) {
    if (row > 0) rows += '/';
    rows += row == 9   ? "......3333........"
            : row == 2 ? "1..2..1..2..1..2.."
                       : std::string(18, '.');
  }
  const Position position = *game.parse_position(rows + ":P1");
  const Move move = engine_for(game)->search(position, {.nodes = 500}, {}, {}).best();
  Position next = position;
  next.play(move);
  const auto& rules = *GameAdapter<Rules>::rules_of(next);
  const Lines lines(rules, kWeights);
  EXPECT_FALSE(lines.can_complete(lines.root(*GameAdapter<Rules>::position_of(next)), 2));
}

TEST(Connect6Engine, SameNodesSameResult) {
  const Game game = game_of("connect6");
  const auto engine = engine_for(game);
  Position position = game.start();
  for (int ply = 0; ply < 4; ++ply) {
    const auto first = engine->search(position, {.nodes = 1'000}, {}, {});
    const auto second = engine->search(position, {.nodes = 1'000}, {}, {});
    EXPECT_EQ(first.best(), second.best());
    EXPECT_EQ(first.nodes, second.nodes);
    EXPECT_EQ(first.score(), second.score());
    position.play(first.best());
  }
}

TEST(Connect6Pattern, CompletesAndStopsRows) {
  const Game game = game_of("connect6");
  const auto pattern = *game.description().strategies.front().make(game, "", 3);
  const auto with_rows = [](std::string_view own, std::string_view other) {
    std::string rows;
    for (int row = 0; row < 18; ++row) {
      if (row > 0) rows += '/';
      rows += row == 4 ? own : row == 12 ? other : std::string_view("..................");
    }
    return rows + ":P1";
  };
  Position winning = *game.parse_position(with_rows("2.1111............", "......2222.......1"));
  winning.play(pattern->choose(winning, {}, {}));
  EXPECT_EQ(winning.outcome(), Outcome::win(0));
  Position threatened = *game.parse_position(with_rows("2.11..1...........", ".....2222..1...2.."));
  threatened.play(pattern->choose(threatened, {}, {}));
  const auto& rules = *GameAdapter<Rules>::rules_of(threatened);
  const Lines lines(rules, kWeights);
  EXPECT_FALSE(
      lines.can_complete(lines.root(*GameAdapter<Rules>::position_of(threatened)), Player{1}));
  EXPECT_FALSE(game.description().strategies.front().make(game, "x", 3).has_value());
}

}  // namespace
}  // namespace spielwerk::connect6
