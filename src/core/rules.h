// The game contract: what a game's rules must offer to be played, searched and shown.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/geometry.h"
#include "core/look.h"
#include "core/move.h"
#include "core/notation.h"
#include "core/outcome.h"
#include "core/parsed.h"
#include "core/piece.h"
#include "core/random.h"

namespace spielwerk {

/// A visitor that does nothing, to state what for_each_move takes.
struct MoveVisitor {
  void operator()(Move) const {}
};

/// `R` holds what is fixed for a variant (sizes, tables); `R::Position` is a small value that can
/// be copied, so that a move is taken back by keeping a copy. Nothing here allocates in play,
/// for_each_move, move_count, is_legal, outcome and key: these are the hot path of search.
template <class R>
concept Rules =
    requires(const R& rules, typename R::Position& position, const typename R::Position& at,
             Move move, Cell cell, std::string_view text) {
      requires std::regular<typename R::Position>;

      // The board and its words.
      { rules.geometry() } -> std::convertible_to<const Geometry&>;
      { rules.notation() } -> std::convertible_to<const Notation&>;
      { rules.players() } -> std::convertible_to<int>;
      { rules.player_name(Player{}) } -> std::convertible_to<std::string_view>;

      // Play. `play` wants a legal move; a finished game has no moves.
      { rules.start() } -> std::same_as<typename R::Position>;
      { rules.for_each_move(at, MoveVisitor{}) };
      { rules.move_count(at) } -> std::convertible_to<std::uint64_t>;
      { rules.is_legal(at, move) } -> std::same_as<bool>;
      { rules.play(position, move) };
      { rules.outcome(at) } -> std::same_as<Outcome>;
      { at.side_to_move() } -> std::same_as<Player>;
      { at.key() } -> std::same_as<std::uint64_t>;

      // Texts: one line without blanks; parse_board(print_board(p), p.side_to_move()) == p. The
      // text of a position is `<board>:<player name>`, put together by the adapter.
      { rules.print_board(at) } -> std::same_as<std::string>;
      { rules.parse_board(text, Player{}) } -> std::same_as<Parsed<typename R::Position>>;

      // Display.
      { rules.piece(at, cell) } -> std::same_as<Piece>;
      { rules.steps(at, move) } -> std::same_as<std::vector<Step>>;
      /// Why a move is not legal, as a sentence without full stop; empty if it is.
      { rules.objection(at, move) } -> std::same_as<std::string>;
    };

/// Rules may bring their own way to draw a uniformly random legal move, where listing all is slow.
template <class R>
concept HasRandomMove = requires(const R& rules, const typename R::Position& at, Random& random) {
  { rules.random_move(at, random) } -> std::same_as<Move>;
};

/// Rules may bring their own answer to "which cells can follow this first one" (or, given kNoCell,
/// "which can be first"), where listing all moves is slow.
template <class R>
concept HasNextCells = requires(const R& rules, const typename R::Position& at, Cell first) {
  { rules.next_cells(at, first) } -> std::same_as<std::vector<Cell>>;
};

/// The cells that can be picked first, or given the first, those that can follow. Ascending.
template <Rules R>
std::vector<Cell> next_cells(const R& rules, const typename R::Position& at, Cell first) {
  if constexpr (HasNextCells<R>) {
    return rules.next_cells(at, first);
  } else {
    std::vector<Cell> cells;
    rules.for_each_move(at, [&](Move move) {
      if (first == kNoCell) {
        cells.push_back(move.first);
      } else if (move.first == first && move.second != kNoCell) {
        cells.push_back(move.second);
      }
    });
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
  }
}

/// Rules may say how a finished position has ended; it is asked of finished positions only.
template <class R>
concept HasEnding = requires(const R& rules, const typename R::Position& at) {
  { rules.ending(at) } -> std::same_as<Ending>;
};

/// Rules of games with balls may say with how many of them a cell overflows.
template <class R>
concept HasCapacity = requires(const R& rules, Cell cell) {
  { rules.capacity(cell) } -> std::same_as<int>;
};

/// A uniformly random legal move; there must be one.
template <Rules R>
Move random_move(const R& rules, const typename R::Position& at, Random& random) {
  if constexpr (HasRandomMove<R>) {
    return rules.random_move(at, random);
  } else {
    std::uint32_t skip = random.below(static_cast<std::uint32_t>(rules.move_count(at)));
    Move chosen;
    rules.for_each_move(at, [&](Move move) {
      if (skip-- == 0) chosen = move;
    });
    return chosen;
  }
}

}  // namespace spielwerk
