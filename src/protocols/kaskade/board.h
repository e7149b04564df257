// A Kaskade game as both ends of a connection see it: who is A, how a board is written.
#pragma once

#include <expected>
#include <string>

#include "core/game.h"
#include "protocols/kaskade/message.h"

namespace spielwerk::kaskade_protocol {

/// Whoever begins plays A, whatever stands on the board.
class NetworkGame {
 public:
  /// The game that a client asks for; the error is a sentence for `error(message=…)`.
  static std::expected<NetworkGame, std::string> create(const Init& init);

  const Game& game() const { return game_; }
  const Position& start() const { return start_; }
  End begin() const { return begin_; }

  Player player(End end) const { return static_cast<Player>(end == begin_ ? 0 : 1); }
  End end(Player player) const {
    return player == 0 ? begin_ : begin_ == End::Client ? End::Server : End::Client;
  }
  int rows() const { return game_.geometry().rows(); }
  /// One row of the board, from the top: count and owner of each field.
  std::string row(const Position& at, int row) const;

  MoveMessage message_of(Move move) const;
  /// Nothing if the field is not on the board.
  std::optional<Move> move_of(MoveMessage move) const;

 private:
  NetworkGame(Game game, Position start, End begin)
      : game_(std::move(game)), start_(std::move(start)), begin_(begin) {}

  Game game_;
  Position start_;
  End begin_;
};

}  // namespace spielwerk::kaskade_protocol
