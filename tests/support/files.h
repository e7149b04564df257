// Access to the facts in tests/data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spielwerk::test {

/// The whole of tests/data/<name>; throws if there is no such file.
std::string read_data(std::string_view name);

/// Its lines, without line ends.
std::vector<std::string> read_data_lines(std::string_view name);

}  // namespace spielwerk::test
