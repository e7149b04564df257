// What stands on a cell, and what a move changes there step by step, for display.
#pragma once

#include <cstdint>

#include "core/move.h"

namespace spielwerk {

enum class PieceKind : std::uint8_t { None, Hole, Stone, Ball, Tower, BlockedTower, Base };

struct Piece {
  PieceKind kind = PieceKind::None;
  Player owner = kNoPlayer;
  /// Balls on the field, height of the tower (one less than its stones); 1 for everything else that
  /// stands.
  std::uint8_t count = 0;
  friend bool operator==(const Piece&, const Piece&) = default;
};

enum class StepKind : std::uint8_t {
  Place,    ///< a new piece appears on `to`
  Flip,     ///< the piece on `to` changes its owner, because of the one placed on `from`
  Topple,   ///< the field `to` overflows; `piece` is what stays behind
  Roll,     ///< a ball rolls `from` a toppled field `to` its neighbour
  Leave,    ///< a piece leaves `from`; `piece` is what stays there
  Arrive,   ///< it reaches the empty field `to`
  Build,    ///< it makes or raises an own tower on `to`
  Capture,  ///< it takes what stood on `to`
  Block,    ///< it blocks the enemy tower on `to`
  Unblock,  ///< it frees the own tower on `to`
  Line,     ///< `to` is part of the line that wins
  Pass,     ///< the owner of `piece` cannot move and passes
};

struct Step {
  StepKind kind = StepKind::Place;
  /// Steps of the same wave happen at the same time; waves count up from 0 and are listed in order.
  int wave = 0;
  Cell from = kNoCell;
  Cell to = kNoCell;
  /// What stands on the changed cell after this step.
  Piece piece;
  friend bool operator==(const Step&, const Step&) = default;
};

}  // namespace spielwerk
