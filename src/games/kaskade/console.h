// Kaskade as a text game: people and computers at one board.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "core/game_player.h"
#include "core/line_reader.h"
#include "core/streams.h"

namespace spielwerk::kaskade {

struct ConsoleSettings {
  /// A and B.
  std::array<FoundPlayer, 2> players{};
  /// How long a computer may think about a move.
  SearchLimits limits{.move_time = std::chrono::seconds(5)};
  std::uint64_t seed = 1;
};

/// Plays from `start`, a position of the Kaskade game `game`, to the end, to the end of the input
/// or to `quit`. Returns the exit status.
int run_console(const Game& game, const Position& start, const ConsoleSettings& settings,
                Streams& streams);

/// A person who types moves of a game; what it is given must live longer.
std::unique_ptr<GamePlayer> make_keyboard_player(const Game& game, LineReader& reader,
                                                 std::ostream& output);

/// The board as text: each field with its owner and balls, `!` where the next ball overflows.
std::string print_text_board(const Game& game, const Position& position);

}  // namespace spielwerk::kaskade
