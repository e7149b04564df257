// The WebSocket of somebody at a table: commands in, messages out.
#pragma once

#include <memory>
#include <string>

#include "server/api/host_key.h"
#include "server/tables/hall.h"
#include "server/web/web.h"

namespace spielwerk::server {

/// Messages as the text that is sent, made once for all who get the same one after the other.
class MessageTexts {
 public:
  std::shared_ptr<const std::string> text_of(const SharedMessage& message);

 private:
  SharedMessage message_{};
  std::shared_ptr<const std::string> text_{};
};

/// A table, and the address of whoever comes to it.
struct TableVisit {
  std::string table{};
  std::string address{};
};

/// `hall`, `texts` and `key` must live longer, and so must whatever `refuse_new_table` asks.
std::shared_ptr<SocketListener> open_table_socket(Hall& hall, MessageTexts& texts,
                                                  const HostKey& key, TableVisit visit,
                                                  Hall::RefuseNewTable refuse_new_table,
                                                  std::shared_ptr<Socket> socket);

}  // namespace spielwerk::server
