// Principal variation search over a game's knowledge, in one of possibly several threads.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "search/abdada.h"
#include "search/knowledge.h"
#include "search/move_ordering.h"
#include "search/transposition_table.h"

namespace spielwerk::search {

/// By how many plies the first search of a late move is reduced, by depth and move number.
int late_move_reduction(int depth, int index);

/// What all threads of an engine share.
struct SharedSearch {
  explicit SharedSearch(int megabytes) : table(megabytes) {}
  TranspositionTable table;
  CurrentlySearched currently_searched;
};

/// A move at the root with the result of its last search.
struct RootMove {
  Move move;
  Value value = -kInfinite;
  Value previous = -kInfinite;
  std::vector<Move> variation{};
};

struct SearchMode {
  /// No reductions and no pruning but alpha-beta: the result of a depth is that of full width.
  bool is_full_width = false;
  /// Whether other threads search the same tree (ABDADA).
  bool is_parallel = false;
};

/// Alpha-beta in negamax form with a transposition table, null-move pruning, reverse futility
/// pruning, late-move reductions and pruning, internal iterative reductions and quiescence search.
/// With more than two players all others are taken for one team against the player at the root
/// (paranoid search); then values are those of the team to move.
template <Knowledge K>
class PrincipalVariationSearch {
 public:
  using State = typename K::State;

  PrincipalVariationSearch(const K& knowledge, int players, const State& root, SharedSearch& shared,
                           SearchControl& control, SearchMode mode)
      : knowledge_(knowledge),
        shared_(shared),
        control_(control),
        mode_(mode),
        root_(root),
        root_player_(root.side_to_move()),
        players_(players),
        // Values of other root players and of other modes of search are not comparable.
        salt_((players > 2 ? mix64(root.side_to_move() + 1u) : 0) ^
              (mode.is_full_width ? 0x5EED0FAC70FEA5u : 0)) {
    move_stack_.reserve(4096);
  }

  /// Searches the root moves from `first` to before `last`; each gets its value and variation.
  Value search_root(std::vector<RootMove>& moves, std::size_t first, std::size_t last, int depth,
                    Value alpha, Value beta) {
    const Player side = root_.side_to_move();
    const std::uint64_t key = root_.key() ^ salt_;
    Value best = -kInfinite;
    std::vector<std::size_t> deferred;
    const auto search_move = [&](std::size_t index, bool is_first) {
      RootMove& root_move = moves[index];
      State next = root_;
      knowledge_.play(next, root_move.move);
      const std::uint64_t move_hash = CurrentlySearched::move_hash(key, root_move.move, depth);
      start_search(move_hash, depth);
      Value value = -kInfinite;
      if (!is_first) {
        value = search_child(next, side, depth - 1, 1, alpha, alpha + 1, root_move.move);
      }
      if (is_first || (value > alpha && !control_.is_stopped())) {
        value = search_child(next, side, depth - 1, 1, alpha, beta, root_move.move);
      }
      finish_search(move_hash, depth);
      if (control_.is_stopped()) return;
      if (is_first || value > alpha) root_move.value = value;
      // A move that failed low has no variation: the one of the last iteration says more.
      if (value > alpha) {
        root_move.variation.assign(1, root_move.move);
        const Variation& rest = variations_[1];
        root_move.variation.insert(root_move.variation.end(), rest.moves.begin(),
                                   rest.moves.begin() + rest.length);
      }
      best = std::max(best, value);
      alpha = std::max(alpha, value);
    };
    for (std::size_t index = first; index < last; ++index) {
      if (index > first &&
          should_defer(CurrentlySearched::move_hash(key, moves[index].move, depth), depth)) {
        deferred.push_back(index);
        continue;
      }
      search_move(index, index == first);
      if (control_.is_stopped() || alpha >= beta) return best;
    }
    for (const std::size_t index : deferred) {
      search_move(index, false);
      if (control_.is_stopped() || alpha >= beta) return best;
    }
    return best;
  }

 private:
  struct Variation {
    int length = 0;
    std::array<Move, kMaxPly + 1> moves;
  };
  struct NoMemory {};
  template <class Each>
  struct MemoryOf {
    using Type = NoMemory;
  };
  template <HasProbe Each>
  struct MemoryOf<Each> {
    using Type = typename Each::Memory;
  };

  static constexpr int kMaxReverseFutilityDepth = 6;
  static constexpr int kMinNullMoveDepth = 3;
  static constexpr int kMaxLateMovePruningDepth = 3;
  static constexpr int kMaxQuiescencePlies = 16;
  static constexpr int kMinLateMoveReductionDepth = 3;
  static constexpr int kMinReducedIndex = 3;
  static constexpr int kMinInternalReductionDepth = 5;

  // ---- Sides

  bool is_with_root(Player player) const { return players_ == 2 || player == root_player_; }
  bool is_same_team(Player left, Player right) const {
    return players_ == 2 ? left == right : (left == root_player_) == (right == root_player_);
  }
  /// The value of a terminal position for the side to move.
  Value terminal_value(const State& at, Outcome outcome, int ply) const {
    if constexpr (HasTerminalValue<K>) {
      return knowledge_.terminal_value(at, at.side_to_move());
    } else {
      if (outcome.is_draw()) return 0;
      return is_same_team(outcome.winner(), at.side_to_move()) ? win_in(ply) : loss_in(ply);
    }
  }
  Value evaluate(const State& at) const {
    const Player side = at.side_to_move();
    const bool with_root = is_with_root(side);
    const Value value = knowledge_.evaluate(at, with_root ? side : root_player_);
    return std::clamp(with_root ? value : -value, -kMaxEstimate, kMaxEstimate);
  }
  /// The value of `next` for `side`, who moved there.
  Value search_child(const State& next, Player side, int depth, int ply, Value alpha, Value beta,
                     Move previous, bool may_null_move = true) {
    if (is_same_team(next.side_to_move(), side)) {
      return alpha_beta(next, depth, ply, alpha, beta, previous, may_null_move);
    }
    return -alpha_beta(next, depth, ply, -beta, -alpha, previous, may_null_move);
  }

  // ---- Parallel search

  bool should_defer(std::uint64_t move_hash, int depth) const {
    return mode_.is_parallel && depth >= CurrentlySearched::kMinDeferDepth &&
           shared_.currently_searched.should_defer(move_hash);
  }
  void start_search(std::uint64_t move_hash, int depth) {
    if (!mode_.is_parallel || depth < CurrentlySearched::kMinDeferDepth) return;
    shared_.currently_searched.start_search(move_hash);
  }
  void finish_search(std::uint64_t move_hash, int depth) {
    if (!mode_.is_parallel || depth < CurrentlySearched::kMinDeferDepth) return;
    shared_.currently_searched.finish_search(move_hash);
  }

  // ---- Alpha-beta

  Value alpha_beta(const State& at, int depth, int ply, Value alpha, Value beta, Move previous,
                   bool may_null_move) {
    Variation& variation = variations_[static_cast<std::size_t>(ply)];
    variation.length = 0;
    const Outcome outcome = knowledge_.outcome(at);
    if (depth <= 0 && !outcome.is_over()) return quiesce(at, 0, ply, alpha, beta);
    if (control_.tick()) return 0;
    if (outcome.is_over()) return terminal_value(at, outcome, ply);
    if (ply >= kMaxPly) return evaluate(at);

    // Mate-distance pruning: nothing here can be faster than a win or loss found nearer the root.
    alpha = std::max(alpha, loss_in(ply));
    beta = std::min(beta, win_in(ply + 1));
    if (alpha >= beta) return alpha;
    const bool is_pv_node = beta - alpha > 1;
    const std::uint64_t key = at.key() ^ salt_;

    TranspositionEntry entry;
    const bool is_hit = shared_.table.probe(key, entry);
    if (is_hit && (!is_pv_node || mode_.is_full_width) && (entry.depth >= depth)) {
      const Value value = relative_to_root(entry.value, ply);
      if (entry.bound == Bound::Exact || (entry.bound == Bound::Lower && value >= beta) ||
          (entry.bound == Bound::Upper && value <= alpha)) {
        if (entry.bound == Bound::Exact && entry.move.size() > 0) {
          variation.length = 1;
          variation.moves[0] = entry.move;
        }
        return value;
      }
    }
    // A proven win or loss holds at any depth.
    if (is_hit && !is_pv_node && is_decided(entry.value)) {
      const Value value = relative_to_root(entry.value, ply);
      if (entry.bound != Bound::Upper && value >= beta && is_win(value)) return value;
      if (entry.bound != Bound::Lower && value <= alpha && is_loss(value)) return value;
    }

    if constexpr (HasProbe<K>) {
      const auto known = knowledge_.probe(at, depth, relative_to_node(alpha, ply),
                                          relative_to_node(beta, ply), memory_, control_);
      if (control_.is_stopped()) return 0;
      if (known) {
        const Value value = relative_to_root(*known, ply);
        store(key, {.value = value, .depth = depth, .bound = bound_of(value, alpha, beta)}, ply);
        return value;
      }
    }

    if (!mode_.is_full_width && !is_pv_node && !is_decided(beta)) {
      const Value static_value = needs_evaluation() ? evaluate(at) : 0;
      if constexpr (reverse_futility_margin<K>() > 0) {
        const Value margin = reverse_futility_margin<K>() * depth;
        if (depth <= kMaxReverseFutilityDepth && static_value - margin >= beta) return static_value;
      }
      if constexpr (HasNullMove<K>) {
        if (may_null_move && depth >= kMinNullMoveDepth && static_value >= beta &&
            knowledge_.allows_null_move(at)) {
          State next = at;
          knowledge_.play_null_move(next);
          const int reduced_depth = depth - 3 - depth / 4;
          const Value value = search_child(next, at.side_to_move(), reduced_depth, ply + 1,
                                           beta - 1, beta, Move{}, false);
          if (control_.is_stopped()) return 0;
          variation.length = 0;
          // A win against an opponent who skipped a turn is no proven win.
          if (value >= beta) return is_decided(value) ? beta : value;
        }
      }
    }
    const Move table_move = is_hit ? entry.move : Move{};
    // Internal iterative reduction: without a move from the table, a shallower search that finds
    // one is the better investment.
    if (!mode_.is_full_width && table_move.size() == 0 && depth >= kMinInternalReductionDepth) {
      --depth;
    }

    MoveList moves(move_stack_);
    const bool is_complete = knowledge_.generate(at, moves);
    order(moves, at.side_to_move(), table_move, previous, ply);
    return search_moves(at, moves, is_complete, key, depth, ply, alpha, beta, previous);
  }

  Value search_moves(const State& at, MoveList& moves, bool is_complete, std::uint64_t key,
                     int depth, int ply, Value alpha, Value beta, Move previous) {
    const Player side = at.side_to_move();
    const bool is_pv_node = beta - alpha > 1;
    const Value old_alpha = alpha;
    Value best = -kInfinite;
    Move best_move;
    std::array<std::int16_t, 64> deferred;
    int deferred_count = 0;

    // False once the search of this node is finished.
    const auto search_move = [&](const ScoredMove candidate, int index) {
      State next = at;
      knowledge_.play(next, candidate.move);
      shared_.table.prefetch(next.key() ^ salt_);
      const std::uint64_t move_hash =
          mode_.is_parallel ? CurrentlySearched::move_hash(key, candidate.move, depth) : 0;
      start_search(move_hash, depth);
      Value value = -kInfinite;
      if (index == 0) {
        value = search_child(next, side, depth - 1, ply + 1, alpha, beta, candidate.move);
      } else {
        int reduction = 0;
        if (uses_late_move_reductions<K>() && !mode_.is_full_width &&
            depth >= kMinLateMoveReductionDepth && index >= kMinReducedIndex &&
            candidate.score < kTactical) {
          reduction = late_move_reduction(depth, index) - (is_pv_node ? 1 : 0) -
                      (ordering_.history(candidate.move, side) > 4'000 ? 1 : 0);
          reduction = std::clamp(reduction, 0, depth - 2);
        }
        // A null window, reduced, then at full depth, then with the full window.
        value = search_child(next, side, depth - 1 - reduction, ply + 1, alpha, alpha + 1,
                             candidate.move);
        if (reduction > 0 && value > alpha) {
          value = search_child(next, side, depth - 1, ply + 1, alpha, alpha + 1, candidate.move);
        }
        if (value > alpha && value < beta) {
          value = search_child(next, side, depth - 1, ply + 1, alpha, beta, candidate.move);
        }
      }
      finish_search(move_hash, depth);
      if (control_.is_stopped()) return false;
      if (value > best) {
        best = value;
        if (value > alpha) {
          alpha = value;
          best_move = candidate.move;
          update_variation(ply, candidate.move);
        }
      }
      return alpha < beta;
    };

    // Late-move pruning.
    const int pruned_from = late_move_pruning_count<K>() * depth * depth;
    const bool may_prune = late_move_pruning_count<K>() > 0 && depth <= kMaxLateMovePruningDepth &&
                           !is_pv_node && !mode_.is_full_width;
    bool continues = true;
    int tried = 0;
    for (; continues && tried < moves.size(); ++tried) {
      const ScoredMove candidate = moves.pick(tried);
      if (mode_.is_parallel && tried > 0 && deferred_count < static_cast<int>(deferred.size()) &&
          should_defer(CurrentlySearched::move_hash(key, candidate.move, depth), depth)) {
        deferred[static_cast<std::size_t>(deferred_count++)] = static_cast<std::int16_t>(tried);
        continue;
      }
      if (may_prune && candidate.score < kTactical && tried >= pruned_from && !is_loss(best)) {
        is_complete = false;
        break;
      }
      continues = search_move(candidate, tried);
    }
    for (int index = 0; continues && index < deferred_count; ++index) {
      const int place = deferred[static_cast<std::size_t>(index)];
      continues = search_move(moves[place], place);
    }
    // Every move loses: the pruned ones get their turn.
    if constexpr (HasPrunedMoves<K>) {
      if (continues && !is_complete && is_loss(best)) {
        knowledge_.generate_pruned(at, moves);
        is_complete = true;
        for (; continues && tried < moves.size(); ++tried) {
          continues = search_move(moves.pick(tried), tried);
        }
      }
    }
    if (control_.is_stopped()) return 0;

    if (best >= beta) {
      ordering_.reward(best_move, previous, side, depth, ply);
      for (int index = 0; index < tried - 1; ++index) {
        if (moves[index].move != best_move) ordering_.penalize(moves[index].move, side, depth);
      }
    }
    // A move that was pruned might avoid the loss.
    if (!is_complete && is_loss(best) && best < beta) best = -kMaxEstimate;
    const Bound bound = best >= beta       ? Bound::Lower
                        : best > old_alpha ? Bound::Exact
                                           : Bound::Upper;
    store(key, {.move = best_move, .value = best, .depth = depth, .bound = bound}, ply);
    return best;
  }

  /// Quiescence search: tactical moves only, until there are none; standing pat is allowed.
  Value quiesce(const State& at, int quiescence_plies, int ply, Value alpha, Value beta) {
    variations_[static_cast<std::size_t>(ply)].length = 0;
    if (control_.tick()) return 0;
    const Outcome outcome = knowledge_.outcome(at);
    if (outcome.is_over()) return terminal_value(at, outcome, ply);
    if constexpr (HasProbe<K>) {
      const auto known = knowledge_.probe(at, -quiescence_plies, relative_to_node(alpha, ply),
                                          relative_to_node(beta, ply), memory_, control_);
      if (control_.is_stopped()) return 0;
      if (known) return relative_to_root(*known, ply);
    }
    Value best = evaluate(at);
    if constexpr (HasTacticalMoves<K>) {
      if (best >= beta || quiescence_plies >= kMaxQuiescencePlies || ply >= kMaxPly) return best;
      alpha = std::max(alpha, best);
      MoveList moves(move_stack_);
      knowledge_.generate_tactical(at, moves);
      for (int index = 0; index < moves.size(); ++index) {
        const Move move = moves.pick(index).move;
        State next = at;
        knowledge_.play(next, move);
        const bool same = is_same_team(next.side_to_move(), at.side_to_move());
        const Value value = same ? quiesce(next, quiescence_plies + 1, ply + 1, alpha, beta)
                                 : -quiesce(next, quiescence_plies + 1, ply + 1, -beta, -alpha);
        if (control_.is_stopped()) return 0;
        if (value > best) {
          best = value;
          if (value > alpha) {
            alpha = value;
            update_variation(ply, move);
          }
          if (alpha >= beta) break;
        }
      }
    }
    return best;
  }

  // ---- Helpers

  static constexpr bool needs_evaluation() {
    return reverse_futility_margin<K>() > 0 || HasNullMove<K>;
  }

  static Bound bound_of(Value value, Value alpha, Value beta) {
    return value >= beta ? Bound::Lower : value <= alpha ? Bound::Upper : Bound::Exact;
  }
  void store(std::uint64_t key, TranspositionEntry entry, int ply) {
    entry.value = relative_to_node(entry.value, ply);
    entry.depth = std::clamp(entry.depth, 0, 255);
    shared_.table.store(key, entry);
  }

  /// The move from the table first, then tactical moves, killers and countermoves, then by history.
  void order(MoveList& moves, Player side, Move table_move, Move previous, int ply) {
    for (int index = 0; index < moves.size(); ++index) {
      ScoredMove& each = moves[index];
      if (each.move == table_move) {
        each.score = std::numeric_limits<std::int32_t>::max();
      } else if (each.score < kTactical) {
        each.score += ordering_.history(each.move, side);
        if (ordering_.is_killer(each.move, ply)) {
          each.score += 40'000;
        } else if (ordering_.is_countermove(each.move, previous, side)) {
          each.score += 20'000;
        }
        each.score = std::min(each.score, kTactical - 1);
      }
    }
  }

  void update_variation(int ply, Move move) {
    Variation& variation = variations_[static_cast<std::size_t>(ply)];
    const Variation& rest = variations_[static_cast<std::size_t>(ply) + 1];
    variation.moves[0] = move;
    std::copy_n(rest.moves.begin(), rest.length, variation.moves.begin() + 1);
    variation.length = std::min(rest.length + 1, kMaxPly);
  }

  const K& knowledge_;
  SharedSearch& shared_;
  SearchControl& control_;
  const SearchMode mode_;
  const State root_;
  const Player root_player_;
  const int players_;
  const std::uint64_t salt_;
  MoveOrdering ordering_;
  std::vector<ScoredMove> move_stack_;
  std::array<Variation, kMaxPly + 2> variations_{};
  [[no_unique_address]] typename MemoryOf<K>::Type memory_{};
};

}  // namespace spielwerk::search
