#include "games/othello/knowledge.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <concepts>

namespace spielwerk::othello {
namespace {

using search::kKnownWin;
using search::kMaxEstimate;
using search::Value;

Player opponent(Player player) { return static_cast<Player>(1 - player); }

// ---- Endgames

/// With so few empty squares every leaf of the search is solved exactly.
constexpr int kLeafEmpties = 6;
/// Nearer the root the solver is faster than the search where that would come within so many plies
/// of the end of the game; bounded, so that a solution does not take too long.
constexpr int kBeyondDepth = 4;
constexpr int kMaxInnerEmpties = 12;
/// More than any board has squares.
constexpr int kMaxMargin = 5'000;
/// With more empty squares the root is left to the search, however much time there is.
constexpr int kMaxRootEmpties = 30;
/// The table of the solver inside the search has 512 KB, which stays in the processor's cache.
constexpr std::size_t kInnerEntries = std::size_t{1} << 15;

/// The nodes that suffice to find the winner in four of five positions from games between equals on
/// the 8×8 board; measured: 3,000 at 14 empty squares, 22,000 at 16 and 180,000 at 18.
double expected_nodes(int empties) { return 4'000 * std::pow(2.4, empties - 14); }
/// Measured with the other core busy: 9 million with one word, 1.8 million with four.
template <class Squares>
constexpr double kNodesPerSecond = 8e6 / Squares::kWords;

// ---- Static evaluation

/// A weight interpolated from the empty board to the full one, in hundredths of a stone.
struct Weight {
  int empty_board;
  int full_board;
  constexpr int at(int stones, int squares) const {
    return (empty_board * (squares - stones) + full_board * stones) / squares;
  }
};
constexpr Weight kMobility{90, 50};
/// Empty squares beside enemy stones: moves some day.
constexpr Weight kPotentialMobility{30, 10};
constexpr Weight kCorner{600, 500};
constexpr Weight kStable{200, 150};
constexpr Weight kXSquare{-350, -150};
constexpr Weight kCSquare{-120, -100};
/// The side that makes the last move gains by it.
constexpr Weight kParity{-100, 200};
/// Stones count at the very end only; before that, few are better than many.
constexpr Weight kStone{-30, 20};

constexpr int kWholeScale = 1024;

// ---- Move ordering

constexpr int kOrderXSquare = -12'000;
constexpr int kOrderCSquare = -6'000;

}  // namespace

Value value_of_margin(int margin) {
  return margin > 0 ? kKnownWin + margin : margin < 0 ? -kKnownWin + margin : 0;
}

int largest_margin_at_most(Value value) {
  if (value > kKnownWin) return value - kKnownWin;
  if (value >= 0) return 0;
  return std::min(value + kKnownWin, -1);
}

int smallest_margin_at_least(Value value) { return -largest_margin_at_most(-value); }

template <class Frame>
Knowledge<Frame>::Knowledge(const Rules& rules, const EngineSettings& settings)
    : rules_(rules),
      terrain_(rules.geometry(), rules.frame()),
      endgame_(rules),
      // Half as large as the transposition table, and allocated only when needed.
      solver_entries_(static_cast<std::size_t>(std::max(settings.table_megabytes, 1)) *
                      (std::size_t{1} << 20) / 2 / sizeof(EndgameTable::Entry)) {
  const State start = rules.start();
  const Squares playable = start.empty() | start.stones(kBlack) | start.stones(kWhite);
  // On larger boards all counts are larger; their spread grows like the root of the size.
  const int squares = playable.count();
  if constexpr (std::same_as<Frame, Frame8>) {
    if (squares == 64) patterns_ = &PatternValues::instance();
  }
  if (squares > 64) scale_ = static_cast<int>(kWholeScale * std::sqrt(64.0 / squares));
  blocked_ = terrain_.blocked(playable);
  corners_ = blocked_[0] & blocked_[1] & blocked_[2] & blocked_[3];
  for (int axis = 0; axis < kAxes; ++axis) {
    const auto index = static_cast<std::size_t>(axis);
    exposed_ahead_[index] =
        corners_ & terrain_.back(playable & terrain_.back(playable, axis), axis);
    exposed_back_[index] =
        corners_ & terrain_.ahead(playable & terrain_.ahead(playable, axis), axis);
  }
}

template <class Frame>
typename Knowledge<Frame>::CornerNeighbours Knowledge<Frame>::corner_neighbours(
    const Squares& empty) const {
  CornerNeighbours result;
  if ((empty & corners_).none()) return result;
  for (int axis = 0; axis < kAxes; ++axis) {
    const auto index = static_cast<std::size_t>(axis);
    // The first two axes are straight.
    (axis < 2 ? result.c_squares : result.x_squares) |=
        terrain_.ahead(empty & exposed_ahead_[index], axis) |
        terrain_.back(empty & exposed_back_[index], axis);
  }
  return result;
}

template <class Frame>
bool Knowledge<Frame>::generate(const State& at, search::MoveList& moves) const {
  const CornerNeighbours neighbours = corner_neighbours(at.empty());
  at.moves().for_each([&](int square) {
    const int score = corners_.test(square)               ? search::kTactical
                      : neighbours.x_squares.test(square) ? kOrderXSquare
                      : neighbours.c_squares.test(square) ? kOrderCSquare
                                                          : 0;
    moves.add({rules_.frame().cell(square), kNoCell}, score);
  });
  return true;
}

template <class Frame>
Value Knowledge<Frame>::evaluate(const State& at, Player view) const {
  const Player side = at.side_to_move();
  const Squares& own = at.stones(side);
  const Squares& other = at.stones(opponent(side));
  const Squares empty = at.empty();
  const Counts counts{
      .mobility = at.moves().count() - rules_.frame().moves(other, own, empty).count(),
      .potential_mobility =
          (terrain_.neighbours(other) & empty).count() - (terrain_.neighbours(own) & empty).count(),
      .own = own.count(),
      .other = other.count(),
      .empties = empty.count()};
  Value value = 0;
  if constexpr (std::same_as<Frame, Frame8>) {
    value = patterns_ != nullptr ? learnt_value(own, other, counts)
                                 : value_by_rule(own, other, empty, counts);
  } else {
    value = value_by_rule(own, other, empty, counts);
  }
  value = std::clamp(value, -kMaxEstimate, kMaxEstimate);
  return view == side ? value : -value;
}

template <class Frame>
Value Knowledge<Frame>::learnt_value(const Squares& own, const Squares& other,
                                     const Counts& counts) const {
  const int stones = counts.own + counts.other;
  const MobilityWeights& weights = patterns_->mobility(stones);
  return patterns_->of(own.word(0), other.word(0), stones) + weights.mobility * counts.mobility +
         weights.potential_mobility * counts.potential_mobility +
         (counts.empties % 2 == 0 ? weights.turn_even : weights.turn_odd);
}

template <class Frame>
Value Knowledge<Frame>::value_by_rule(const Squares& own, const Squares& other,
                                      const Squares& empty, const Counts& counts) const {
  const int stones = counts.own + counts.other;
  const auto weigh = [&](Weight weight, int difference) {
    return weight.at(stones, stones + counts.empties) * difference;
  };
  const auto more = [](const Squares& mine, const Squares& theirs) {
    return mine.count() - theirs.count();
  };
  const CornerNeighbours neighbours = corner_neighbours(empty);
  const Value value =
      weigh(kMobility, counts.mobility) + weigh(kPotentialMobility, counts.potential_mobility) +
      weigh(kCorner, more(own & corners_, other & corners_)) +
      weigh(kStable, more(terrain_.stable(own, blocked_), terrain_.stable(other, blocked_))) +
      weigh(kXSquare, more(own & neighbours.x_squares, other & neighbours.x_squares)) +
      weigh(kCSquare, more(own & neighbours.c_squares, other & neighbours.c_squares)) +
      weigh(kParity, counts.empties % 2 == 1 ? 1 : -1) + weigh(kStone, counts.own - counts.other);
  return value * scale_ / kWholeScale;
}

template <class Frame>
Value Knowledge<Frame>::terminal_value(const State& at, Player view) const {
  return value_of_margin(at.stones(view).count() - at.stones(opponent(view)).count());
}

template <class Frame>
std::optional<Value> Knowledge<Frame>::probe(const State& at, int depth, Value alpha, Value beta,
                                             Memory& memory, search::SearchControl& control) const {
  const int empties = at.empty().count();
  if (empties > kLeafEmpties && (empties > depth + kBeyondDepth || empties > kMaxInnerEmpties)) {
    return std::nullopt;
  }
  if (!memory.endgame) memory.endgame = std::make_unique<EndgameMemory<Frame>>(kInnerEntries);
  return value_of_margin(endgame_.solve(at, largest_margin_at_most(alpha),
                                        smallest_margin_at_least(beta), *memory.endgame, control));
}

template <class Frame>
std::optional<search::Solution> Knowledge<Frame>::solve(const State& at,
                                                        search::SearchControl& control) {
  const int empties = at.empty().count();
  const double nodes = expected_nodes(empties);
  const std::chrono::duration<double> time(nodes / kNodesPerSecond<Squares>);
  if (empties > kMaxRootEmpties || nodes > static_cast<double>(control.nodes_left()) ||
      time > control.time_left()) {
    return std::nullopt;
  }
  if (!solver_memory_) solver_memory_ = std::make_unique<EndgameMemory<Frame>>(solver_entries_);
  EndgameMemory<Frame>& memory = *solver_memory_;
  memory.table.next_solution();

  // The winner is found much sooner than the margin, and is what counts.
  const int result = endgame_.solve(at, -1, 1, memory, control);
  if (control.is_stopped()) return std::nullopt;
  search::Solution solution{.value = value_of_margin(result), .is_exact = result == 0};
  if (result >= 0) {
    solution.line = {endgame_.move_that_keeps(at, result, memory, control)};
    if (control.is_stopped()) return std::nullopt;
  }
  const int margin = result == 0  ? 0
                     : result > 0 ? endgame_.solve(at, result - 1, kMaxMargin, memory, control)
                                  : endgame_.solve(at, -kMaxMargin, result + 1, memory, control);
  if (!control.is_stopped()) {
    auto line = endgame_.line(at, margin, memory, control);
    if (!line.empty()) solution = {value_of_margin(margin), true, std::move(line)};
  }
  // Lost by an unknown margin: the search finds the move that makes winning hardest.
  if (solution.line.empty()) return std::nullopt;
  return solution;
}

template class Knowledge<Frame8>;
template class Knowledge<WideFrame<kMediumWords>>;
template class Knowledge<WideFrame<kLargeWords>>;

}  // namespace spielwerk::othello
