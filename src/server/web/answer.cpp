#include "server/web/answer.h"

#include "server/json/game_json.h"

namespace spielwerk::server {
namespace {

HttpResponse error(int status, const Problem& problem) {
  return {.status = status,
          .body = json::serialize(json::object{{"error", json_of_problem(problem)}})};
}

}  // namespace

HttpResponse ok(const json::value& value) { return {.body = json::serialize(value)}; }
HttpResponse refused(const Refusal& refusal) { return error(refusal.status(), refusal.problem()); }
HttpResponse bad(const Problem& problem) { return error(400, problem); }

}  // namespace spielwerk::server
