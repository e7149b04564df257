#include "server/base/refusal.h"

namespace spielwerk::server {

Refusal make_refusal(RefusalCode code, std::vector<std::string> arguments) {
  Refusal refusal{.code = code, .reason = {}};
  std::string_view rest = text_of(code).sentence;
  for (std::string& argument : arguments) {
    const std::size_t open = rest.find('{');
    const std::size_t close = rest.find('}', open);
    refusal.reason += rest.substr(0, open);
    refusal.reason += argument;
    refusal.parameters.emplace_back(rest.substr(open + 1, close - open - 1), std::move(argument));
    rest.remove_prefix(close + 1);
  }
  refusal.reason += rest;
  return refusal;
}

Refusal misread(const ParseError& error, std::string_view text, std::string_view field) {
  Problem problem = expected_problem(error.message(text), error.expected, text, error.position);
  problem.parameters.emplace_back("field", field);
  problem.parameters.emplace_back("character", std::to_string(error.position + 1));
  return {RefusalCode::Expected, std::move(problem.reason), std::move(problem.parameters)};
}

}  // namespace spielwerk::server
