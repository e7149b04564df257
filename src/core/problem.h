// What is wrong with foreign input, as a sentence and as a code that a front end can translate.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spielwerk {

struct Problem {
  /// Which problem it is: `second_tag`.
  std::string code;
  /// An English sentence without full stop.
  std::string reason;
  /// The parts of the sentence that differ from case to case, by name.
  std::vector<std::pair<std::string, std::string>> parameters{};
};

/// `expected` is missing at a position of `text`. The parameters are `expected`, and `found`, what
/// stands there instead, or, at the end of the text, `after`.
Problem expected_problem(std::string reason, std::string expected, std::string_view text,
                         std::size_t position);
/// The same where there is no text worth showing.
Problem expected_problem(std::string expected);

}  // namespace spielwerk
