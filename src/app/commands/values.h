// The kinds of values that options take. Each is read into a variable of the command; what that
// holds before is shown in the help as the usual value.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/options.h"
#include "core/game.h"

namespace spielwerk::app {

Value text(std::string& target);
Value duration(std::chrono::milliseconds& target);
Value duration(std::optional<std::chrono::milliseconds>& target);
/// One of these words.
Value choice(std::string& target, std::vector<std::string> words);
/// A game's name and variant, `chess:8x8`.
Value any_game(std::optional<Game>& target);

/// Hands a whole number within bounds to `take`.
Value whole_number(std::string usual, std::uint64_t min, std::uint64_t max,
                   std::function<void(std::uint64_t)> take);

template <std::integral Number>
Value number(Number& target, std::uint64_t min, std::uint64_t max) {
  return whole_number(std::to_string(target), min, max,
                      [&target](std::uint64_t value) { target = static_cast<Number>(value); });
}
template <std::integral Number>
Value number(std::optional<Number>& target, std::uint64_t min, std::uint64_t max) {
  return whole_number("", min, max,
                      [&target](std::uint64_t value) { target = static_cast<Number>(value); });
}
inline constexpr std::uint64_t kMaxNumber = std::numeric_limits<std::uint64_t>::max();

/// Where a server listens; 0 is any free port.
template <class Port>
Value port(Port& target) {
  return number(target, 0, 65'535);
}

}  // namespace spielwerk::app
