// What a game tells the search: the concept behind every engine, and its optional parts.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/engine.h"
#include "core/rules.h"
#include "search/search_control.h"
#include "search/value.h"

namespace spielwerk::search {

/// A move with its ordering score: higher scores are searched first.
struct ScoredMove {
  Move move;
  std::int32_t score = 0;
};

/// Moves with at least this score are tactical (captures, threats, answers to threats): they are
/// ordered before killers, countermoves and history, and are neither reduced nor pruned.
inline constexpr std::int32_t kTactical = 1 << 20;

/// The moves of one node. All nodes on the path from the root share one vector as a stack, so that
/// no node has to allocate.
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
  void truncate(int count) { storage_.resize(begin_ + static_cast<std::size_t>(count)); }

  /// One step of a selection sort: swaps the best of the moves from `index` on to `index`.
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

/// `K::State` is a position with whatever the game updates incrementally for its evaluation. Moves
/// are undone by keeping a copy (copy-make), so it is small. All of this is called by several
/// threads at once.
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

      /// The moves worth searching in a position that is not over, at least one. True if every
      /// move that was pruned here is provably no better than one that was generated; if false, a
      /// loss found by the search does not count as proven.
      { knowledge.generate(at, moves) } -> std::same_as<bool>;
      /// Static evaluation from the point of view of `Player`, in -kMaxEstimate..kMaxEstimate.
      { knowledge.evaluate(at, Player{}) } -> std::same_as<Value>;
      /// The scale of the logistic function that maps evaluations to expected scores: at this
      /// evaluation a player wins e times as often as not, 73 % of the games.
      { K::kScale } -> std::convertible_to<double>;
    };

/// What a game's own solver found out about a position.
struct Solution {
  /// For the side to move, counted from this position.
  Value value = 0;
  /// Whether that is the exact value (then 0 is a draw), not only a bound.
  bool is_exact = true;
  /// The principal variation, at least its first move.
  std::vector<Move> line{};
};

// ---- Optional parts, detected by concepts: a game has those that it gains from.

/// Tactical moves for quiescence search: searched at the leaves until the position is quiet.
template <class K>
concept HasTacticalMoves =
    requires(const K& knowledge, const typename K::State& at, MoveList& moves) {
      { knowledge.generate_tactical(at, moves) };
    };

/// Moves that are not worth searching but that a weaker level may play, the likelier the higher
/// their score; may repeat those of `generate`. Without this part these are all legal moves.
template <class K>
concept HasWeakMoves = requires(const K& knowledge, const typename K::State& at, MoveList& moves) {
  { knowledge.generate_weak(at, moves) };
};

/// The moves that `generate` pruned, appended to those it generated, except for moves provably no
/// better than one of them. Searched where every generated move loses, so that a loss is proven
/// only when no move at all avoids it.
template <class K>
concept HasPrunedMoves =
    requires(const K& knowledge, const typename K::State& at, MoveList& moves) {
      { knowledge.generate_pruned(at, moves) };
    };

/// Null-move pruning. `allows_null_move` must exclude positions in which having to move could be a
/// disadvantage (zugzwang).
template <class K>
concept HasNullMove = requires(const K& knowledge, typename K::State& state) {
  { knowledge.allows_null_move(state) } -> std::same_as<bool>;
  { knowledge.play_null_move(state) };
};

/// The value of a position, if the game's knowledge can tell it without the main search: by an
/// exact endgame solver or a proven attack, for instance; used like a probe of an endgame
/// tablebase. `Memory` is what one thread needs for that.
template <class K>
concept HasProbe = requires(const K& knowledge, const typename K::State& at,
                            typename K::Memory& memory, SearchControl& control) {
  requires std::default_initializable<typename K::Memory>;
  /// Arguments: depth left (0 or less in quiescence), alpha, beta. A value within the window is
  /// exact, one outside is a bound (fail-soft). Counts its nodes with `control`; once that says
  /// stop, the result is ignored.
  {
    knowledge.probe(at, 0, Value{}, Value{}, memory, control)
  } -> std::same_as<std::optional<Value>>;
};

/// The value of a terminal position in games won by a margin: kKnownWin plus the margin.
template <class K>
concept HasTerminalValue = requires(const K& knowledge, const typename K::State& at) {
  { knowledge.terminal_value(at, Player{}) } -> std::same_as<Value>;
};

/// An upper bound of the plies until the end of the game.
template <class K>
concept HasMaxPliesLeft = requires(const K& knowledge, const typename K::State& at) {
  { knowledge.max_plies_left(at) } -> std::convertible_to<int>;
};

/// A solver for the root position, tried before the search: with a part of the time in play, with
/// all of it when the engine is asked to solve. Called by one thread.
template <class K>
concept HasSolver = requires(K& knowledge, const typename K::State& at, SearchControl& control) {
  { knowledge.solve(at, control) } -> std::same_as<std::optional<Solution>>;
};

/// Whether late-move reductions apply; true unless a game says
/// `static constexpr bool kLateMoveReductions = false`.
template <class K>
constexpr bool uses_late_move_reductions() {
  if constexpr (requires { K::kLateMoveReductions; }) {
    return K::kLateMoveReductions;
  } else {
    return true;
  }
}

/// Reverse futility pruning (static null-move pruning): a node whose static evaluation exceeds beta
/// by this margin for each ply of depth left fails high without search.
/// `static constexpr Value kReverseFutilityMargin`; 0 means never.
template <class K>
constexpr Value reverse_futility_margin() {
  if constexpr (requires { K::kReverseFutilityMargin; }) {
    return K::kReverseFutilityMargin;
  } else {
    return 0;
  }
}

/// Late-move pruning: at depth d, up to 3, the remaining quiet moves of a non-PV node are skipped
/// once this number times d² have been searched; for games with so many moves that depth is worth
/// more than completeness. `static constexpr int kLateMovePruningCount`; 0 means never.
template <class K>
constexpr int late_move_pruning_count() {
  if constexpr (requires { K::kLateMovePruningCount; }) {
    return K::kLateMovePruningCount;
  } else {
    return 0;
  }
}

}  // namespace spielwerk::search
