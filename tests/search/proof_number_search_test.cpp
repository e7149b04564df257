// Proof-number search against plain minimax.
#include "search/proof_number_search.h"

#include <gtest/gtest.h>

#include "core/game_adapter.h"
#include "games/all_games.h"
#include "games/kaskade/rules.h"
#include "games/tictactoe/rules.h"

namespace spielwerk::search {
namespace {

/// Does a player win? Knows the rules and nothing else.
template <Rules R>
class WinProblem {
 public:
  using State = typename R::Position;
  WinProblem(const R& rules, Player attacker) : rules_(rules), attacker_(attacker) {}

  Verdict verdict(const State& at) const {
    const Outcome outcome = rules_.outcome(at);
    if (!outcome.is_over()) return Verdict::Unknown;
    return outcome.is_win() && outcome.winner() == attacker_ ? Verdict::Proven : Verdict::Disproven;
  }
  int plies_to_goal(const State&) const { return 0; }
  bool is_attackers_turn(const State& at) const { return at.side_to_move() == attacker_; }
  void generate(const State& at, MoveList& moves) const {
    rules_.for_each_move(at, [&](Move move) { moves.add(move, 0); });
  }
  void play(State& state, Move move) const { rules_.play(state, move); }
  std::uint64_t key(const State& at) const { return at.key(); }

 private:
  const R& rules_;
  Player attacker_;
};

template <Rules R>
bool wins(const R& rules, const typename R::Position& at, Player attacker) {
  const Outcome outcome = rules.outcome(at);
  if (outcome.is_over()) return outcome.is_win() && outcome.winner() == attacker;
  const bool is_own = at.side_to_move() == attacker;
  bool result = !is_own;
  rules.for_each_move(at, [&](Move move) {
    if (result == is_own) return;
    auto next = at;
    rules.play(next, move);
    result = wins(rules, next, attacker);
  });
  return result;
}

/// Whether the attacker reaches the goal with the moves of the search, in `plies` at most.
template <Rules R>
bool follows(const R& rules, const WinProblem<R>& problem, ProofNumberSearch<WinProblem<R>>& search,
             const typename R::Position& at, int plies, SearchControl& control) {
  if (problem.verdict(at) != Verdict::Unknown) return problem.verdict(at) == Verdict::Proven;
  if (plies == 0) return false;
  if (problem.is_attackers_turn(at)) {
    if (search.prove(at, control) != Verdict::Proven) return false;
    auto next = at;
    rules.play(next, search.deciding_move(at));
    return follows(rules, problem, search, next, plies - 1, control);
  }
  bool result = true;
  rules.for_each_move(at, [&](Move move) {
    auto next = at;
    rules.play(next, move);
    result = result && follows(rules, problem, search, next, plies - 1, control);
  });
  return result;
}

template <Rules R>
void compare_with_minimax(std::string_view text, int plies, int count) {
  const Game game = *all_games().parse(text);
  Random random(3);
  // So small that most of what is found is lost again.
  ProofTable table(1);
  std::array<int, 2> seen{};
  for (int round = 0; round < count; ++round) {
    Position position = game.start();
    for (int ply = 0; ply < plies && !position.outcome().is_over(); ++ply) {
      position.play(position.random_move(random));
    }
    const R& rules = *GameAdapter<R>::rules_of(position);
    const auto at = *GameAdapter<R>::position_of(position);
    for (const Player attacker : {Player{0}, Player{1}}) {
      StopFlag stop;
      SearchControl control(stop, {}, {}, {});
      const WinProblem<R> problem(rules, attacker);
      ProofNumberSearch<WinProblem<R>> search(problem, table);
      const bool expected = wins(rules, at, attacker);
      EXPECT_EQ(search.prove(at, control), expected ? Verdict::Proven : Verdict::Disproven)
          << position.text();
      ++seen[expected ? 1 : 0];
      if (!expected) continue;
      const auto proof = search.find_proof(at, control);
      ASSERT_TRUE(proof);
      EXPECT_TRUE(follows(rules, problem, search, at, proof->plies, control)) << position.text();
      EXPECT_EQ(static_cast<int>(proof->line.size()), proof->plies);
    }
  }
  EXPECT_GT(seen[0], 0);
  EXPECT_GT(seen[1], 0);
}

TEST(ProofNumberSearch, AgreesWithMinimaxOnTicTacToe) {
  compare_with_minimax<tictactoe::Rules>("tictactoe", 2, 20);
  compare_with_minimax<tictactoe::Rules>("tictactoe:4x4,k=3", 6, 20);
  compare_with_minimax<tictactoe::Rules>("tictactoe:4x5,k=4", 11, 20);
}

TEST(ProofNumberSearch, AgreesWithMinimaxOnKaskade) {
  compare_with_minimax<kaskade::Rules<1>>("kaskade:3x3", 8, 10);
}

TEST(ProofNumberSearch, GivesUpWhereItIsTold) {
  const Game game = *all_games().parse("tictactoe:5x5,k=4");
  const Position start = game.start();
  const auto& rules = *GameAdapter<tictactoe::Rules>::rules_of(start);
  const WinProblem<tictactoe::Rules> problem(rules, 0);
  ProofTable table(1);
  ProofNumberSearch search(problem, table);
  StopFlag stop;
  SearchControl control(stop, {}, {}, 1'000);
  search.set_max_nodes(300);
  EXPECT_EQ(search.prove(rules.start(), control), Verdict::Unknown);
  EXPECT_LE(control.nodes(), 301u);
  EXPECT_FALSE(control.is_stopped());
  search.set_max_nodes(10'000);
  EXPECT_EQ(search.prove(rules.start(), control), Verdict::Unknown);
  EXPECT_TRUE(control.is_stopped());
}

}  // namespace
}  // namespace spielwerk::search
