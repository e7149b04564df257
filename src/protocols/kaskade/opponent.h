// Who plays the server's side of a game: the application's computer player, or anybody else.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "players/thinking_pool.h"
#include "protocols/kaskade/board.h"

namespace spielwerk::kaskade_protocol {

/// Plays one game. It is destroyed when the game is over or its client has gone, and then gives no
/// answer any more.
class Opponent {
 public:
  /// A legal move, or nothing: then the game cannot go on and the connection is closed.
  using Answer = std::function<void(std::optional<Move>)>;

  virtual ~Opponent() = default;
  /// Asks for the move of the server at a position that is not over. `answer` may be called later
  /// and from any thread, once.
  virtual void ask(const Position& at, std::optional<Move> clients_move, Answer answer) = 0;
  /// The client has won by this move.
  virtual void lose(Move /*clients_move*/) {}
};

using OpponentMaker =
    std::function<std::unique_ptr<Opponent>(const NetworkGame& game, const std::string& user)>;

/// A computer player out of a pool, which must live longer.
std::unique_ptr<Opponent> make_computer_opponent(ThinkingPool& pool, const NetworkGame& game,
                                                 std::string player,
                                                 std::chrono::milliseconds time);

}  // namespace spielwerk::kaskade_protocol
