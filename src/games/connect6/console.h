// The program of the Connect6 assignment: commands on standard input, answers on standard output.
#pragma once

#include <span>
#include <string>

#include "core/streams.h"

namespace spielwerk::connect6 {

/// Plays with the start arguments `<standard|torus> <18|20> <2|3|4>` until `quit` or the end of
/// input; returns the exit status.
int run_console(std::span<const std::string> arguments, Streams& streams);

}  // namespace spielwerk::connect6
