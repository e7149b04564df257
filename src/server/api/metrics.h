// Figures about the running server, in the text form that Prometheus reads.
#pragma once

#include <string>

#include "players/thinking_pool.h"
#include "server/tables/hall.h"
#include "server/web/web_server.h"

namespace spielwerk::server {

std::string print_metrics(const HallCounts& counts, const ThinkingPool::Load& load);
std::string print_metrics(const WebCounts& counts);

}  // namespace spielwerk::server
