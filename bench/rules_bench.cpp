// How fast the rules are: move sequences counted or played, and whole random games.
#include <benchmark/benchmark.h>

#include <stdexcept>
#include <string>

#include "core/perft.h"
#include "games/connect6/rules.h"
#include "games/kaskade/rules.h"
#include "games/othello/rules.h"
#include "games/tictactoe/rules.h"
#include "games/towerwars/rules.h"

namespace spielwerk {
namespace {

template <Rules R>
R make_rules(const GameDescription& description, const std::string& variant_text) {
  const auto variant = parse_variant(description.parameters, variant_text);
  if (!variant) throw std::logic_error(variant.error().message(variant_text));
  auto rules = R::create(*variant);
  if (!rules) throw std::logic_error(rules.error().message(variant_text));
  return *std::move(rules);
}

void set_rate(benchmark::State& state, const char* name, std::uint64_t count) {
  state.counters[name] =
      benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsRate);
}

/// Leaves per second, the last ply counted.
template <Rules R>
void count_leaves(benchmark::State& state, const R& rules, int depth) {
  std::uint64_t leaves = 0;
  for (auto _ : state) leaves += perft(rules, rules.start(), depth);
  set_rate(state, "leaves", leaves);
}

/// Plays every move of a tree, the last ones too, and uses what it finds behind each, so that
/// nothing of a move can be left out as unused.
template <Rules R>
std::uint64_t play_tree(const R& rules, const typename R::Position& at, int depth,
                        std::uint64_t& checksum) {
  std::uint64_t played = 0;
  rules.for_each_move(at, [&](Move move) {
    typename R::Position next = at;
    rules.play(next, move);
    ++played;
    checksum += next.key() + (rules.outcome(next).is_over() ? 1 : 0);
    if (depth > 1) played += play_tree(rules, next, depth - 1, checksum);
  });
  return played;
}

template <Rules R>
void play_moves(benchmark::State& state, const GameDescription& description,
                const std::string& variant, int depth, const std::string& board = "") {
  const R rules = make_rules<R>(description, variant);
  const auto start = board.empty() ? rules.start() : rules.parse_board(board, 0).value();
  std::uint64_t played = 0;
  std::uint64_t checksum = 0;
  for (auto _ : state) played += play_tree(rules, start, depth, checksum);
  benchmark::DoNotOptimize(checksum);
  set_rate(state, "moves", played);
}

/// Random games per second, from the start to the end.
template <Rules R>
void play_random_games(benchmark::State& state, const GameDescription& description,
                       const std::string& variant) {
  const R rules = make_rules<R>(description, variant);
  Random random(1);
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  for (auto _ : state) {
    auto position = rules.start();
    while (!rules.outcome(position).is_over()) {
      rules.play(position, random_move(rules, position, random));
      ++plies;
    }
    ++games;
  }
  set_rate(state, "games", games);
  state.counters["plies/game"] = static_cast<double>(plies) / static_cast<double>(games);
}

// A middle game, where half of the moves set off a cascade.
const std::string kKaskadeMiddleGame =
    "1a2a0n0n2b1b2a3a1a0n3b2b0n2a3a3b1b0n0n1b2a3b2a0n2b3b0n1a3a2a1b2b0n0n2a1a";

}  // namespace
}  // namespace spielwerk

int main(int count, char** values) {
  using namespace spielwerk;
  using benchmark::RegisterBenchmark;
  using benchmark::State;
  RegisterBenchmark("othello:8x8 perft 9", [](State& state) {
    count_leaves(state, make_rules<othello::SmallRules>(othello::description(), "8x8"), 9);
  });
  RegisterBenchmark("othello:10x10 perft 6", [](State& state) {
    count_leaves(state, make_rules<othello::MediumRules>(othello::description(), "10x10"), 6);
  });
  RegisterBenchmark("othello:26x98 perft 4", [](State& state) {
    count_leaves(state, make_rules<othello::LargeRules>(othello::description(), "26x98"), 4);
  });
  RegisterBenchmark("towerwars:8 perft 4", [](State& state) {
    const towerwars::Rules<1> rules(8);
    count_leaves(state, rules, 4);
  });
  RegisterBenchmark("towerwars:26 perft 3", [](State& state) {
    const towerwars::Rules<11> rules(26);
    count_leaves(state, rules, 3);
  });
  RegisterBenchmark("kaskade:6x6 moves played", [](State& state) {
    play_moves<kaskade::Rules<1>>(state, kaskade::description(), "6x6", 4);
  });
  RegisterBenchmark("kaskade:6x6 moves played, middle game", [](State& state) {
    play_moves<kaskade::Rules<1>>(state, kaskade::description(), "6x6", 4, kKaskadeMiddleGame);
  });
  RegisterBenchmark("kaskade:10x10 moves played", [](State& state) {
    play_moves<kaskade::Rules<2>>(state, kaskade::description(), "10x10", 3);
  });
  RegisterBenchmark("connect6:18 random games", [](State& state) {
    play_random_games<connect6::Rules>(state, connect6::description(), "18");
  });
  RegisterBenchmark("connect6:20,edges=torus,players=4 random games", [](State& state) {
    play_random_games<connect6::Rules>(state, connect6::description(), "20,edges=torus,players=4");
  });
  RegisterBenchmark("tictactoe:10x10,k=5 random games", [](State& state) {
    play_random_games<tictactoe::Rules>(state, tictactoe::description(), "10x10,k=5");
  });
  benchmark::Initialize(&count, values);
  benchmark::RunSpecifiedBenchmarks();
}
