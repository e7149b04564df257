#include "games/kaskade/simple_strategy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <vector>

#include "core/game_adapter.h"
#include "core/text.h"
#include "games/kaskade/rules.h"

namespace spielwerk::kaskade {
namespace {

// Above every sum of balls: a board holds under 1,600, and weights are at most 1,000.
constexpr double kWin = 1e9;

template <int Words>
class Search {
 public:
  using Rules = kaskade::Rules<Words>;
  using Position = typename Rules::Position;

  Search(const SimpleStrategy& strategy, const Rules& rules, std::stop_token stop)
      : strategy_(strategy), rules_(rules), stop_(std::move(stop)) {}

  double evaluate(const Position& at, Player view) const {
    const auto other = static_cast<Player>(1 - view);
    const auto own = at.owned_by(view);
    const auto foreign = at.owned_by(other);
    const auto full = rules_.full(at);
    const auto own_threatened = own & rules_.beside(full & foreign);
    const auto foreign_threatened = foreign & rules_.beside(full & own);
    const double n = strategy_.n;
    return n * balls(at, own & ~own_threatened) + strategy_.x * n * balls(at, foreign_threatened) -
           n * balls(at, foreign & ~foreign_threatened) -
           strategy_.y * n * balls(at, own_threatened);
  }

  /// All best moves of the side to move.
  /// At least one move, even if it is stopped at once.
  std::vector<Move> best_moves(const Position& at) {
    std::vector<Move> best;
    double best_value = -2 * kWin;
    rules_.for_each_move(at, [&](Move move) {
      Position next = at;
      rules_.play(next, move);
      // The window reaches just below the best value, so that equal ones come back exact.
      const double bound = std::nextafter(best_value, -2 * kWin);
      const double value = -minimax(next, strategy_.depth - 1, -2 * kWin, -bound);
      if (value < best_value || (is_stopped_ && !best.empty())) return;
      if (value > best_value) best.clear();
      best_value = value;
      best.push_back(move);
    });
    return best;
  }

 private:
  static double balls(const Position& at, const typename Rules::Cells& cells) {
    return (at.ones() & cells).count() + 2.0 * (at.twos() & cells).count() +
           4.0 * (at.fours() & cells).count();
  }

  /// The value for the side to move, exact between the bounds.
  double minimax(const Position& at, int depth, double lower, double upper) {
    // Looking costs more than a node: now and then is often enough.
    if ((++nodes_ & 255) == 0 && stop_.stop_requested()) is_stopped_ = true;
    if (is_stopped_) return 0;
    // Only the player who just moved can have won; sooner is better for that one.
    if (rules_.outcome(at).is_over()) return -kWin - depth;
    if (depth == 0) return evaluate(at, at.side_to_move());
    double best = -2 * kWin;
    auto cells = rules_.legal_cells(at);
    while (cells.any() && best < upper) {
      const int cell = cells.first();
      cells.reset(cell);
      Position next = at;
      rules_.play(next, {to_cell(cell), kNoCell});
      best = std::max(best, -minimax(next, depth - 1, -upper, -std::max(lower, best)));
    }
    return best;
  }

  const SimpleStrategy& strategy_;
  const Rules& rules_;
  const std::stop_token stop_;
  std::uint64_t nodes_ = 0;
  bool is_stopped_ = false;
};

/// Calls `visit` with the search and the static position behind `at`, whatever its width.
template <class Visitor>
auto with_search(const SimpleStrategy& strategy, const Position& at, const std::stop_token& stop,
                 Visitor&& visit) {
  const auto run = [&]<int Words>() {
    using Adapter = GameAdapter<Rules<Words>>;
    Search<Words> search(strategy, *Adapter::rules_of(at), stop);
    return visit(search, *Adapter::position_of(at));
  };
  if (GameAdapter<Rules<1>>::rules_of(at) != nullptr) return run.template operator()<1>();
  if (GameAdapter<Rules<2>>::rules_of(at) != nullptr) return run.template operator()<2>();
  assert(GameAdapter<Rules<7>>::rules_of(at) != nullptr);
  return run.template operator()<7>();
}

}  // namespace

Move SimpleStrategy::choose(const Position& at, Random& random, const std::stop_token& stop) const {
  return with_search(*this, at, stop, [&](auto& search, const auto& position) {
    const std::vector<Move> best = search.best_moves(position);
    return best[random.below(static_cast<std::uint32_t>(best.size()))];
  });
}

double SimpleStrategy::evaluate(const Position& at, Player view) const {
  return with_search(*this, at, {}, [&](const auto& search, const auto& position) {
    return search.evaluate(position, view);
  });
}

Parsed<SimpleStrategy> parse_simple_strategy(std::string_view text) {
  SimpleStrategy strategy;
  constexpr std::string_view kName = "simple";
  if (text == kName) return strategy;
  if (!text.starts_with("simple:")) return parse_error(0, "simple[:n=1,x=0.5,y=0.2,depth=2]");
  std::size_t start = kName.size() + 1;
  for (const std::string_view part : split(text.substr(start), ',')) {
    const std::string_view name = part.substr(0, part.find('='));
    const std::string_view value =
        name.size() == part.size() ? std::string_view() : part.substr(name.size() + 1);
    const std::size_t value_start = start + name.size() + 1;
    if (name == "depth") {
      Cursor cursor(value);
      const auto depth = cursor.integer(1, kDeepestSimple, "a depth");
      if (!depth || !cursor.at_end()) {
        return parse_error(value_start, fmt::format("a depth from 1 to {}", kDeepestSimple));
      }
      strategy.depth = *depth;
    } else if (name == "n" || name == "x" || name == "y") {
      double number = 0;
      const auto [stop, problem] = std::from_chars(value.data(), value.data() + value.size(),
                                                   number, std::chars_format::fixed);
      if (value.empty() || problem != std::errc() || stop != value.data() + value.size() ||
          !(std::abs(number) <= 1000)) {
        return parse_error(value_start, "a weight from -1000 to 1000 such as 0.5");
      }
      (name == "n" ? strategy.n : name == "x" ? strategy.x : strategy.y) = number;
    } else {
      return parse_error(start, "n=…, x=…, y=… or depth=…");
    }
    start += part.size() + 1;
  }
  return strategy;
}

}  // namespace spielwerk::kaskade
