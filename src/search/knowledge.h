// What a game tells the search: the concept behind every engine, and its optional parts.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/engine.h"
#include "core/rules.h"
#include "search/interruption.h"
#include "search/value.h"

namespace spielwerk::search {

/// A candidate and how promising it looks: the higher, the earlier it is searched.
struct ScoredMove {
  Move move;
  std::int32_t score = 0;
};

/// Moves from this score on change the position sharply (captures, threats, answers to threats):
/// they come before quiet moves that proved good elsewhere and are never searched shallower.
inline constexpr std::int32_t kSharp = 1 << 20;

/// The moves of one node. All nodes on the way from the root share one vector, so that none has
/// to allocate.
class MoveList {
 public:
  explicit MoveList(std::vector<ScoredMove>& storage) : storage_(storage), begin_(storage.size()) {}
  ~MoveList() { storage_.resize(begin_); }
  MoveList(const MoveList&) = delete;
  MoveList& operator=(const MoveList&) = delete;

  void add(Move move, std::int32_t score) { storage_.push_back({move, score}); }
  int size() const { return static_cast<int>(storage_.size() - begin_); }
  ScoredMove& operator[](int index) { return storage_[begin_ + static_cast<std::size_t>(index)]; }

  /// Keeps the first `count` moves.
  void shorten(int count) { storage_.resize(begin_ + static_cast<std::size_t>(count)); }

  /// Brings the best of the moves from `index` on to `index`.
  ScoredMove& pick(int index) {
    int best = index;
    for (int each = index + 1; each < size(); ++each) {
      if ((*this)[each].score > (*this)[best].score) best = each;
    }
    std::swap((*this)[index], (*this)[best]);
    return (*this)[index];
  }

 private:
  std::vector<ScoredMove>& storage_;
  std::size_t begin_;
};

/// `K::State` is a position with whatever the game keeps up to date for its evaluation. It is
/// copied before each move, so it is small. All of this is called by several threads at once.
template <class K>
concept Knowledge =
    requires(const K& knowledge, typename K::State& state, const typename K::State& at,
             const typename K::Rules::Position& position, Move move, MoveList& moves) {
      requires Rules<typename K::Rules>;
      requires std::constructible_from<K, const typename K::Rules&, const EngineSettings&>;

      { knowledge.root(position) } -> std::same_as<typename K::State>;
      { knowledge.play(state, move) };
      { knowledge.outcome(at) } -> std::same_as<Outcome>;
      { at.side_to_move() } -> std::same_as<Player>;
      { at.key() } -> std::same_as<std::uint64_t>;

      /// The moves worth searching in a position that is not over, at least one. Says whether every
      /// move left out is no better than one that is there; if not, a loss is never taken for
      /// proven.
      { knowledge.generate(at, moves) } -> std::same_as<bool>;
      /// What the position is worth for `Player`, in -kMaxEstimate..kMaxEstimate.
      { knowledge.evaluate(at, Player{}) } -> std::same_as<Value>;
      /// The estimate at which a player wins e times as often as not: 73 % of the games.
      { K::kScale } -> std::convertible_to<double>;
    };

/// What a game can find out about a position apart from searching move by move.
struct Solution {
  /// For the side to move, counted from this position.
  Value value = 0;
  /// Whether that is the exact value (0 then is a draw), and not only a bound.
  bool is_exact = true;
  /// The moves that lead to it, the first at least.
  std::vector<Move> line{};
};

// ---- Optional parts. A game has those that it gains from.

/// Sharp moves that are searched until the position is quiet, before it is evaluated.
template <class K>
concept HasSharpMoves = requires(const K& knowledge, const typename K::State& at, MoveList& moves) {
  { knowledge.generate_sharp(at, moves) };
};

/// Moves that are not worth searching but may be played by somebody who is to play worse, the more
/// likely the higher their score; may repeat those that are. Without it these are all legal moves.
template <class K>
concept HasWeakMoves = requires(const K& knowledge, const typename K::State& at, MoveList& moves) {
  { knowledge.generate_weak(at, moves) };
};

/// The moves that `generate` left out, appended to those it has added: all but such as are
/// certainly no better than one of them. Searched where everything else loses, so that a loss is
/// proven only when nothing at all helps.
template <class K>
concept HasReserveMoves =
    requires(const K& knowledge, const typename K::State& at, MoveList& moves) {
      { knowledge.generate_reserve(at, moves) };
    };

/// A turn given away, to find out quickly that a position is good enough even then; only where
/// moving is never a disadvantage.
template <class K>
concept HasPass = requires(const K& knowledge, typename K::State& state) {
  { knowledge.may_pass(state) } -> std::same_as<bool>;
  { knowledge.pass(state) };
};

/// The value of a position, if the game knows it at once or by its own means: an exact endgame, a
/// proven attack. `Memory` is what one thread needs for that.
template <class K>
concept HasKnownValue = requires(const K& knowledge, const typename K::State& at,
                                 typename K::Memory& memory, Interruption& work) {
  requires std::default_initializable<typename K::Memory>;
  /// A value within the window alpha..beta is exact, one outside a bound, as in any search. Counts
  /// its nodes on `work`; if that says to end, the result is ignored.
  {
    knowledge.known_value(at, 0, Value{}, Value{}, memory, work)
  } -> std::same_as<std::optional<Value>>;
};

/// The value of a finished game, where there is more to it than who has won: kWon plus a margin.
template <class K>
concept HasFinalValue = requires(const K& knowledge, const typename K::State& at) {
  { knowledge.final_value(at, Player{}) } -> std::same_as<Value>;
};

/// An upper bound of the plies until the game is over.
template <class K>
concept HasPliesLeft = requires(const K& knowledge, const typename K::State& at) {
  { knowledge.plies_left(at) } -> std::convertible_to<int>;
};

/// A way of its own to solve the position at the root, tried before the search: with a part of the
/// time in play, with all of it if it is to be solved. Called by one thread.
template <class K>
concept HasSolver = requires(K& knowledge, const typename K::State& at, Interruption& work) {
  { knowledge.solve(at, work) } -> std::same_as<std::optional<Solution>>;
};

/// Whether moves that come late are first searched less deep; true unless a game says
/// `static constexpr bool kReducesLateMoves = false`.
template <class K>
constexpr bool reduces_late_moves() {
  if constexpr (requires { K::kReducesLateMoves; }) {
    return K::kReducesLateMoves;
  } else {
    return true;
  }
}

/// How far above the window an estimate has to be, for each ply left to search, to be believed
/// without searching: `static constexpr Value kSafeMargin`; 0 means never.
template <class K>
constexpr Value safe_margin() {
  if constexpr (requires { K::kSafeMargin; }) {
    return K::kSafeMargin;
  } else {
    return 0;
  }
}

/// How many moves are searched one ply above the leaves, before the quiet ones of the rest are
/// skipped; four times as many two plies above, nine times three plies: for games with so many
/// moves that depth is worth more than completeness. `static constexpr int kQuietMoves`; 0 means
/// all.
template <class K>
constexpr int quiet_moves() {
  if constexpr (requires { K::kQuietMoves; }) {
    return K::kQuietMoves;
  } else {
    return 0;
  }
}

}  // namespace spielwerk::search
