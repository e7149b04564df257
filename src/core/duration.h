// Durations as text: 200ms, 5s, 2m.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/parsed.h"

namespace spielwerk {

/// A whole number and its unit, `ms`, `s` or `m`, with nothing between or around: from 1ms to a
/// day (1440m).
Parsed<std::chrono::milliseconds> parse_duration(std::string_view text);

/// The same, in the largest unit that needs no fraction: `5s`, not `5000ms`.
std::string print_duration(std::chrono::milliseconds duration);

}  // namespace spielwerk
