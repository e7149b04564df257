// Starts the program for the best level of the architecture that this processor can run.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spielwerk::app {

/// Becomes the same program for the best of these levels (`x86-64-v4,x86-64-v3`, best first) that
/// the processor has: same process, same arguments. Returns if there is none, and the calling
/// program, made for all processors, goes on. The environment's SPIELWERK_LEVEL names a level to
/// take instead; returns what is wrong if that cannot be had.
std::optional<std::string> start_best_level(std::string_view levels, char** arguments);

}  // namespace spielwerk::app
