// The assignment's Othello shell: commands in, exact answers out.
#pragma once

#include <span>
#include <string>

#include "core/streams.h"

namespace spielwerk::othello {

/// Returns the exit status.
int run_console(std::span<const std::string> arguments, Streams& streams);

}  // namespace spielwerk::othello
