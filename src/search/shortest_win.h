// The shortest way to a win that is known to be there, by trying all moves within fewer plies.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/rules.h"
#include "search/search_control.h"

namespace spielwerk::search {

/// For games of two: the winner makes one move in each position, the other every legal one.
template <Rules R>
class ShortestWin {
 public:
  using Position = typename R::Position;

  /// Remembers so many positions.
  ShortestWin(const R& rules, Player winner, SearchControl& control, std::size_t max_entries)
      : rules_(rules), winner_(winner), control_(control), max_entries_(max_entries) {}

  /// The way to the win, with the other side holding out as long as it can. Nothing if it takes
  /// `max_plies` or more, or if the search has to end.
  std::optional<std::vector<Move>> find(const Position& root, int max_plies) {
    for (int plies = 1; plies < max_plies; ++plies) {
      const bool is_won = wins_within(root, plies);
      if (control_.is_stopped()) return std::nullopt;
      if (is_won) return line(root, plies);
    }
    return std::nullopt;
  }

 private:
  struct Bounds {
    /// Won within so many plies, and not within so many.
    int won = kNever;
    int open = 0;
  };
  static constexpr int kNever = 1 << 20;

  bool wins_within(const Position& at, int plies) {
    if (const Outcome outcome = rules_.outcome(at); outcome.is_over()) {
      return outcome.is_win() && outcome.winner() == winner_;
    }
    if (plies <= 0 || control_.tick()) return false;
    if (const auto known = known_.find(at.key()); known != known_.end()) {
      if (known->second.won <= plies) return true;
      if (known->second.open >= plies) return false;
    }
    const bool is_won = tries_all(at, plies);
    if (control_.is_stopped()) return false;
    if (known_.size() < max_entries_ || known_.contains(at.key())) {
      Bounds& bounds = known_[at.key()];
      if (is_won) {
        bounds.won = std::min(bounds.won, plies);
      } else {
        bounds.open = std::max(bounds.open, plies);
      }
    }
    return is_won;
  }

  bool tries_all(const Position& at, int plies) {
    const bool is_attacking = at.side_to_move() == winner_;
    bool is_won = !is_attacking;
    rules_.for_each_move(at, [&](Move move) {
      if (is_won == is_attacking || control_.is_stopped()) return;
      is_won = wins_within(after(at, move), plies - 1);
    });
    return is_won;
  }

  /// Of a position won within exactly so many plies.
  std::vector<Move> line(Position at, int plies) {
    std::vector<Move> moves;
    while (!rules_.outcome(at).is_over()) {
      const bool is_attacking = at.side_to_move() == winner_;
      std::optional<Move> best;
      std::optional<Move> any;
      rules_.for_each_move(at, [&](Move move) {
        if (best) return;
        any = move;
        const Position next = after(at, move);
        const bool is_quick = wins_within(next, is_attacking ? plies - 1 : plies - 2);
        if (is_quick == is_attacking) best = move;
      });
      const Move move = best.value_or(*any);
      moves.push_back(move);
      rules_.play(at, move);
      if (--plies <= 0 || control_.is_stopped()) break;
    }
    return moves;
  }

  Position after(const Position& at, Move move) const {
    Position next = at;
    rules_.play(next, move);
    return next;
  }

  const R& rules_;
  const Player winner_;
  SearchControl& control_;
  const std::size_t max_entries_;
  std::unordered_map<std::uint64_t, Bounds> known_;
};

}  // namespace spielwerk::search
