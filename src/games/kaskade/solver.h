// Solves small Kaskade boards: who wins, in how many plies, and by which moves.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/kaskade/clusters.h"
#include "games/kaskade/rules.h"
#include "search/knowledge.h"

namespace spielwerk::kaskade {

/// Iterative deepening over proofs: asks "does the side to move win within n plies?" and "does it
/// lose within n?" for growing n; there are no draws, so one of them holds in the end. Results are
/// kept in a transposition table, once for a position and all symmetric ones.
class Solver {
 public:
  /// A position's code has 3 bits for each field.
  static constexpr int kMaxFields = 16;
  /// 4x3 from the empty board, the most that takes seconds only. Each ply more takes several times
  /// as long.
  static constexpr int kMaxPlies = 23;

  /// `rules` is of at most kMaxFields fields.
  Solver(const Rules<1>& rules, int table_megabytes);

  /// Whether there is a chance to solve a position in the time of a move.
  bool can_solve(const Rules<1>::Position& at) const;
  /// The exact value of a position that is not over with a line of best play, or nothing if
  /// `control` stopped it.
  std::optional<search::Solution> solve(const Rules<1>::Position& at,
                                        search::SearchControl& control);

 private:
  using Position = Rules<1>::Position;

  /// Not within any number of plies.
  static constexpr std::uint8_t kNever = 255;

  /// What is proven about a position, for its side to move.
  struct Entry {
    /// The board, its side to move and the number of the solution; 0 in an unused entry.
    std::uint64_t code = 0;
    std::uint8_t wins_by = kNever;
    std::uint8_t no_win_by = 0;
    std::uint8_t loses_by = kNever;
    std::uint8_t no_loss_by = 0;
  };
  static constexpr std::size_t kBucket = 4;

  struct Child {
    Position position{};
    Move move{};
    std::uint64_t code = 0;
    int score = 0;
  };
  using Children = std::array<Child, kMaxFields>;

  std::uint64_t code_of(const Position& at) const;
  std::uint64_t mirrored(std::uint64_t plane, std::size_t symmetry) const;
  Entry* bucket_of(std::uint64_t code);
  /// What is proven so far.
  Entry known(std::uint64_t code);
  /// The entry to store a result in; replaces one that says less.
  Entry& noted(std::uint64_t code);

  bool wins(const Position& at, std::uint64_t code, int plies, search::SearchControl& control);
  bool loses(const Position& at, std::uint64_t code, int plies, search::SearchControl& control);
  /// All moves with what they lead to, the most promising first.
  int expand(const Position& at, Children& children) const;
  std::vector<Move> best_line(Position at, bool is_win, int plies, search::SearchControl& control);

  const Rules<1>& rules_;
  const Clusters<1> clusters_;
  const int fields_;
  const int half_;
  /// The maximal length of a game in plies.
  int max_plies_ = 1;
  /// For each symmetry of the board the images of the lower and of the upper half of a plane.
  std::vector<std::array<std::vector<std::uint16_t>, 2>> symmetries_;
  const std::size_t table_entries_;
  std::vector<Entry> table_;
  /// Part of all codes, so that entries of earlier solutions are never found.
  std::uint64_t solution_ = 0;
};

}  // namespace spielwerk::kaskade
