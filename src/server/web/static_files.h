// The page's files over HTTP.
#pragma once

#include <optional>

#include "server/web/web.h"

namespace spielwerk::server {

/// The answer to a request for a file of the page; nothing if there is no such file.
std::optional<HttpResponse> send_page_file(const HttpRequest& request);

}  // namespace spielwerk::server
