// Commands as clients send them.
#pragma once

#include "server/command.h"
#include "server/json/json_reader.h"

namespace spielwerk::server {

std::expected<Command, Refusal> parse_command(const json::value& message);

}  // namespace spielwerk::server
