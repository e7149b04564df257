#include "games/othello/mobility_strategy.h"

#include <algorithm>
#include <vector>

#include "core/engine.h"
#include "core/game_adapter.h"
#include "games/othello/rules.h"
#include "games/othello/terrain.h"

namespace spielwerk::othello {
namespace {

constexpr int kDepth = 3;
/// A corner is worth that many moves.
constexpr int kCorner = 10;
/// More than any count of moves and corners; a finished game counts that much and its stones.
constexpr int kOver = 100'000;

template <class Frame>
class Mobility final : public Strategy {
 public:
  Mobility(const Game& game, std::uint64_t seed)
      : start_(game.start()), rules_(*GameAdapter<Rules<Frame>>::rules_of(start_)), random_(seed) {
    const State start = rules_.start();
    const auto blocked = Terrain<Frame>(rules_.geometry(), rules_.frame())
                             .blocked(start.empty() | start.stones(0) | start.stones(1));
    corners_ = blocked[0] & blocked[1] & blocked[2] & blocked[3];
  }

  Move choose(const spielwerk::Position& at, const SearchLimits&, std::stop_token stop) override {
    const State& root = *GameAdapter<Rules<Frame>>::position_of(at);
    const Player view = root.side_to_move();
    std::vector<Move> best;
    int highest = -kInfinite;
    rules_.for_each_move(root, [&](Move move) {
      if (!best.empty() && stop.stop_requested()) return;
      State next = root;
      rules_.play(next, move);
      // One below the best so far, so that equally good moves are told from worse ones.
      const int value = best_for(next, view, kDepth - 1, highest - 1, kInfinite);
      if (value > highest) {
        highest = value;
        best.clear();
      }
      if (value == highest) best.push_back(move);
    });
    return best[random_.below(static_cast<std::uint32_t>(best.size()))];
  }

 private:
  using State = typename Rules<Frame>::Position;
  using Squares = typename Frame::Squares;
  static constexpr int kInfinite = 1'000'000;

  int evaluate(const State& at, Player view) const {
    const Squares& own = at.stones(view);
    const Squares& other = at.stones(static_cast<Player>(1 - view));
    if (at.moves().none()) {
      const int margin = own.count() - other.count();
      return margin > 0 ? kOver + margin : margin < 0 ? -kOver + margin : 0;
    }
    const Squares empty = at.empty();
    const Frame& frame = rules_.frame();
    return frame.moves(own, other, empty).count() - frame.moves(other, own, empty).count() +
           kCorner * ((own & corners_).count() - (other & corners_).count());
  }

  /// What `view` gets, between alpha and beta.
  int best_for(const State& at, Player view, int depth, int alpha, int beta) const {
    if (depth == 0 || at.moves().none()) return evaluate(at, view);
    const bool is_own = at.side_to_move() == view;
    for (Squares rest = at.moves(); rest.any() && alpha < beta;) {
      const int square = rest.first();
      rest.reset(square);
      State next = at;
      rules_.play(next, {rules_.frame().cell(square), kNoCell});
      const int value = best_for(next, view, depth - 1, alpha, beta);
      (is_own ? alpha : beta) = is_own ? std::max(alpha, value) : std::min(beta, value);
    }
    return is_own ? alpha : beta;
  }

  const spielwerk::Position start_;
  const Rules<Frame>& rules_;
  Squares corners_;
  Random random_;
};

}  // namespace

StrategyDescription mobility_strategy() {
  return {.name = "mobility",
          .summary = "looks three moves ahead for more moves than the other side and for corners",
          .make = [](const Game& game, std::string_view parameters,
                     std::uint64_t seed) -> Parsed<std::unique_ptr<Strategy>> {
            if (!parameters.empty()) return parse_error(0, "no parameters");
            const spielwerk::Position start = game.start();
            if (GameAdapter<SmallRules>::rules_of(start) != nullptr) {
              return std::make_unique<Mobility<Frame8>>(game, seed);
            }
            if (GameAdapter<MediumRules>::rules_of(start) != nullptr) {
              return std::make_unique<Mobility<WideFrame<kMediumWords>>>(game, seed);
            }
            return std::make_unique<Mobility<WideFrame<kLargeWords>>>(game, seed);
          }};
}

}  // namespace spielwerk::othello
