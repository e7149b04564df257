// A TCP connection on which lines go to and fro, for one thread that waits for them.
#pragma once

#include <string>
#include <string_view>

#include "protocols/kaskade/line_splitter.h"
#include "protocols/tcp/blocking_connection.h"

namespace spielwerk::kaskade_protocol {

using tcp::ConnectionFailure;

/// Every method throws ConnectionFailure if it does not succeed in time, or when it is stopped.
class LineConnection {
 public:
  LineConnection(const std::string& host, std::uint16_t port, std::chrono::milliseconds time,
                 const std::stop_token& stop = {})
      : connection_(host, port, time, stop) {}

  /// Adds the line end.
  void send(std::string_view line, std::chrono::milliseconds time);
  /// The next line, without its line end.
  std::string receive(std::chrono::milliseconds time, const std::stop_token& stop = {});

 private:
  tcp::BlockingConnection connection_;
  LineSplitter lines_{};
};

}  // namespace spielwerk::kaskade_protocol
