// Under which names and addresses others reach this machine.
#pragma once

#include <string>
#include <vector>

#include "server/web/web_server.h"

namespace spielwerk::server {

/// Whether only this machine itself is served.
bool is_local(const WebSettings& settings);

/// For the host part of addresses, the best first; none if only this machine itself is served.
std::vector<std::string> hosts_of(const WebSettings& settings);

}  // namespace spielwerk::server
