// How the API answers: with JSON, or with a problem that says what to do.
#pragma once

#include <string_view>

#include "core/problem.h"
#include "server/json_reader.h"
#include "server/table.h"
#include "server/web.h"

namespace spielwerk::server {

HttpResponse ok(const json::value& value);
HttpResponse problem(int status, std::string_view code, std::string_view reason);
HttpResponse bad(std::string_view reason);
/// Also with what clients need to say it in other languages, unless it has no code.
HttpResponse bad(const Problem& problem);
HttpResponse not_found();
HttpResponse no_such_table();
HttpResponse refused(const Refusal& refusal);

}  // namespace spielwerk::server
