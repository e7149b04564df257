// Learns what patterns of the 8×8 Othello board are worth, from games the engine plays with itself;
// docs/engines/othello.md tells how it was used.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <vector>

#include "core/game_adapter.h"
#include "games/othello/endgame.h"
#include "games/othello/knowledge.h"
#include "games/othello/patterns.h"

namespace spielwerk::othello {
namespace {

using search::Value;
using State = SmallRules::Position;

/// A position of a game and how that ended.
struct Sample {
  std::uint64_t own = 0;
  std::uint64_t other = 0;
  std::int64_t margin = 0;
};

/// The rules live as long as the position.
spielwerk::Position start_position() {
  static const GameDescription game = description();
  return game.make(game, parse_variant(game.parameters, "8x8").value())->start();
}

// ---- Playing

/// Games begin with some random moves; in half of them there is another one later, so that the
/// punishment of mistakes is met too. Only what comes after the last random move is learnt from.
constexpr std::uint32_t kMinRandomPlies = 4;
constexpr std::uint32_t kMaxRandomPlies = 14;
constexpr std::uint32_t kLastRandomPly = 46;
constexpr int kDepth = 3;
/// From here on the game is not played but solved.
constexpr int kSolvedEmpties = 11;

class SelfPlay {
 public:
  SelfPlay(const SmallRules& rules, std::uint64_t seed)
      : rules_(rules), knowledge_(rules, {}), endgame_(rules), memory_(1 << 15), random_(seed) {}

  void play(std::vector<Sample>& samples) {
    State at = rules_.start();
    const std::uint32_t random_plies =
        kMinRandomPlies + random_.below(kMaxRandomPlies - kMinRandomPlies);
    const std::uint32_t other_random_ply =
        random_.below(2) == 0 ? 0 : random_plies + random_.below(kLastRandomPly - random_plies);
    std::vector<State> game;
    for (std::uint32_t ply = 0; at.moves().any() && at.empty().count() > kSolvedEmpties; ++ply) {
      if (ply < random_plies || ply == other_random_ply) {
        rules_.play(at, random_move(rules_, at, random_));
        game.clear();
      } else {
        game.push_back(at);
        rules_.play(at, best_move(at));
      }
    }
    const int black = black_margin(at);
    for (const State& each : game) {
      const Player side = each.side_to_move();
      samples.push_back({each.stones(side).word(0),
                         each.stones(static_cast<Player>(1 - side)).word(0),
                         side == kBlack ? black : -black});
    }
  }

 private:
  int black_margin(const State& at) {
    if (at.moves().none()) return at.stones(kBlack).count() - at.stones(kWhite).count();
    search::StopFlag stop;
    search::SearchControl control(stop, {}, {}, {});
    const int margin = endgame_.solve(at, -64, 64, memory_, control);
    return at.side_to_move() == kBlack ? margin : -margin;
  }

  Move best_move(const State& at) {
    Value best = -search::kInfinite;
    Move chosen;
    rules_.for_each_move(at, [&](Move move) {
      const Value value = value_after(at, move, kDepth, best, search::kInfinite);
      if (value <= best) return;
      best = value;
      chosen = move;
    });
    return chosen;
  }
  /// For the side that moves.
  Value value_after(const State& at, Move move, int depth, Value alpha, Value beta) {
    State next = at;
    rules_.play(next, move);
    if (next.side_to_move() == at.side_to_move()) return negamax(next, depth - 1, alpha, beta);
    return -negamax(next, depth - 1, -beta, -alpha);
  }
  Value negamax(const State& at, int depth, Value alpha, Value beta) {
    if (at.moves().none()) return knowledge_.terminal_value(at, at.side_to_move());
    if (depth == 0) return knowledge_.evaluate(at, at.side_to_move());
    Value best = -search::kInfinite;
    for (auto rest = at.moves(); rest.any() && best < beta;) {
      const int square = rest.first();
      rest.reset(square);
      const Move move{rules_.frame().cell(square), kNoCell};
      best = std::max(best, value_after(at, move, depth, std::max(alpha, best), beta));
    }
    return best;
  }

  const SmallRules& rules_;
  const Knowledge<Frame8> knowledge_;
  const Endgame<Frame8> endgame_;
  EndgameMemory<Frame8> memory_;
  Random random_;
};

int play(std::uint64_t games, std::uint64_t seed, const char* file) {
  const spielwerk::Position start = start_position();
  SelfPlay self_play(*GameAdapter<SmallRules>::rules_of(start), seed);
  std::vector<Sample> samples;
  for (std::uint64_t game = 0; game < games; ++game) self_play.play(samples);
  std::ofstream out(file, std::ios::binary | std::ios::app);
  out.write(reinterpret_cast<const char*>(samples.data()),
            static_cast<std::streamsize>(samples.size() * sizeof(Sample)));
  fmt::print(stderr, "{} positions\n", samples.size());
  return out ? EXIT_SUCCESS : EXIT_FAILURE;
}

// ---- Learning

constexpr std::size_t kKnots = kLearntStones.size();
constexpr std::size_t kMobility = 4;
constexpr int kEpochs = 6;
/// Every so many'th sample is not learnt from, but tells how good the weights are.
constexpr std::size_t kHeldBack = 20;
/// The first step of a weight, in stones; steps get smaller the more a weight has moved (AdaGrad).
constexpr double kStep = 0.4;
/// Pulls weights of what is seldom seen towards 0.
constexpr double kDecay = 2e-4;

class Learner {
 public:
  Learner(const SmallRules& rules)
      : rules_(rules),
        terrain_(rules.geometry(), rules.frame()),
        patterns_(Patterns::instance()),
        weight_count_(static_cast<std::size_t>(patterns_.weight_count())) {
    for (auto& each : weights_) each.resize(weight_count_ + kMobility);
    for (auto& each : moved_) each.resize(weight_count_ + kMobility, 1e-3);
  }

  void learn(const std::vector<Sample>& samples) {
    Random random(1);
    std::vector<std::uint32_t> order;
    for (std::uint32_t index = 0; index < samples.size(); ++index) {
      if (index % kHeldBack != 0) order.push_back(index);
    }
    for (int epoch = 0; epoch < kEpochs; ++epoch) {
      std::shuffle(order.begin(), order.end(), random);
      for (const std::uint32_t index : order) learn(samples[index]);
      double squares = 0;
      std::size_t count = 0;
      for (std::size_t index = 0; index < samples.size(); index += kHeldBack, ++count) {
        const double error = error_of(features(samples[index]), samples[index]);
        squares += error * error;
      }
      fmt::print(stderr, "epoch {}: off by {:.3f} stones\n", epoch + 1,
                 std::sqrt(squares / static_cast<double>(count)));
    }
  }

  void print() const {
    fmt::print(
        "// What patterns are worth, learnt by bench/othello_training.cpp; see patterns.h.\n"
        "#include \"games/othello/patterns.h\"\n\nnamespace spielwerk::othello {{\n\n"
        "constinit const LearntWeights kLearntWeights{{\n    .patterns = {{{{\n");
    for (const auto& weights : weights_) {
      fmt::print("R\"(");
      for (std::size_t index = 0; index < weight_count_; ++index) {
        if (index % 160 == 0) fmt::print("\n");
        fmt::print("{}", static_cast<char>(kNoStep + nearest_steps(weights[index] * 100)));
      }
      fmt::print("\n)\",\n");
    }
    fmt::print("    }}}},\n    .mobility = {{{{\n");
    for (const auto& weights : weights_) {
      const auto mobility = [&](std::size_t index) {
        return std::lround(weights[weight_count_ + index] * 100);
      };
      fmt::print(
          "        {{.mobility = {}, .potential_mobility = {}, .turn_even = {}, .turn_odd = "
          "{}}},\n",
          mobility(0), mobility(1), mobility(2), mobility(3));
    }
    fmt::print("    }}}},\n}};\n\n}}  // namespace spielwerk::othello\n");
  }

 private:
  /// What a sample has of each weight.
  struct Features {
    std::array<std::pair<std::size_t, double>, Patterns::kInstances + kMobility> parts;
    std::array<double, kKnots> shares;
  };

  Features features(const Sample& sample) const {
    Features result;
    const auto configurations = patterns_.configurations(sample.own, sample.other);
    for (std::size_t instance = 0; instance < Patterns::kInstances; ++instance) {
      const auto [number, sign] = patterns_.weight_of_configuration(
          patterns_.first_configuration(static_cast<int>(instance)) + configurations[instance]);
      result.parts[instance] = {static_cast<std::size_t>(number), sign};
    }
    Bitboard<1> own;
    Bitboard<1> other;
    own.word(0) = sample.own;
    other.word(0) = sample.other;
    const Bitboard<1> empty = ~(own | other);
    const Frame8& frame = rules_.frame();
    const bool is_odd = empty.count() % 2 == 1;
    const std::array<int, kMobility> mobility{
        frame.moves(own, other, empty).count() - frame.moves(other, own, empty).count(),
        (terrain_.neighbours(other) & empty).count() - (terrain_.neighbours(own) & empty).count(),
        is_odd ? 0 : 1, is_odd ? 1 : 0};
    for (std::size_t index = 0; index < kMobility; ++index) {
      result.parts[Patterns::kInstances + index] = {weight_count_ + index, mobility[index]};
    }
    for (std::size_t knot = 0; knot < kKnots; ++knot) {
      result.shares[knot] = learnt_share(knot, (own | other).count());
    }
    return result;
  }

  double error_of(const Features& features, const Sample& sample) const {
    double sum = 0;
    for (std::size_t knot = 0; knot < kKnots; ++knot) {
      if (features.shares[knot] == 0) continue;
      for (const auto& [number, amount] : features.parts) {
        sum += features.shares[knot] * amount * weights_[knot][number];
      }
    }
    return static_cast<double>(sample.margin) - sum;
  }

  void learn(const Sample& sample) {
    const Features each = features(sample);
    const double error = error_of(each, sample);
    for (std::size_t knot = 0; knot < kKnots; ++knot) {
      if (each.shares[knot] == 0) continue;
      for (const auto& [number, amount] : each.parts) {
        double& weight = weights_[knot][number];
        const double slope =
            error * amount * each.shares[knot] / 10 - kDecay * weight * std::abs(amount);
        double& moved = moved_[knot][number];
        moved += slope * slope;
        weight += kStep * slope / std::sqrt(moved);
      }
    }
  }

  static int nearest_steps(double weight) {
    int best = 0;
    for (int steps = -kMaxSteps; steps <= kMaxSteps; ++steps) {
      if (std::abs(weight_of_steps(steps) - weight) < std::abs(weight_of_steps(best) - weight)) {
        best = steps;
      }
    }
    return best;
  }

  const SmallRules& rules_;
  const Terrain<Frame8> terrain_;
  const Patterns& patterns_;
  const std::size_t weight_count_;
  std::array<std::vector<double>, kKnots> weights_;
  std::array<std::vector<double>, kKnots> moved_;
};

int learn(int count, char** files) {
  std::vector<Sample> samples;
  for (int index = 0; index < count; ++index) {
    std::ifstream in(files[index], std::ios::binary);
    Sample sample;
    while (in.read(reinterpret_cast<char*>(&sample), sizeof sample)) samples.push_back(sample);
  }
  const spielwerk::Position start = start_position();
  Learner learner(*GameAdapter<SmallRules>::rules_of(start));
  learner.learn(samples);
  learner.print();
  return samples.empty() ? EXIT_FAILURE : EXIT_SUCCESS;
}

int run(int count, char** arguments) {
  const std::string_view command = count > 1 ? arguments[1] : "";
  if (command == "play" && count == 5) {
    return play(std::strtoull(arguments[2], nullptr, 10), std::strtoull(arguments[3], nullptr, 10),
                arguments[4]);
  }
  if (command == "learn" && count > 2) return learn(count - 2, arguments + 2);
  fmt::print(
      stderr,
      "othello_training play GAMES SEED FILE   adds positions of self-played games to FILE\n"
      "othello_training learn FILE...          prints src/games/othello/learnt_weights.cpp\n");
  return EXIT_FAILURE;
}

}  // namespace
}  // namespace spielwerk::othello

int main(int count, char** arguments) { return spielwerk::othello::run(count, arguments); }
