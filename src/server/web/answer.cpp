#include "server/web/answer.h"

#include <boost/algorithm/string/replace.hpp>

#include "server/json/game_json.h"

namespace spielwerk::server {
namespace {

HttpResponse error(int status, const Problem& problem) {
  return {.status = status,
          .body = json::serialize(json::object{{"error", json_of_problem(problem)}})};
}

/// `GET or POST`, as the sentence says it, for the header Allow: whatever can be got has a head.
std::string allowed_methods(const std::string& sentence) {
  const std::string list = boost::replace_all_copy(sentence, " or ", ", ");
  return boost::replace_all_copy(list, "GET", "GET, HEAD");
}

}  // namespace

HttpResponse ok(const json::value& value) { return {.body = json::serialize(value)}; }
HttpResponse refused(const Refusal& refusal) {
  HttpResponse response = error(refusal.status(), refusal.problem());
  if (refusal.code == RefusalCode::BadMethod) {
    response.headers.emplace_back("Allow", allowed_methods(refusal.parameters.at(0).second));
  }
  return response;
}
HttpResponse bad(const Problem& problem) { return error(400, problem); }

}  // namespace spielwerk::server
