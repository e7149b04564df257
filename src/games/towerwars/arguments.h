// The command line of the assignment's program.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "games/towerwars/strategies.h"

namespace spielwerk::towerwars {

struct Arguments {
  bool wants_help = false;
  /// Not in text, but on the application's page.
  bool is_graphic = false;
  int size = 8;
  /// Texts of players, not looked at yet.
  std::string red = "human";
  std::string blue = "simple";
  /// The pause after each move of a computer.
  std::chrono::milliseconds delay{0};
  /// How long adv5 thinks about a move; the weaker ones seldom need as long.
  std::chrono::milliseconds time = kStandardTime;
  /// What the random choices of the computers start from; another one each time if not given.
  std::optional<std::uint32_t> seed;
};

/// Switches are written `--name`, settings `-name value`. An error is a sentence without full stop.
std::expected<Arguments, std::string> parse_arguments(std::span<const std::string> arguments);

/// What `--help` prints.
std::string_view usage();

}  // namespace spielwerk::towerwars
