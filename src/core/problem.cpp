#include "core/problem.h"

#include "core/text.h"

namespace spielwerk {

Problem expected_problem(std::string reason, std::string expected, std::string_view text,
                         std::size_t position) {
  Problem problem{"expected", std::move(reason), {{"expected", std::move(expected)}}};
  if (position < text.size()) {
    problem.parameters.emplace_back("found", shortened(text.substr(position)));
  } else if (!text.empty()) {
    problem.parameters.emplace_back("after", shortened(text));
  }
  return problem;
}

Problem expected_problem(std::string expected) {
  std::string reason = "expected " + expected;
  return expected_problem(std::move(reason), std::move(expected), "", 0);
}

}  // namespace spielwerk
