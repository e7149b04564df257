// Whoever plays by itself at a seat of a table: asked for a move, answering later.
#pragma once

#include <functional>
#include <memory>

#include "players/thinking_pool.h"
#include "server/event.h"

namespace spielwerk::server {

/// Plays one game at one seat. Destroying it takes back what was asked.
class SeatPlayer {
 public:
  /// A move (nobody vouches for it) or why there is none. Comes once, on any thread, and perhaps
  /// after the player has been destroyed: it must not need anything that is gone by then.
  using Answer = std::function<void(std::expected<Choice, Failure>)>;

  virtual ~SeatPlayer() = default;
  virtual void ask(const Position& at, milliseconds time, Answer answer) = 0;
  /// The answer is not wanted any more; it may still come if it is on its way.
  virtual void withdraw() = 0;
  /// The game has ended here.
  virtual void end_game(const Position& /*at*/) {}
};

/// Makes the player for a seat that is not a person's. This is the one place to add another kind.
/// `pool` must live longer.
std::expected<std::unique_ptr<SeatPlayer>, Failure> make_seat_player(const Game& game,
                                                                     const Seat& seat,
                                                                     ThinkingPool& pool);

/// Whether servers far away play this game.
bool has_remote_players(const GameDescription& game);

/// Whether such a player could be made; an empty text, or a sentence why not.
std::string problem_with_seat(const Game& game, const Seat& seat);

}  // namespace spielwerk::server
