// Kaskade as a text game: people and computers at one board.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "core/engine.h"
#include "core/level.h"
#include "core/line_reader.h"
#include "core/streams.h"
#include "games/kaskade/simple_strategy.h"

namespace spielwerk::kaskade {

struct Person {
  friend bool operator==(const Person&, const Person&) = default;
};
/// The engine, at full strength or weaker.
struct Computer {
  int level = kStrongestLevel;
  friend bool operator==(const Computer&, const Computer&) = default;
};
using ConsolePlayer = std::variant<Person, Computer, SimpleStrategy>;

/// `human`, `max` or `level:1` to `level:9` (the same as `max`), or what parse_simple_strategy
/// takes.
Parsed<ConsolePlayer> parse_console_player(std::string_view text);

struct ConsoleSettings {
  std::array<ConsolePlayer, 2> players{};
  /// How long a computer may think about a move.
  SearchLimits limits{.move_time = std::chrono::seconds(5)};
  std::uint64_t seed = 1;
};

/// Plays from `start`, a position of the Kaskade game `game`, to the end, to the end of the input
/// or to `quit`. Returns the exit status.
int run_console(const Game& game, const Position& start, const ConsoleSettings& settings,
                Streams& streams);

/// A person's move, or nothing if the game is to end.
std::optional<Move> ask_person(const Game& game, const Position& position, LineReader& reader,
                               std::ostream& output);

/// The board as text: each field with its owner and balls, `!` where the next ball overflows.
std::string print_text_board(const Game& game, const Position& position);

}  // namespace spielwerk::kaskade
