// How the API answers: with JSON, or with why not.
#pragma once

#include "core/problem.h"
#include "server/base/refusal.h"
#include "server/json/json_reader.h"
#include "server/web/web.h"

namespace spielwerk::server {

HttpResponse ok(const json::value& value);
HttpResponse refused(const Refusal& refusal);
template <RefusalCode code, class... Arguments>
HttpResponse refused(const Arguments&... arguments) {
  return refused(refusal<code>(arguments...));
}
/// What is wrong with a text that was given.
HttpResponse bad(const Problem& problem);

}  // namespace spielwerk::server
