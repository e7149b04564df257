// What the TowerWars engine knows, against brute force over the rules; and that it wins.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "core/game_adapter.h"
#include "core/text.h"
#include "games/towerwars/board.h"
#include "games/towerwars/engine.h"
#include "games/towerwars/knowledge.h"
#include "games/towerwars/match.h"
#include "games/towerwars/strategies.h"
#include "tests/support/players.h"

namespace spielwerk::test {
namespace {

using towerwars::game_of_size;
using towerwars::kBlue;
using towerwars::kRed;
using towerwars::opponent_of;

/// A position of a random game that is not over, also as the engine sees it.
template <int Words>
struct Case {
  const Game& game;
  const Position& position;
  const towerwars::Knowledge<Words>& knowledge;
  const typename towerwars::Knowledge<Words>::State& state;

  Cell base(Player player) const { return towerwars::base_of(player, game.geometry().columns()); }
  Player mover() const { return position.side_to_move(); }
};

template <int Words, class Check>
void for_random_positions(int size, int games, int plies, Check&& check) {
  const Game game = game_of_size(size);
  const Position start = game.start();
  using Adapter = GameAdapter<towerwars::Rules<Words>>;
  const towerwars::Knowledge<Words> knowledge(*Adapter::rules_of(start), {});
  Random random(static_cast<std::uint64_t>(size));
  for (int round = 0; round < games; ++round) {
    Position position = start;
    auto state = knowledge.root(*Adapter::position_of(position));
    // simple comes near the bases sooner than random moves do.
    const std::uint32_t wildness = round % 2 == 0 ? 1 : 4;
    for (int ply = 0; ply < plies && !position.outcome().is_over(); ++ply) {
      check(Case<Words>{game, position, knowledge, state});
      const Move move = random.below(wildness) == 0
                            ? position.random_move(random)
                            : towerwars::simple_move(game, position, random);
      position.play(move);
      knowledge.play(state, move);
    }
  }
}

template <class Check>
void for_all_sizes(Check&& check) {
  for (const int size : {4, 5, 6, 8}) for_random_positions<1>(size, 10, 80, check);
  for_random_positions<2>(9, 2, 80, check);
  for_random_positions<2>(11, 2, 80, check);
  for_random_positions<4>(12, 2, 60, check);
  for_random_positions<11>(17, 2, 30, check);
}

bool takes_base(const Position& at, Cell enemy_base) {
  const std::vector<Move> moves = at.moves();
  return std::any_of(moves.begin(), moves.end(),
                     [&](Move move) { return move.second == enemy_base; });
}

template <class Each>
std::set<Move> generated(const Each& each, bool& is_complete) {
  std::vector<search::ScoredMove> storage;
  search::MoveList list(storage);
  is_complete = each.knowledge.generate(each.state, list);
  std::set<Move> moves;
  for (int index = 0; index < list.size(); ++index) moves.insert(list[index].move);
  EXPECT_EQ(static_cast<int>(moves.size()), list.size()) << each.position.text();
  return moves;
}

TEST(TowerWarsKnowledge, KeepsForcesUpToDate) {
  for_all_sizes([](const auto& each) {
    const auto fresh = each.knowledge.root(each.state.position);
    for (const Player player : {kRed, kBlue}) {
      ASSERT_EQ(fresh.forces[player].bonus, each.state.forces[player].bonus);
      ASSERT_EQ(fresh.forces[player].strike, each.state.forces[player].strike);
      ASSERT_EQ(fresh.forces[player].steps, each.state.forces[player].steps);
      ASSERT_EQ(fresh.forces[player].reach, each.state.forces[player].reach);
    }
  });
}

/// The same position with the colours swapped and the board turned round.
std::string mirrored(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  std::string result;
  std::string field;
  const auto end_field = [&] {
    if (field[0] == 'R') {
      field[0] = 'B';
    } else if (field[0] == 'B') {
      field[0] = 'R';
    }
    result.insert(0, field);
    field.clear();
  };
  for (const char each : text.substr(0, colon)) {
    if (each == ',' || each == '/') {
      end_field();
      result.insert(0, 1, each);
    } else {
      field += each;
    }
  }
  end_field();
  return result + (text.substr(colon) == ":red" ? ":blue" : ":red");
}

TEST(TowerWarsKnowledge, ValuesBothSidesAlike) {
  EXPECT_EQ(mirrored("RB,R2*,./.,.,B1/.,.,BB:red"), "RB,.,./R1,.,./.,B2*,BB:blue");
  std::set<search::Value> values;
  for_all_sizes([&]<int Words>(const Case<Words>& each) {
    using Adapter = GameAdapter<towerwars::Rules<Words>>;
    const Position other = each.game.parse_position(mirrored(each.position.text())).value();
    const auto state = each.knowledge.root(*Adapter::position_of(other));
    const search::Value red = each.knowledge.evaluate(each.state, kRed);
    values.insert(red);
    ASSERT_EQ(each.knowledge.evaluate(each.state, kBlue), -red);
    ASSERT_EQ(each.knowledge.evaluate(state, kBlue), red) << each.position.text();
  });
  EXPECT_GT(values.size(), 100u);
}

TEST(TowerWarsKnowledge, SeesWinsAndLossesAtOnce) {
  int wins = 0;
  int losses = 0;
  for_all_sizes([&](const auto& each) {
    using Knowledge = std::remove_cvref_t<decltype(each.knowledge)>;
    typename Knowledge::Memory memory;
    search::StopFlag stop;
    search::SearchControl control(stop, {}, {}, {});
    const auto known =
        each.knowledge.probe(each.state, 1, -search::kInfinite, search::kInfinite, memory, control);
    const bool is_won = takes_base(each.position, each.base(opponent_of(each.mover())));
    ASSERT_EQ(known == search::win_in(1), is_won) << each.position.text();
    wins += int{is_won};
    if (is_won) return;

    std::set<Move> saving;
    for (const Move move : each.position.moves()) {
      Position next = each.position;
      next.play(move);
      if (!takes_base(next, each.base(each.mover()))) saving.insert(move);
    }
    ASSERT_EQ(known == search::loss_in(2), saving.empty()) << each.position.text();
    losses += int{saving.empty()};
  });
  EXPECT_GT(wins, 20);
  EXPECT_GT(losses, 5);
}

TEST(TowerWarsKnowledge, GeneratesExactlyTheDefences) {
  int threatened = 0;
  for_all_sizes([&](const auto& each) {
    const Player mover = each.mover();
    if (each.knowledge.attackers(each.state, mover).any()) return;
    if (each.knowledge.attackers(each.state, opponent_of(mover)).none()) return;
    ++threatened;
    std::set<Move> saving;
    std::set<Move> all;
    for (const Move move : each.position.moves()) {
      Position next = each.position;
      next.play(move);
      all.insert(move);
      if (!takes_base(next, each.base(mover))) saving.insert(move);
    }
    bool is_complete = false;
    const std::set<Move> moves = generated(each, is_complete);
    if (!saving.empty()) {
      ASSERT_EQ(moves, saving) << each.position.text();
      ASSERT_TRUE(is_complete);
    } else if (is_complete) {
      ASSERT_EQ(moves, all) << each.position.text();
    }
  });
  EXPECT_GT(threatened, 20);
}

TEST(TowerWarsKnowledge, GeneratesAllMovesUnlessThereAreVeryMany) {
  int reduced = 0;
  const auto check = [&](const auto& each) {
    if (each.knowledge.attackers(each.state, kRed).any()) return;
    if (each.knowledge.attackers(each.state, kBlue).any()) return;
    const std::vector<Move> all = each.position.moves();
    bool is_complete = false;
    const std::set<Move> moves = generated(each, is_complete);
    if (is_complete) {
      ASSERT_EQ(moves, std::set<Move>(all.begin(), all.end()));
    } else {
      ++reduced;
      ASSERT_EQ(moves.size(), 200u);
      ASSERT_TRUE(std::all_of(moves.begin(), moves.end(),
                              [&](Move move) { return each.position.is_legal(move); }));
    }
  };
  for_all_sizes(check);
  for_random_positions<11>(26, 2, 20, check);
  EXPECT_GT(reduced, 0);
}

TEST(TowerWarsKnowledge, SharpMovesAreLegalCaptures) {
  int count = 0;
  for_all_sizes([&](const auto& each) {
    if (each.knowledge.attackers(each.state, each.mover()).any()) return;
    std::vector<search::ScoredMove> storage;
    search::MoveList list(storage);
    each.knowledge.generate_tactical(each.state, list);
    for (int index = 0; index < list.size(); ++index) {
      ++count;
      const Move move = list[index].move;
      ASSERT_TRUE(each.position.is_legal(move)) << each.position.text();
      ASSERT_EQ(each.position.piece(move.second).owner, opponent_of(each.mover()));
    }
  });
  EXPECT_GT(count, 100);
}

using SmallRules = towerwars::Rules<1>;

/// Whether the side to move can win within that many plies, by trying everything.
bool wins_within(const SmallRules& rules, const SmallRules::Position& at, int plies) {
  bool found = false;
  rules.for_each_move(at, [&](Move move) {
    if (found) return;
    auto next = at;
    rules.play(next, move);
    if (rules.outcome(next).is_over()) {
      found = true;
    } else if (plies >= 3) {
      bool holds = false;
      rules.for_each_move(next, [&](Move reply) {
        if (holds) return;
        auto after = next;
        rules.play(after, reply);
        holds = rules.outcome(after).is_over() || !wins_within(rules, after, plies - 2);
      });
      found = !holds;
    }
  });
  return found;
}

TEST(TowerWarsEngine, FindsWinsThatBruteForceFinds) {
  const Game game = game_of_size(4);
  const auto engine = towerwars::make_engine(game, {.table_megabytes = 1});
  std::array<int, 6> found{};
  for_random_positions<1>(4, 12, 40, [&](const Case<1>& each) {
    const SmallRules& rules = *GameAdapter<SmallRules>::rules_of(each.position);
    for (const int plies : {1, 3, 5}) {
      if (!wins_within(rules, each.state.position, plies)) continue;
      if (++found[static_cast<std::size_t>(plies)] > 15) return;
      EXPECT_EQ(engine->solve(each.position, {.depth = plies}, {}, {}).score(),
                Score::win_in(plies))
          << each.position.text();
      const SearchReport report = engine->search(each.position, {.nodes = 20'000}, {}, {});
      EXPECT_EQ(report.score().kind(), Score::Kind::Win) << each.position.text();
      return;
    }
  });
  for (const std::size_t plies : {1u, 3u, 5u}) EXPECT_GT(found[plies], 2) << plies;
}

TEST(TowerWarsEngine, AnswersWithLegalMovesOnAllBoards) {
  for (int size = towerwars::kMinSize; size <= towerwars::kMaxSize; size += 2) {
    const Game game = game_of_size(size);
    const auto engine = towerwars::make_engine(game, {.table_megabytes = 1});
    Random random(3);
    Position position = game.start();
    for (int ply = 0; ply < 24 && !position.outcome().is_over(); ++ply) {
      const SearchReport report =
          engine->search(position, {.nodes = ply % 4 == 0 ? 1u : 100u}, {}, {});
      ASSERT_TRUE(position.is_legal(report.best())) << position.text();
      position.play(ply % 3 == 0 ? report.best() : position.random_move(random));
    }
  }
}

TEST(TowerWarsEngine, SameNodesSameMoves) {
  const Game game = game_of_size(8);
  const auto engine = towerwars::make_engine(game, {.table_megabytes = 1});
  const auto first = engine->search(game.start(), {.nodes = 5'000}, {}, {});
  const auto second = engine->search(game.start(), {.nodes = 5'000}, {}, {});
  EXPECT_EQ(first.best(), second.best());
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(first.score(), second.score());
}

TEST(TowerWarsEngine, BeatsSimple) {
  for (const int size : {5, 6, 8}) {
    const Game game = game_of_size(size);
    const auto engine = towerwars::make_engine(game, {.table_megabytes = 1});
    for (const Player colour : {kRed, kBlue}) {
      Random random(static_cast<std::uint64_t>(size) + colour);
      Position position = game.start();
      for (int ply = 0; ply < 300 && !position.outcome().is_over(); ++ply) {
        const bool is_engine = position.side_to_move() == colour;
        position.play(is_engine ? engine->search(position, {.nodes = 500}, {}, {}).best()
                                : towerwars::simple_move(game, position, random));
      }
      ASSERT_TRUE(position.outcome().is_over());
      EXPECT_EQ(position.outcome().winner(), colour);
    }
  }
}

TEST(TowerWarsStrategies, PlayLegalMoves) {
  const Game game = game_of_size(6);
  std::set<std::string> names;
  for (const StrategyDescription& each : game.description().strategies) {
    names.insert(each.name);
    const auto strategy = each.make(game, "", 1).value();
    Random random(2);
    Position position = game.start();
    for (int ply = 0; ply < 20 && !position.outcome().is_over(); ++ply) {
      const Move move = strategy->choose(position, {.nodes = 300}, {});
      ASSERT_TRUE(position.is_legal(move)) << each.name << ' ' << position.text();
      position.play(ply % 2 == 0 ? move : position.random_move(random));
    }
    const auto wrong = each.make(game, "depth=2", 1);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().expected, "no parameters");
  }
  EXPECT_EQ(names, (std::set<std::string>{"simple", "adv1", "adv2", "adv3", "adv4", "adv5"}));
}

TEST(TowerWarsStrategies, PlayMatchesAsPlayers) {
  const auto participant = [](const std::string& text, std::uint64_t seed) {
    return towerwars::Participant(
        [text, seed](const Game& game) { return make_player(game, text, {.seed = seed}); },
        {.move_time = std::chrono::milliseconds(5)});
  };
  for (int grade = 2; grade <= towerwars::kGrades; ++grade) {
    towerwars::Participant strong = participant("adv" + std::to_string(grade), 1);
    towerwars::Participant random = participant("random", 2);
    // Twice, on boards of different sizes: the second begins anew.
    for (const int size : {5, 4}) {
      const auto result =
          towerwars::play_match(size, random, strong, [](const towerwars::Board&, Move) {});
      EXPECT_EQ(result.status, towerwars::Status::BlueWin) << result.message;
    }
  }
}

}  // namespace
}  // namespace spielwerk::test
