// Commands as clients send them.
#pragma once

#include "server/json/json_reader.h"
#include "server/tables/command.h"

namespace spielwerk::server {

std::expected<Command, Refusal> parse_command(const json::value& message);

}  // namespace spielwerk::server
