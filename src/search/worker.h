// One thread of the search: principal-variation search over a game's knowledge.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "search/busy_moves.h"
#include "search/knowledge.h"
#include "search/ordering.h"
#include "search/table.h"

namespace spielwerk::search {

/// How many plies less deep a late move is searched at first, by depth and place in the order.
int late_move_reduction(int depth, int index);

/// What all threads of an engine share.
struct SharedSearch {
  explicit SharedSearch(int megabytes) : table(megabytes) {}
  Table table;
  BusyMoves busy;
};

/// A move of the root with what the last searches found.
struct RootMove {
  Move move;
  Value value = -kInfinite;
  Value previous = -kInfinite;
  std::vector<Move> line{};
};

struct SearchStyle {
  /// No reductions and no pruning: what is found to a depth is true to that depth.
  bool is_exact = false;
  /// Whether other threads search too.
  bool has_company = false;
};

/// With more than two players all others are taken for one team against the player at the root
/// (paranoid search); then values are those of the team whose turn it is.
template <Knowledge K>
class Worker {
 public:
  using State = typename K::State;

  Worker(const K& knowledge, int players, const State& root, SharedSearch& shared,
         Interruption& work, SearchStyle style)
      : knowledge_(knowledge),
        shared_(shared),
        work_(work),
        style_(style),
        root_(root),
        root_player_(root.side_to_move()),
        players_(players),
        // Values of other root players and other styles of search are not comparable.
        salt_((players > 2 ? mix64(root.side_to_move() + 1u) : 0) ^
              (style.is_exact ? 0x5EED0FAC70FEA5u : 0)) {
    storage_.reserve(4096);
  }

  /// Searches the root moves from `first` to before `last`; each gets its value and line.
  Value search_root(std::vector<RootMove>& moves, std::size_t first, std::size_t last, int depth,
                    Value alpha, Value beta) {
    const Player side = root_.side_to_move();
    const std::uint64_t key = root_.key() ^ salt_;
    Value best = -kInfinite;
    std::vector<std::size_t> later;
    const auto search_move = [&](std::size_t index, bool is_first) {
      RootMove& root_move = moves[index];
      State next = root_;
      knowledge_.play(next, root_move.move);
      const std::uint64_t note = BusyMoves::note(key, root_move.move, depth);
      begin(note, depth);
      Value value = -kInfinite;
      if (!is_first) value = child(next, side, depth - 1, 1, alpha, alpha + 1, root_move.move);
      if (is_first || (value > alpha && !work_.is_stopped())) {
        value = child(next, side, depth - 1, 1, alpha, beta, root_move.move);
      }
      end(note, depth);
      if (work_.is_stopped()) return;
      if (is_first || value > alpha) root_move.value = value;
      // A value that fell below the window comes without a line: the one from before says more.
      if (value > alpha) {
        root_move.line.assign(1, root_move.move);
        const PrincipalLine& rest = lines_[1];
        root_move.line.insert(root_move.line.end(), rest.moves.begin(),
                              rest.moves.begin() + rest.length);
      }
      best = std::max(best, value);
      alpha = std::max(alpha, value);
    };
    for (std::size_t index = first; index < last; ++index) {
      if (index > first && is_busy(BusyMoves::note(key, moves[index].move, depth), depth)) {
        later.push_back(index);
        continue;
      }
      search_move(index, index == first);
      if (work_.is_stopped() || alpha >= beta) return best;
    }
    for (const std::size_t index : later) {
      search_move(index, false);
      if (work_.is_stopped() || alpha >= beta) return best;
    }
    return best;
  }

 private:
  struct PrincipalLine {
    int length = 0;
    std::array<Move, kMaxPly + 1> moves;
  };
  struct NoMemory {};
  template <class Each>
  struct MemoryOf {
    using Type = NoMemory;
  };
  template <HasKnownValue Each>
  struct MemoryOf<Each> {
    using Type = typename Each::Memory;
  };

  static constexpr int kLeastPassDepth = 3;
  static constexpr int kMostSkipDepth = 3;
  static constexpr int kMostSharpPlies = 16;

  // ---- Sides

  bool is_with_root(Player player) const { return players_ == 2 || player == root_player_; }
  bool same_team(Player left, Player right) const {
    return players_ == 2 ? left == right : (left == root_player_) == (right == root_player_);
  }
  /// The value of a finished position for the side to move.
  Value final_value(const State& at, Outcome outcome, int ply) const {
    if constexpr (HasFinalValue<K>) {
      return knowledge_.final_value(at, at.side_to_move());
    } else {
      if (outcome.is_draw()) return 0;
      return same_team(outcome.winner(), at.side_to_move()) ? win_in(ply) : loss_in(ply);
    }
  }
  Value estimate(const State& at) const {
    const Player side = at.side_to_move();
    const bool with_root = is_with_root(side);
    const Value value = knowledge_.evaluate(at, with_root ? side : root_player_);
    return std::clamp(with_root ? value : -value, -kMaxEstimate, kMaxEstimate);
  }
  /// The value of `next` for `side`, who moved there.
  Value child(const State& next, Player side, int depth, int ply, Value alpha, Value beta,
              Move previous, bool may_pass = true) {
    if (same_team(next.side_to_move(), side)) {
      return alpha_beta(next, depth, ply, alpha, beta, previous, may_pass);
    }
    return -alpha_beta(next, depth, ply, -beta, -alpha, previous, may_pass);
  }

  // ---- Other threads

  bool is_busy(std::uint64_t note, int depth) const {
    return style_.has_company && depth >= BusyMoves::kLeastDepth && shared_.busy.is_busy(note);
  }
  void begin(std::uint64_t note, int depth) {
    if (style_.has_company && depth >= BusyMoves::kLeastDepth) shared_.busy.begin(note);
  }
  void end(std::uint64_t note, int depth) {
    if (style_.has_company && depth >= BusyMoves::kLeastDepth) shared_.busy.end(note);
  }

  // ---- The search

  Value alpha_beta(const State& at, int depth, int ply, Value alpha, Value beta, Move previous,
                   bool may_pass) {
    PrincipalLine& line = lines_[static_cast<std::size_t>(ply)];
    line.length = 0;
    const Outcome outcome = knowledge_.outcome(at);
    if (depth <= 0 && !outcome.is_over()) return quiesce(at, 0, ply, alpha, beta);
    if (work_.tick()) return 0;
    if (outcome.is_over()) return final_value(at, outcome, ply);
    if (ply >= kMaxPly) return estimate(at);

    // Nothing here can be faster than a win or loss already found nearer to the root.
    alpha = std::max(alpha, loss_in(ply));
    beta = std::min(beta, win_in(ply + 1));
    if (alpha >= beta) return alpha;
    const bool is_main = beta - alpha > 1;
    const std::uint64_t key = at.key() ^ salt_;

    TableEntry entry;
    const bool is_known = shared_.table.find(key, entry);
    if (is_known && (!is_main || style_.is_exact) && (entry.depth >= depth)) {
      const Value value = from_root(entry.value, ply);
      if (entry.bound == Bound::Exact || (entry.bound == Bound::Lower && value >= beta) ||
          (entry.bound == Bound::Upper && value <= alpha)) {
        if (entry.bound == Bound::Exact && entry.move.size() > 0) {
          line.length = 1;
          line.moves[0] = entry.move;
        }
        return value;
      }
    }
    // A win stays a win, however shallow it was found.
    if (is_known && !is_main && is_decided(entry.value)) {
      const Value value = from_root(entry.value, ply);
      if (entry.bound != Bound::Upper && value >= beta && is_win(value)) return value;
      if (entry.bound != Bound::Lower && value <= alpha && is_loss(value)) return value;
    }

    if constexpr (HasKnownValue<K>) {
      const auto known = knowledge_.known_value(at, depth, from_here(alpha, ply),
                                                from_here(beta, ply), memory_, work_);
      if (work_.is_stopped()) return 0;
      if (known) {
        const Value value = from_root(*known, ply);
        remember(key, {.value = value, .depth = depth, .bound = bound_of(value, alpha, beta)}, ply);
        return value;
      }
    }

    if (!style_.is_exact && !is_main && !is_decided(beta)) {
      const Value now = needs_estimate() ? estimate(at) : 0;
      if constexpr (safe_margin<K>() > 0) {
        if (depth <= 6 && now - safe_margin<K>() * depth >= beta) return now;
      }
      if constexpr (HasPass<K>) {
        if (may_pass && depth >= kLeastPassDepth && now >= beta && knowledge_.may_pass(at)) {
          State next = at;
          knowledge_.pass(next);
          const int rest = depth - 3 - depth / 4;
          const Value value =
              child(next, at.side_to_move(), rest, ply + 1, beta - 1, beta, Move{}, false);
          if (work_.is_stopped()) return 0;
          line.length = 0;
          // What is won only because the opponent did not move is not won.
          if (value >= beta) return is_decided(value) ? beta : value;
        }
      }
    }
    const Move table_move = is_known ? entry.move : Move{};
    // Without a move to begin with, a shallower search that finds one is the better investment.
    if (!style_.is_exact && table_move.size() == 0 && depth >= 5) --depth;

    MoveList moves(storage_);
    const bool is_complete = knowledge_.generate(at, moves);
    order(moves, at.side_to_move(), table_move, previous, ply);
    return search_moves(at, moves, is_complete, key, depth, ply, alpha, beta, previous);
  }

  Value search_moves(const State& at, MoveList& moves, bool is_complete, std::uint64_t key,
                     int depth, int ply, Value alpha, Value beta, Move previous) {
    const Player side = at.side_to_move();
    const bool is_main = beta - alpha > 1;
    const Value old_alpha = alpha;
    Value best = -kInfinite;
    Move best_move;
    std::array<std::int16_t, 64> later;
    int later_count = 0;

    // False if the search of this node is finished.
    const auto search_move = [&](const ScoredMove candidate, int index) {
      State next = at;
      knowledge_.play(next, candidate.move);
      shared_.table.prefetch(next.key() ^ salt_);
      const std::uint64_t note =
          style_.has_company ? BusyMoves::note(key, candidate.move, depth) : 0;
      begin(note, depth);
      Value value = -kInfinite;
      if (index == 0) {
        value = child(next, side, depth - 1, ply + 1, alpha, beta, candidate.move);
      } else {
        int reduction = 0;
        if (reduces_late_moves<K>() && !style_.is_exact && depth >= 3 && index >= 3 &&
            candidate.score < kSharp) {
          reduction = late_move_reduction(depth, index) - (is_main ? 1 : 0) -
                      (ordering_.history(candidate.move, side) > 4'000 ? 1 : 0);
          reduction = std::clamp(reduction, 0, depth - 2);
        }
        value = child(next, side, depth - 1 - reduction, ply + 1, alpha, alpha + 1, candidate.move);
        if (reduction > 0 && value > alpha) {
          value = child(next, side, depth - 1, ply + 1, alpha, alpha + 1, candidate.move);
        }
        if (value > alpha && value < beta) {
          value = child(next, side, depth - 1, ply + 1, alpha, beta, candidate.move);
        }
      }
      end(note, depth);
      if (work_.is_stopped()) return false;
      if (value > best) {
        best = value;
        if (value > alpha) {
          alpha = value;
          best_move = candidate.move;
          extend_line(ply, candidate.move);
        }
      }
      return alpha < beta;
    };

    const int skipped_from = quiet_moves<K>() * depth * depth;
    const bool may_skip =
        quiet_moves<K>() > 0 && depth <= kMostSkipDepth && !is_main && !style_.is_exact;
    bool goes_on = true;
    int tried = 0;
    for (; goes_on && tried < moves.size(); ++tried) {
      const ScoredMove candidate = moves.pick(tried);
      if (style_.has_company && tried > 0 && later_count < static_cast<int>(later.size()) &&
          is_busy(BusyMoves::note(key, candidate.move, depth), depth)) {
        later[static_cast<std::size_t>(later_count++)] = static_cast<std::int16_t>(tried);
        continue;
      }
      if (may_skip && candidate.score < kSharp && tried >= skipped_from && !is_loss(best)) {
        is_complete = false;
        break;
      }
      goes_on = search_move(candidate, tried);
    }
    for (int index = 0; goes_on && index < later_count; ++index) {
      const int place = later[static_cast<std::size_t>(index)];
      goes_on = search_move(moves[place], place);
    }
    if constexpr (HasReserveMoves<K>) {
      if (goes_on && !is_complete && is_loss(best)) {
        knowledge_.generate_reserve(at, moves);
        is_complete = true;
        for (; goes_on && tried < moves.size(); ++tried) {
          goes_on = search_move(moves.pick(tried), tried);
        }
      }
    }
    if (work_.is_stopped()) return 0;

    if (best >= beta) {
      ordering_.reward(best_move, previous, side, depth, ply);
      for (int index = 0; index < tried - 1; ++index) {
        if (moves[index].move != best_move) ordering_.punish(moves[index].move, side, depth);
      }
    }
    // Moves that were left out might save what seems lost.
    if (!is_complete && is_loss(best) && best < beta) best = -kMaxEstimate;
    const Bound bound = best >= beta       ? Bound::Lower
                        : best > old_alpha ? Bound::Exact
                                           : Bound::Upper;
    remember(key, {.move = best_move, .value = best, .depth = depth, .bound = bound}, ply);
    return best;
  }

  /// Searches sharp moves only, until there are none.
  Value quiesce(const State& at, int sharp_plies, int ply, Value alpha, Value beta) {
    lines_[static_cast<std::size_t>(ply)].length = 0;
    if (work_.tick()) return 0;
    const Outcome outcome = knowledge_.outcome(at);
    if (outcome.is_over()) return final_value(at, outcome, ply);
    if constexpr (HasKnownValue<K>) {
      const auto known = knowledge_.known_value(at, -sharp_plies, from_here(alpha, ply),
                                                from_here(beta, ply), memory_, work_);
      if (work_.is_stopped()) return 0;
      if (known) return from_root(*known, ply);
    }
    Value best = estimate(at);
    if constexpr (HasSharpMoves<K>) {
      if (best >= beta || sharp_plies >= kMostSharpPlies || ply >= kMaxPly) return best;
      alpha = std::max(alpha, best);
      MoveList moves(storage_);
      knowledge_.generate_sharp(at, moves);
      for (int index = 0; index < moves.size(); ++index) {
        const Move move = moves.pick(index).move;
        State next = at;
        knowledge_.play(next, move);
        const bool same = same_team(next.side_to_move(), at.side_to_move());
        const Value value = same ? quiesce(next, sharp_plies + 1, ply + 1, alpha, beta)
                                 : -quiesce(next, sharp_plies + 1, ply + 1, -beta, -alpha);
        if (work_.is_stopped()) return 0;
        if (value > best) {
          best = value;
          if (value > alpha) {
            alpha = value;
            extend_line(ply, move);
          }
          if (alpha >= beta) break;
        }
      }
    }
    return best;
  }

  // ---- Helpers

  static constexpr bool needs_estimate() { return safe_margin<K>() > 0 || HasPass<K>; }

  static Bound bound_of(Value value, Value alpha, Value beta) {
    return value >= beta ? Bound::Lower : value <= alpha ? Bound::Upper : Bound::Exact;
  }
  void remember(std::uint64_t key, TableEntry entry, int ply) {
    entry.value = from_here(entry.value, ply);
    entry.depth = std::clamp(entry.depth, 0, 255);
    shared_.table.store(key, entry);
  }

  /// First the table's move, then sharp ones, killers and answers, then by what was learnt.
  void order(MoveList& moves, Player side, Move table_move, Move previous, int ply) {
    for (int index = 0; index < moves.size(); ++index) {
      ScoredMove& each = moves[index];
      if (each.move == table_move) {
        each.score = std::numeric_limits<std::int32_t>::max();
      } else if (each.score < kSharp) {
        each.score += ordering_.history(each.move, side);
        if (ordering_.is_killer(each.move, ply)) {
          each.score += 40'000;
        } else if (ordering_.is_answer(each.move, previous, side)) {
          each.score += 20'000;
        }
        each.score = std::min(each.score, kSharp - 1);
      }
    }
  }

  void extend_line(int ply, Move move) {
    PrincipalLine& line = lines_[static_cast<std::size_t>(ply)];
    const PrincipalLine& rest = lines_[static_cast<std::size_t>(ply) + 1];
    line.moves[0] = move;
    std::copy_n(rest.moves.begin(), rest.length, line.moves.begin() + 1);
    line.length = std::min(rest.length + 1, kMaxPly);
  }

  const K& knowledge_;
  SharedSearch& shared_;
  Interruption& work_;
  const SearchStyle style_;
  const State root_;
  const Player root_player_;
  const int players_;
  const std::uint64_t salt_;
  Ordering ordering_;
  std::vector<ScoredMove> storage_;
  std::array<PrincipalLine, kMaxPly + 2> lines_{};
  [[no_unique_address]] typename MemoryOf<K>::Type memory_{};
};

}  // namespace spielwerk::search
