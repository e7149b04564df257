// The rules of TowerWars on boards of up to Words × 64 fields.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/rules.h"
#include "games/towerwars/move_tables.h"
#include "games/towerwars/position.h"

namespace spielwerk::towerwars {

template <int Words>
class Rules {
 public:
  using Position = BitboardPosition<Words>;
  using Bits = Bitboard<Words>;

  /// `size` from kMinSize to kMaxSize, with at most Words × 64 fields.
  explicit Rules(int size);

  const Geometry& geometry() const { return tables_->geometry; }
  const Notation& notation() const { return kNotation; }
  int players() const { return 2; }
  std::string_view player_name(Player player) const { return player == kRed ? "red" : "blue"; }
  const MoveTables<Words>& tables() const { return *tables_; }

  Position start() const;

  template <class Visitor>
  void for_each_move(const Position& at, Visitor&& visit) const {
    if (is_base_taken(at)) return;
    const MoveTables<Words>& tables = *tables_;
    const Targets targets = targets_for(at);
    const auto visit_all = [&](int from, const Bits& fields) {
      fields.for_each([&](int to) { visit(Move{to_cell(from), to_cell(to)}); });
    };
    const Bits& stones = at.stones(at.side_to_move());
    if (targets.helpers.none()) {
      stones.for_each([&](int from) { visit_all(from, tables.near(from) & targets.near); });
      return;
    }
    stones.for_each([&](int from) { visit_all(from, stone_targets(at, targets, from)); });
    targets.helpers.for_each([&](int from) { visit_all(from, tables.near(from) & targets.tower); });
  }

  std::uint64_t move_count(const Position& at) const {
    if (is_base_taken(at)) return 0;
    const MoveTables<Words>& tables = *tables_;
    const Targets targets = targets_for(at);
    const Bits& stones = at.stones(at.side_to_move());
    int count = 0;
    tables.for_each_step(stones,
                         [&](const Bits& reached) { count += (reached & targets.near).count(); });
    if (targets.helpers.none()) return static_cast<std::uint64_t>(count);

    Bits around_helpers;
    tables.for_each_step(targets.helpers, [&](const Bits& reached) {
      count += (reached & targets.tower).count();
      around_helpers |= reached;
    });
    (stones & around_helpers).for_each([&](int from) {
      count += (tables.far(from, range(at, targets.helpers, from)) & targets.far).count();
    });
    return static_cast<std::uint64_t>(count);
  }

  bool is_legal(const Position& at, Move move) const {
    if (is_base_taken(at)) return false;
    const Targets targets = targets_for(at);
    if (at.stones(at.side_to_move()).test(move.first)) {
      return stone_targets(at, targets, move.first).test(move.second);
    }
    return targets.helpers.test(move.first) &&
           (tables_->near(move.first) & targets.tower).test(move.second);
  }

  void play(Position& at, Move move) const {
    const int from = move.first;
    const int to = move.second;
    const Player mover = at.side_to_move();
    const Player enemy = opponent_of(mover);

    if (at.stones(mover).test(from)) {
      at.flip_stone(mover, from);
    } else if (const int height = at.height(from); height > 1) {
      at.change_height(from, height, height - 1);
    } else {
      at.flip_tower(mover, from);
      at.flip_stone(mover, from);
    }

    if (at.stones(mover).test(to)) {
      at.flip_stone(mover, to);
      at.flip_tower(mover, to);
    } else if (at.towers(mover).test(to)) {
      if (at.blocked().test(to)) {
        at.flip_blocked(to);
      } else {
        const int height = at.height(to);
        at.change_height(to, height, height + 1);
      }
    } else if (at.towers(enemy).test(to)) {
      if (tables_->near(from).test(to)) {
        at.flip_tower(enemy, to);
        at.change_height(to, at.height(to), 1);
        if (at.blocked().test(to)) at.flip_blocked(to);
        at.flip_stone(mover, to);
      } else {
        at.flip_blocked(to);
      }
    } else {
      if (at.stones(enemy).test(to)) at.flip_stone(enemy, to);
      at.flip_stone(mover, to);
    }
    at.pass_turn();
  }

  /// Who has just moved wins by taking the base or by leaving the other side without a move.
  Outcome outcome(const Position& at) const {
    if (!is_base_taken(at) && has_move(at)) return Outcome::ongoing();
    return Outcome::win(opponent_of(at.side_to_move()));
  }

  Ending ending(const Position& at) const;

  /// Whether the base of the side to move was taken.
  bool is_base_taken(const Position& at) const {
    const Player side = at.side_to_move();
    return at.stones(opponent_of(side)).test(tables_->bases[side]);
  }

  // ---- What moves are made of

  /// Where pieces of the side to move may go, were there no distances.
  struct Targets {
    Bits near;   ///< stones, one step
    Bits far;    ///< stones, farther
    Bits tower;  ///< top stones of towers
    /// The own towers that may move and lengthen the range of stones beside them.
    Bits helpers;
  };

  Targets targets_for(const Position& at) const {
    const MoveTables<Words>& tables = *tables_;
    const Player mover = at.side_to_move();
    const Player enemy = opponent_of(mover);
    Targets targets;
    targets.helpers = at.towers(mover) & ~at.blocked();
    Bits full = targets.helpers;
    for (int plane = 0; plane < kHeightPlanes; ++plane) {
      full &= ~(at.height_plane(plane) ^ tables.full_planes[static_cast<std::size_t>(plane)]);
    }
    targets.near = tables.board & ~full;
    targets.near.reset(tables.bases[mover]);
    targets.far = targets.near & ~(at.towers(enemy) & at.blocked());
    targets.tower = targets.near & ~(at.stones(enemy) | at.towers(enemy));
    targets.tower.reset(tables.bases[enemy]);
    return targets;
  }

  /// How far the stone on a field reaches.
  int range(const Position& at, const Bits& helpers, int cell) const {
    const Bits beside = tables_->near(cell) & helpers;
    int sum = 1 + beside.count();
    for (int plane = 0; plane < kHeightPlanes; ++plane) {
      sum += (beside & at.height_plane(plane)).count() << plane;
    }
    return std::min(sum, tables_->longest_range);
  }

  Bits stone_targets(const Position& at, const Targets& targets, int from) const {
    const Bits& near = tables_->near(from);
    Bits result = near & targets.near;
    if ((near & targets.helpers).any()) {
      result |= tables_->far(from, range(at, targets.helpers, from)) & targets.far;
    }
    return result;
  }

  std::string print_board(const Position& at) const;
  Parsed<Position> parse_board(std::string_view text, Player side) const;

  Piece piece(const Position& at, Cell cell) const;
  std::vector<Step> steps(const Position& at, Move move) const;
  std::string objection(const Position& at, Move move) const;

 private:
  static constexpr Notation kNotation{.cells_per_move = 2, .move_separator = "->"};

  bool has_move(const Position& at) const {
    const Targets targets = targets_for(at);
    const Bits& stones = at.stones(at.side_to_move());
    Bits reached;
    tables_->for_each_step(stones, [&](const Bits& step) { reached |= step; });
    if ((reached & targets.near).any()) return true;
    if (targets.helpers.none()) return false;
    reached = Bits();
    tables_->for_each_step(targets.helpers, [&](const Bits& step) { reached |= step; });
    if ((reached & targets.tower).any()) return true;
    // A stone walled in by full towers and its own base may still jump out.
    bool found = false;
    stones.for_each([&](int from) { found = found || stone_targets(at, targets, from).any(); });
    return found;
  }

  std::shared_ptr<const MoveTables<Words>> tables_;
};

// Every size has the narrowest of these that holds it.
extern template class Rules<1>;
extern template class Rules<2>;
extern template class Rules<4>;
extern template class Rules<11>;

/// What stands on a field, as in board texts: `.`, `R`, `R2`, `R2*` (blocked), `RB` (base).
std::string print_piece(const Piece& piece);

GameDescription description();

}  // namespace spielwerk::towerwars
