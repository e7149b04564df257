#include "games/othello/endgame.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace spielwerk::othello {

EndgameTable::EndgameTable(std::size_t entries)
    : entries_(std::bit_floor(entries)), mask_(entries_.size() / 2 - 1) {}

void EndgameTable::next_solution() {
  if (++generation_ != 0) return;
  std::ranges::fill(entries_, Entry{});
  generation_ = 1;
}

const EndgameTable::Entry* EndgameTable::probe(std::uint64_t key) const {
  const Entry* slot = &entries_[first_slot(key)];
  for (const Entry* each : {slot, slot + 1}) {
    if (each->key == key && each->generation == generation_) return each;
  }
  return nullptr;
}

void EndgameTable::store(const Entry& entry) {
  Entry* slot = &entries_[first_slot(entry.key)];
  const bool is_worth_more =
      slot->generation == generation_ && slot->key != entry.key && slot->empties > entry.empties;
  if (is_worth_more) ++slot;
  *slot = entry;
  slot->generation = generation_;
}

namespace {

template <class Squares>
std::uint64_t key_of(const Squares& own, const Squares& other) {
  std::uint64_t key = 0;
  for (int index = 0; index < Squares::kWords; ++index) {
    key = mix64(key ^ own.word(index) ^ std::rotl(other.word(index) * 0x9E3779B97F4A7C15u, 29));
  }
  return key;
}

Player opponent(Player player) { return static_cast<Player>(1 - player); }

}  // namespace

/// One solution: negamax with margins as values. `own` are the stones of the side to move.
template <class Frame>
class Endgame<Frame>::Search {
 public:
  Search(const Endgame& endgame, const Squares& playable, Memory& memory,
         search::SearchControl& control)
      : endgame_(endgame),
        frame_(endgame.frame_),
        playable_(playable),
        playable_count_(playable.count()),
        blocked_(endgame.terrain_.blocked(playable)),
        memory_(memory),
        control_(control) {}

  /// Any number of empty squares.
  int margin(const Squares& own, const Squares& other, const Squares& empty, int empties, int alpha,
             int beta) {
    return empties >= kMinSortedEmpties ? search_many(own, other, empty, empties, alpha, beta)
                                        : search_few(own, other, empty, empties, alpha, beta);
  }

 private:
  using Candidate = typename Memory::Candidate;

  /// From so many empty squares on, sorting moves by the opponent's mobility (fastest first) and
  /// the transposition table pay off.
  static constexpr int kMinSortedEmpties = 7;

  // Move ordering: fastest first, the opponent's corners counting twice; then own corners and
  // parity.
  static constexpr int kOpponentMove = -16;
  static constexpr int kOpponentCorner = -16;
  static constexpr int kCornerTaken = 12;
  static constexpr int kOddQuadrant = 10;
  static constexpr int kTableMove = 1'000'000;

  static Squares with(Squares squares, int square) {
    squares.set(square);
    return squares;
  }
  static Squares without(Squares squares, int square) {
    squares.reset(square);
    return squares;
  }
  static int difference(const Squares& own, const Squares& other) {
    return own.count() - other.count();
  }

  /// The empty squares in quadrants with an odd number of them.
  Squares odd_squares(const Squares& empty) const {
    Squares result;
    for (const Squares& quadrant : endgame_.quadrants_) {
      const Squares inside = empty & quadrant;
      if (inside.count() % 2 == 1) result |= inside;
    }
    return result;
  }

  // ---- The last three empty squares, unrolled

  int last_one(const Squares& own, const Squares& other, int square) const {
    const int margin_now = difference(own, other);
    if (const Squares flips = frame_.flips(square, own, other); flips.any()) {
      return margin_now + 1 + 2 * flips.count();
    }
    const Squares flips = frame_.flips(square, other, own);
    return flips.any() ? margin_now - 1 - 2 * flips.count() : margin_now;
  }

  /// The best value before the first legal move.
  static constexpr int kNoValue = -10'000;

  int last_two(const Squares& own, const Squares& other, int first, int second, int beta,
               bool has_passed) const {
    int best = kNoValue;
    if (const Squares flips = frame_.flips(first, own, other); flips.any()) {
      best = -last_one(other ^ flips, with(own | flips, first), second);
      if (best >= beta) return best;
    }
    if (const Squares flips = frame_.flips(second, own, other); flips.any()) {
      best = std::max(best, -last_one(other ^ flips, with(own | flips, second), first));
    }
    if (best != kNoValue) return best;
    if (has_passed) return difference(own, other);
    // last_two uses beta only, so the opponent's beta may be anything.
    return -last_two(other, own, first, second, -kNoValue, true);
  }

  int last_three(const Squares& own, const Squares& other, const std::array<int, 3>& squares,
                 int alpha, int beta, bool has_passed) const {
    int best = kNoValue;
    const auto play = [&](int square, int first, int second) {
      const Squares flips = frame_.flips(square, own, other);
      if (flips.none()) return;
      const int value =
          -last_two(other ^ flips, with(own | flips, square), first, second, -alpha, false);
      best = std::max(best, value);
      alpha = std::max(alpha, value);
    };
    play(squares[0], squares[1], squares[2]);
    if (best < beta) play(squares[1], squares[0], squares[2]);
    if (best < beta) play(squares[2], squares[0], squares[1]);
    if (best != kNoValue) return best;
    if (has_passed) return difference(own, other);
    return -last_three(other, own, squares, -beta, -alpha, true);
  }

  // ---- Few empty squares: unsorted, odd quadrants first

  int search_few(const Squares& own, const Squares& other, const Squares& empty, int empties,
                 int alpha, int beta, bool has_passed = false) {
    control_.tick();
    if (empties == 0) return difference(own, other);
    if (empties == 1) return last_one(own, other, empty.first());
    const Squares odd = odd_squares(empty);
    if (empties == 2) {
      const int first = empty.first();
      return last_two(own, other, first, without(empty, first).first(), beta, has_passed);
    }
    if (empties == 3) {
      std::array<int, 3> squares{};
      std::size_t count = 0;
      // Of three empty squares one or all three are in odd quadrants.
      odd.for_each([&](int square) { squares[count++] = square; });
      (empty & ~odd).for_each([&](int square) { squares[count++] = square; });
      return last_three(own, other, squares, alpha, beta, has_passed);
    }
    int best = kNoValue;
    for (const Squares& group : {odd, empty & ~odd}) {
      for (Squares rest = group; rest.any();) {
        const int square = rest.first();
        rest.reset(square);
        const Squares flips = frame_.flips(square, own, other);
        if (flips.none()) continue;
        const int value = -search_few(other ^ flips, with(own | flips, square),
                                      without(empty, square), empties - 1, -beta, -alpha);
        if (value > best) {
          best = value;
          alpha = std::max(alpha, value);
          if (best >= beta) return best;
        }
      }
    }
    if (best != kNoValue) return best;
    if (has_passed) return difference(own, other);
    return -search_few(other, own, empty, empties, -beta, -alpha, true);
  }

  // ---- Many empty squares: transposition table, stability cutoff, fastest first

  int search_many(const Squares& own, const Squares& other, const Squares& empty, int empties,
                  int alpha, int beta) {
    if (control_.tick()) return 0;
    if (const int bound = max_margin(other, empty, alpha); bound <= alpha) return bound;

    const Squares moves = frame_.moves(own, other, empty);
    if (moves.none()) {
      if (frame_.moves(other, own, empty).none()) return difference(own, other);
      return -search_many(other, own, empty, empties, -beta, -alpha);
    }

    typename EndgameTable::Entry entry{.key = key_of(own, other),
                                       .lower = static_cast<std::int16_t>(kNoValue),
                                       .upper = static_cast<std::int16_t>(-kNoValue),
                                       .empties = static_cast<std::uint8_t>(empties)};
    if (const auto* known = memory_.table.probe(entry.key)) {
      if (known->lower >= beta || known->lower == known->upper) return known->lower;
      if (known->upper <= alpha) return known->upper;
      entry = *known;
    }

    Candidate* const candidates =
        &memory_.candidates[static_cast<std::size_t>((empties - 1) * kMaxEmpties)];
    const int count = list(own, other, empty, moves, entry.square, candidates);
    const int old_alpha = alpha;
    int best = kNoValue;
    int best_square = kNoSquare;
    for (int index = 0; index < count; ++index) {
      pick(candidates, index, count);
      const int square = candidates[index].square;
      const Squares next_own = other ^ candidates[index].flips;
      const Squares next_other = with(own | candidates[index].flips, square);
      const Squares next_empty = without(empty, square);
      const auto search = [&](int low, int high) {
        return -margin(next_own, next_other, next_empty, empties - 1, -high, -low);
      };
      int value = search(alpha, index == 0 ? beta : alpha + 1);
      if (index > 0 && value > alpha && value < beta) value = search(alpha, beta);
      if (control_.is_stopped()) return 0;
      if (value <= best) continue;
      best = value;
      best_square = square;
      if (best >= beta) break;
      alpha = std::max(alpha, best);
    }
    if (best > old_alpha) {
      entry.lower = static_cast<std::int16_t>(std::max<int>(entry.lower, best));
    }
    if (best < beta) entry.upper = static_cast<std::int16_t>(std::min<int>(entry.upper, best));
    entry.square = static_cast<std::int16_t>(best_square);
    memory_.table.store(entry);
    return best;
  }

  /// Stability cutoff: an upper bound of the margin, since stable enemy stones stay. Computed only
  /// where it could be at most `alpha`.
  int max_margin(const Squares& other, const Squares& empty, int alpha) const {
    if (playable_count_ - 2 * other.count() > alpha) return playable_count_;
    auto safe = blocked_;
    endgame_.terrain_.add_full_lines(safe, empty, playable_);
    return playable_count_ - 2 * endgame_.terrain_.stable(other, safe).count();
  }

  int list(const Squares& own, const Squares& other, const Squares& empty, const Squares& moves,
           int first_square, Candidate* candidates) const {
    const Squares odd = odd_squares(empty);
    int count = 0;
    moves.for_each([&](int square) {
      Candidate& each = candidates[count++];
      each.square = square;
      each.flips = frame_.flips(square, own, other);
      const Squares answers =
          frame_.moves(other ^ each.flips, with(own | each.flips, square), without(empty, square));
      each.score = kOpponentMove * answers.count() +
                   kOpponentCorner * (answers & endgame_.corners_).count() +
                   (endgame_.corners_.test(square) ? kCornerTaken : 0) +
                   (odd.test(square) ? kOddQuadrant : 0) +
                   (square == first_square ? kTableMove : 0);
    });
    return count;
  }

  static void pick(Candidate* candidates, int index, int count) {
    const auto best = std::max_element(
        candidates + index, candidates + count,
        [](const Candidate& left, const Candidate& right) { return left.score < right.score; });
    std::swap(candidates[index], *best);
  }

  const Endgame& endgame_;
  const Frame& frame_;
  const Squares playable_;
  const int playable_count_;
  const typename Terrain<Frame>::PerAxis blocked_;
  Memory& memory_;
  search::SearchControl& control_;
};

template <class Frame>
Endgame<Frame>::Endgame(const Rules<Frame>& rules)
    : rules_(rules), frame_(rules.frame()), terrain_(rules.geometry(), rules.frame()) {
  const Geometry& geometry = rules.geometry();
  const Position start = rules.start();
  const auto blocked =
      terrain_.blocked(start.empty() | start.stones(kBlack) | start.stones(kWhite));
  corners_ = blocked[0] & blocked[1] & blocked[2] & blocked[3];
  for (Cell cell = 0; cell < geometry.cell_count(); ++cell) {
    const bool is_right = geometry.column(cell) >= geometry.columns() / 2;
    const bool is_lower = geometry.row(cell) >= geometry.rows() / 2;
    quadrants_[(is_right ? 1u : 0u) + (is_lower ? 2u : 0u)].set(frame_.square(cell));
  }
}

template <class Frame>
int Endgame<Frame>::solve(const Position& at, int alpha, int beta, Memory& memory,
                          search::SearchControl& control) const {
  const Squares own = at.stones(at.side_to_move());
  const Squares other = at.stones(opponent(at.side_to_move()));
  const Squares empty = at.empty();
  const int empties = empty.count();
  assert(empties <= kMaxEmpties);
  Search search(*this, own | other | empty, memory, control);
  return search.margin(own, other, empty, empties, alpha, beta);
}

template <class Frame>
Move Endgame<Frame>::move_that_keeps(const Position& at, int margin, Memory& memory,
                                     search::SearchControl& control) const {
  const Player side = at.side_to_move();
  const auto keeps = [&](int square) {
    Position next = at;
    rules_.play(next, Move{frame_.cell(square), kNoCell});
    if (next.side_to_move() == side) {
      return solve(next, margin - 1, margin, memory, control) >= margin;
    }
    return solve(next, -margin, -margin + 1, memory, control) <= -margin;
  };
  const auto* known = memory.table.probe(key_of(at.stones(side), at.stones(opponent(side))));
  int best = known != nullptr ? known->square : kNoSquare;
  if (best == kNoSquare || !keeps(best)) {
    for (Squares rest = at.moves(); rest.any();) {
      best = rest.first();
      rest.reset(best);
      if (keeps(best)) break;
    }
  }
  return {frame_.cell(best), kNoCell};
}

template <class Frame>
std::vector<Move> Endgame<Frame>::line(Position at, int margin, Memory& memory,
                                       search::SearchControl& control) const {
  std::vector<Move> moves;
  while (at.moves().any()) {
    const Player side = at.side_to_move();
    const Move move = move_that_keeps(at, margin, memory, control);
    if (control.is_stopped()) break;
    moves.push_back(move);
    rules_.play(at, move);
    if (at.side_to_move() != side) margin = -margin;
  }
  return moves;
}

template class Endgame<Frame8>;
template class Endgame<WideFrame<kMediumWords>>;
template class Endgame<WideFrame<kLargeWords>>;

}  // namespace spielwerk::othello
