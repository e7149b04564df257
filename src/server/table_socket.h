// The WebSocket of somebody at a table: commands in, messages out.
#pragma once

#include <memory>
#include <string>

#include "server/hall.h"
#include "server/host_key.h"
#include "server/web.h"

namespace spielwerk::server {

/// `hall` and `key` must live longer, and so must whatever `refuse_new_table` asks.
std::shared_ptr<SocketListener> open_table_socket(Hall& hall, const HostKey& key, std::string table,
                                                  Hall::RefuseNewTable refuse_new_table,
                                                  std::shared_ptr<Socket> socket);

}  // namespace spielwerk::server
