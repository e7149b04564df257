// What a Monte-Carlo tree says about the moves at its root: lines with scores, the best first.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "core/engine.h"
#include "search/mcts_tree.h"

namespace spielwerk::search {

class MctsLines {
 public:
  /// `mover` is to move at the root.
  MctsLines(const MctsTree& tree, const Notation& notation, int players, Player mover);

  std::size_t size() const { return entries_.size(); }
  /// A move that the tree says nothing about, unless it does.
  void add_unknown(Move move);
  /// What a drawn move gets against an opponent who errs; of several the best comes first.
  void set_chance(Move move, double chance);
  /// The best lines, at most `count`.
  std::vector<Line> best(std::size_t count) const;

 private:
  /// Where moves are made cell by cell, two nodes can stand for one move: the first cell's and the
  /// second's may be swapped. Then the one with more visits counts.
  struct Entry {
    Move move;
    const MctsNode* node = nullptr;
    std::uint32_t visits = 0;
    float mean = 0;
    float amaf_visits = 0;
    float amaf_mean = 0;
    Proof proof{};
    double chance = 0;
  };
  void add(Move move, const MctsNode& node);
  /// Won before open and drawn before lost; among these the quicker win, the more visited, the
  /// slower loss.
  bool is_better(const Entry& left, const Entry& right) const;
  Score score_of(const Entry& entry, bool is_first) const;
  std::vector<Move> line_of(const Entry& entry) const;

  const MctsTree& tree_;
  const Notation& notation_;
  const int players_;
  const Player mover_;
  std::map<Move, Entry> entries_;
};

}  // namespace spielwerk::search
