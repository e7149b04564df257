// What the search is told about Othello: moves in a good order, what a position is worth, and
// exact endgames.
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

/// A margin of stones as a value of the search, and back: the widest window of margins that tells
/// no less than the window of values.
search::Value value_of_margin(int margin);
int largest_margin_at_most(search::Value value);
int smallest_margin_at_least(search::Value value);

template <class Frame>
class Knowledge {
 public:
  using Rules = othello::Rules<Frame>;
  using State = typename Rules::Position;
  using Squares = typename Frame::Squares;

  /// A hundred is about one stone at the end. Fitted to self-played games on 8×8: 900 over all of a
  /// game between players who look three moves ahead; better players lose leads less often.
  static constexpr double kScale = 700;
  /// Won 63 % of 60 games against none at 10,000 nodes a move; 180 and 300 played alike.
  static constexpr search::Value kReverseFutilityMargin = 250;

  /// Made when the first endgame is met.
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
  /// Squares from which an empty corner can be given away: diagonally beside it, or straight.
  struct Gifts {
    Squares aslant;
    Squares along;
  };
  Gifts gifts(const Squares& empty) const;

  /// The simplest of what counts, how much more the side to move has of it, and the stones.
  struct Counts {
    int moves = 0;
    int prospects = 0;
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

  /// On the 8×8 board without holes, else nullptr.
  const PatternValues* patterns_ = nullptr;
  /// What values by rule are multiplied with, in 1024ths.
  int scale_ = 1024;
  typename Terrain<Frame>::PerAxis blocked_;
  /// Squares that are blocked along all axes: a stone there never turns.
  Squares corners_;
  /// For each axis the corners with two or more squares ahead (or back) of them: a stone of the
  /// other side on the first of these can be bracketed from the corner.
  typename Terrain<Frame>::PerAxis exposed_ahead_;
  typename Terrain<Frame>::PerAxis exposed_back_;
};

extern template class Knowledge<Frame8>;
extern template class Knowledge<WideFrame<kMediumWords>>;
extern template class Knowledge<WideFrame<kLargeWords>>;

}  // namespace spielwerk::othello
