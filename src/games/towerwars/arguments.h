// The command line of the assignment's program.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace spielwerk::towerwars {

enum class PlayerType : std::uint8_t { Human, Random, Simple };

std::string_view print_player_type(PlayerType type);

struct Arguments {
  bool wants_help = false;
  int size = 8;
  PlayerType red = PlayerType::Human;
  PlayerType blue = PlayerType::Simple;
  /// The pause after each move of a computer.
  std::chrono::milliseconds delay{0};
  /// What the random choices of the computers start from; another one each time if not given.
  std::optional<std::uint32_t> seed;
};

/// Switches are written `--name`, settings `-name value`. An error is a sentence without full stop.
std::expected<Arguments, std::string> parse_arguments(std::span<const std::string> arguments);

/// What `--help` prints.
std::string_view usage();

}  // namespace spielwerk::towerwars
