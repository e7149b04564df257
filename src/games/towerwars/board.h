// A board as the assignment has it: it takes moves and surrenders, and answers with a status.
#pragma once

#include <optional>
#include <string_view>

#include "core/game.h"

namespace spielwerk::towerwars {

/// What the assignment's programs tell each other about a move.
enum class Status : std::uint8_t { Ok, RedWin, BlueWin, Illegal, Undefined };

/// `OK`, `RED_WIN`, `BLUE_WIN`, `ILLEGAL`, `UNDEFINED`.
std::string_view print_status(Status status);
/// The status in which `winner` has won.
Status win_of(Player winner);

/// TowerWars on a board of that size, kMinSize to kMaxSize.
Game game_of_size(int size);

class Board {
 public:
  /// The start of a game; `size` from kMinSize to kMaxSize.
  explicit Board(int size);
  Board(Game game, Position position);

  const Game& game() const { return game_; }
  const Position& position() const { return position_; }
  Player turn() const { return position_.side_to_move(); }
  /// Ok while the game goes on, else who has won.
  Status status() const { return status_; }

  /// Plays a move of the side to move; no move means surrender. An illegal one changes nothing.
  Status make(std::optional<Move> move);

 private:
  Game game_;
  Position position_;
  Status status_ = Status::Ok;
};

}  // namespace spielwerk::towerwars
