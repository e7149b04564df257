// What stands behind players that choose on the thread they are called on: engines, strategies,
// servers that are waited for.
#pragma once

#include <memory>
#include <string>

#include "core/game_player.h"

namespace spielwerk {

/// Chooses moves of one variant, one after the other. Who makes a GamePlayer of it decides on which
/// thread: the one that asks (below), one of its own (players/waiting_player.h), or one that many
/// share (players/thinking_pool.h).
class MoveChooser {
 public:
  virtual ~MoveChooser() = default;

  /// The next position belongs to another game.
  virtual void begin_game() {}
  /// A choice at a position that is not over; nobody vouches for the move. If it is stopped, it
  /// comes back soon with anything.
  virtual std::expected<Choice, Failure> choose(const Position& at, const SearchLimits& limits,
                                                std::stop_token stop) = 0;
  /// The game has ended at this position; what it has against that.
  virtual std::optional<Failure> end_game(const Position& /*at*/) { return std::nullopt; }
};

// ---- The same, with a failure in place of whatever is thrown: what happens to one player must not
// end anything but its game

std::expected<Choice, Failure> choose_safely(MoveChooser& chooser, const Position& at,
                                             const SearchLimits& limits,
                                             const std::stop_token& stop);

std::optional<Failure> end_safely(MoveChooser& chooser, const Position& at);

/// Answers before `ask` returns.
std::unique_ptr<GamePlayer> make_immediate_player(std::string name,
                                                  std::unique_ptr<MoveChooser> chooser);

}  // namespace spielwerk
