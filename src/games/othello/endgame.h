// Exact endgames: the margin of stones with which the side to move ends under perfect play.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/othello/rules.h"
#include "games/othello/terrain.h"
#include "search/search_control.h"

namespace spielwerk::othello {

/// More empty squares than that are never solved.
inline constexpr int kMaxEmpties = 40;
inline constexpr int kNoSquare = -1;

/// The transposition table of the endgame solver. Entries of earlier solutions are never used, so
/// that the number of nodes depends on nothing but the position.
class EndgameTable {
 public:
  struct Entry {
    std::uint64_t key = 0;
    std::int16_t lower = 0;
    std::int16_t upper = 0;
    std::int16_t square = kNoSquare;
    std::uint8_t empties = 0;
    std::uint8_t generation = 0;
  };

  /// The number of entries is rounded down to a power of two.
  explicit EndgameTable(std::size_t entries);

  void next_solution();
  const Entry* probe(std::uint64_t key) const;
  void store(const Entry& entry);

 private:
  // Two slots for each key: one replaced by depth, one always replaced.
  std::size_t first_slot(std::uint64_t key) const { return (key & mask_) * 2; }

  std::vector<Entry> entries_;
  std::size_t mask_;
  std::uint8_t generation_ = 1;
};

/// What one thread needs to solve endgames.
template <class Frame>
struct EndgameMemory {
  struct Candidate {
    typename Frame::Squares flips;
    int square = 0;
    int score = 0;
  };
  explicit EndgameMemory(std::size_t table_entries)
      : table(table_entries), candidates(kMaxEmpties * (kMaxEmpties + 1)) {}

  EndgameTable table;
  /// The moves of all nodes on the path from the root, by the number of empty squares.
  std::vector<Candidate> candidates;
};

template <class Frame>
class Endgame {
 public:
  using Squares = typename Frame::Squares;
  using Position = typename Rules<Frame>::Position;
  using Memory = EndgameMemory<Frame>;

  explicit Endgame(const Rules<Frame>& rules);

  /// The margin of a position that has at most kMaxEmpties empty squares, for the side to move:
  /// exact if it lies between alpha and beta, else a bound. Counts its nodes with `control`; once
  /// that says stop, the result means nothing.
  int solve(const Position& at, int alpha, int beta, Memory& memory,
            search::SearchControl& control) const;
  /// A move that achieves at least `margin`, which was just found to be possible.
  Move move_that_keeps(const Position& at, int margin, Memory& memory,
                       search::SearchControl& control) const;
  /// Perfect play to the end of the game, whose exact margin was just found; all of it, or as much
  /// as `control` allows.
  std::vector<Move> line(Position at, int margin, Memory& memory,
                         search::SearchControl& control) const;

 private:
  class Search;

  const Rules<Frame>& rules_;
  const Frame& frame_;
  Terrain<Frame> terrain_;
  Squares corners_;
  /// For parity: the side that moves last in a quadrant tends to gain there.
  std::array<Squares, 4> quadrants_;
};

extern template class Endgame<Frame8>;
extern template class Endgame<WideFrame<kMediumWords>>;
extern template class Endgame<WideFrame<kLargeWords>>;

}  // namespace spielwerk::othello
