#include "server/answer.h"

#include "server/view.h"

namespace spielwerk::server {

HttpResponse ok(const json::value& value) { return {.body = json::serialize(value)}; }

HttpResponse problem(int status, std::string_view code, std::string_view reason) {
  return {.status = status,
          .body = json::serialize(
              json::object{{"error", json::object{{"code", code}, {"reason", reason}}}})};
}
HttpResponse bad(std::string_view reason) { return problem(400, "bad_message", reason); }
HttpResponse bad(const Problem& problem) {
  json::object error{{"code", "bad_message"}, {"reason", problem.reason}};
  if (!problem.code.empty()) error["problem"] = view_of_problem(problem);
  return {.status = 400, .body = json::serialize(json::object{{"error", std::move(error)}})};
}
HttpResponse not_found() {
  return problem(404, "not_found", "there is nothing under this address");
}
HttpResponse no_such_table() { return problem(404, "not_found", "there is no such table"); }

HttpResponse refused(const Refusal& refusal) {
  const int status = refusal.code == "busy" || refusal.code == "storage" ? 503
                     : refusal.code == "not_allowed"                     ? 403
                                                                         : 400;
  return problem(status, refusal.code, refusal.reason);
}

}  // namespace spielwerk::server
