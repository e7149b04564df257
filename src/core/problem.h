// What is wrong with something that came from outside, for people of any language.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spielwerk {

/// Said in English, and so that others can say it in their own language.
struct Problem {
  /// Which problem it is: `second_tag`.
  std::string code;
  /// An English sentence without full stop.
  std::string reason;
  /// What is special about this case, by name: the parts of the sentence that differ.
  std::vector<std::pair<std::string, std::string>> parameters{};
};

/// That `expected` does not stand at a place of `text`. The parameters are `expected`, and `found`,
/// what stands there, or, at the end of a text, `after`.
Problem expected_problem(std::string reason, std::string expected, std::string_view text,
                         std::size_t position);
/// That it does not stand where there is nothing worth to be shown.
Problem expected_problem(std::string expected);

}  // namespace spielwerk
