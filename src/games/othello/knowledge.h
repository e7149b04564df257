// What the search is told about Othello: move ordering, static evaluation and exact endgames.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "games/othello/endgame.h"
#include "games/othello/patterns.h"
#include "games/othello/rules.h"
#include "games/othello/terrain.h"
#include "search/knowledge.h"

namespace spielwerk::othello {

/// A margin of stones as a value of the search, and back: as a window of margins that contains the
/// window of values.
search::Value value_of_margin(int margin);
int largest_margin_at_most(search::Value value);
int smallest_margin_at_least(search::Value value);

template <class Frame>
class Knowledge {
 public:
  using Rules = othello::Rules<Frame>;
  using State = typename Rules::Position;
  using Squares = typename Frame::Squares;

  /// A hundred is about one stone at the end. Fitted to self-play on 8×8: 900 over whole games
  /// between players that search three plies; better players lose a lead less often.
  static constexpr double kScale = 700;
  /// Won 63 % of 60 games against no pruning at 10,000 nodes a move; 180 and 300 did as well.
  static constexpr search::Value kReverseFutilityMargin = 250;

  /// Allocated when the first endgame is met.
  struct Memory {
    std::unique_ptr<EndgameMemory<Frame>> endgame{};
  };

  Knowledge(const Rules& rules, const EngineSettings& settings);

  State root(const State& position) const { return position; }
  void play(State& state, Move move) const { rules_.play(state, move); }
  Outcome outcome(const State& at) const { return rules_.outcome(at); }
  int max_plies_left(const State& at) const { return at.empty().count(); }
  bool generate(const State& at, search::MoveList& moves) const;
  search::Value evaluate(const State& at, Player view) const;
  search::Value terminal_value(const State& at, Player view) const;
  std::optional<search::Value> probe(const State& at, int depth, search::Value alpha,
                                     search::Value beta, Memory& memory,
                                     search::SearchControl& control) const;
  std::optional<search::Solution> solve(const State& at, search::SearchControl& control);

 private:
  /// The squares beside empty corners: X-squares diagonally, C-squares along the edge.
  struct CornerNeighbours {
    Squares x_squares;
    Squares c_squares;
  };
  CornerNeighbours corner_neighbours(const Squares& empty) const;

  /// Mobility and potential mobility of the side to move less the opponent's, and the stones.
  struct Counts {
    int mobility = 0;
    int potential_mobility = 0;
    int own = 0;
    int other = 0;
    int empties = 0;
  };
  search::Value learnt_value(const Squares& own, const Squares& other, const Counts& counts) const;
  search::Value value_by_rule(const Squares& own, const Squares& other, const Squares& empty,
                              const Counts& counts) const;

  const Rules& rules_;
  const Terrain<Frame> terrain_;
  const Endgame<Frame> endgame_;
  const std::size_t solver_entries_;
  std::unique_ptr<EndgameMemory<Frame>> solver_memory_;

  /// nullptr except on the 8×8 board without holes.
  const PatternValues* patterns_ = nullptr;
  /// The factor of values by rule, in 1024ths.
  int scale_ = 1024;
  typename Terrain<Frame>::PerAxis blocked_;
  /// Squares that are blocked along all axes: a stone there never turns.
  Squares corners_;
  /// For each axis the corners with two or more squares ahead (or back) of them: an enemy stone on
  /// the first of these can be bracketed from the corner.
  typename Terrain<Frame>::PerAxis exposed_ahead_;
  typename Terrain<Frame>::PerAxis exposed_back_;
};

extern template class Knowledge<Frame8>;
extern template class Knowledge<WideFrame<kMediumWords>>;
extern template class Knowledge<WideFrame<kLargeWords>>;

}  // namespace spielwerk::othello
