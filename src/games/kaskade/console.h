// Kaskade as a text game: people or the strategy `simple` at one board.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/game.h"
#include "core/streams.h"
#include "games/kaskade/simple_strategy.h"

namespace spielwerk::kaskade {

struct ConsoleSettings {
  /// The strategy of each player, or nothing for a person.
  std::array<std::optional<SimpleStrategy>, 2> players;
  std::uint64_t seed = 1;
};

/// Plays from `start`, a position of the Kaskade game `game`, to the end, to the end of the input
/// or to `quit`. Returns the exit status.
int run_console(const Game& game, const Position& start, const ConsoleSettings& settings,
                Streams& streams);

/// The board as text: each field with its owner and balls, `!` where the next ball overflows.
std::string print_text_board(const Game& game, const Position& position);

}  // namespace spielwerk::kaskade
