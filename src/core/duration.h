// Durations as people write them: 200ms, 5s, 2m.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/parsed.h"

namespace spielwerk {

/// A whole number and its unit, `ms`, `s` or `m`; at most one day.
Parsed<std::chrono::milliseconds> parse_duration(std::string_view text);

/// In the largest unit that makes a whole number: `1500ms`, `5s`, `2m`.
std::string print_duration(std::chrono::milliseconds duration);

}  // namespace spielwerk
