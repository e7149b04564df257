// The whole program behind its streams: finds the command that the arguments name.
#pragma once

#include <span>
#include <string>

#include "core/streams.h"

namespace spielwerk::app {

/// Runs the program with the arguments after its own name; returns its exit status.
int run(std::span<const std::string> arguments, Streams& streams);

}  // namespace spielwerk::app
