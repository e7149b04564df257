// Runs the built program as a process of its own.
#pragma once

#include <string>
#include <vector>

namespace spielwerk::test {

/// What the program writes to its output, given these arguments and this input.
std::string run_process(const std::vector<std::string>& arguments, const std::string& input = "");

}  // namespace spielwerk::test
